package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"facet/model"

	"github.com/yaricom/goGraphML/graphml"
)

// The keys that facet reads, by attr.name. Everything else is kept as it came.
const (
	keySize        = "size"
	keyVectorSize  = "vector_size" // as the paper's text spells it
	keyTangent     = "tangent_cost"
	keyAdjoint     = "adjoint_cost"
	keyHasJacobian = "has_jacobian"
	keyHasModel    = "has_model"
)

func parseGraphML(name string, text []byte) (*model.Dag, error) {
	if declared := declaredEncoding.FindSubmatch(text); declared != nil && !strings.EqualFold(string(declared[1]), "UTF-8") {
		return nil, fmt.Errorf("the file declares the encoding %s: save it as UTF-8", quote(string(declared[1])))
	}
	if err := checkStructure(text); err != nil {
		return nil, err
	}
	document := graphml.NewGraphML("")
	if err := document.Decode(bytes.NewReader(text)); err != nil {
		return nil, xmlError(err)
	}
	if len(document.Graphs) == 0 {
		return nil, fmt.Errorf("no <graph> in it: GraphML holds its dag in a <graph> with <node> and <edge> elements")
	}
	keys, err := newKeyTable(document)
	if err != nil {
		return nil, err
	}
	return keys.dag(name, document)
}

// declaredEncoding finds the encoding in an XML declaration.
var declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"'>]*)["']`)

// xmlError makes a sentence of what encoding/xml reports.
func xmlError(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		if syntax.Msg == "unexpected EOF" {
			return fmt.Errorf("not XML: the file is cut off in line %d", syntax.Line)
		}
		return fmt.Errorf("not XML: %s in line %d", syntax.Msg, syntax.Line)
	}
	return fmt.Errorf("not XML that can be read: %w", err)
}

func (t *keyTable) dag(name string, document *graphml.GraphML) (*model.Dag, error) {
	graph := document.Graphs[0]
	switch graph.EdgeDefault {
	case "", "directed", "undirected":
	default:
		return nil, fmt.Errorf(`<graph> has edgedefault=%s: write "directed"`, quote(graph.EdgeDefault))
	}
	vertices := make([]model.Vertex, len(graph.Nodes))
	byID := make(map[string]int, len(graph.Nodes))
	for i, node := range graph.Nodes {
		vertex, err := t.vertex(i, node)
		if err != nil {
			return nil, err
		}
		vertices[i] = vertex
		byID[node.ID] = i
	}
	edges := make([]model.Edge, len(graph.Edges))
	for k, element := range graph.Edges {
		edge, err := t.edge(element, byID)
		if err != nil {
			return nil, fmt.Errorf("%s %w", edgeName(element), err)
		}
		if err := checkDirected(graph, element); err != nil {
			return nil, err
		}
		edges[k] = edge
	}
	g, err := model.NewDag(name, vertices, edges)
	if err != nil {
		return nil, err
	}
	whole, err := t.values(graphml.KeyForGraphML, document.Data)
	if err != nil {
		return nil, fmt.Errorf("<graphml> %w", err)
	}
	inner, err := t.values(graphml.KeyForGraph, graph.Data)
	if err != nil {
		return nil, fmt.Errorf("<graph> %w", err)
	}
	g.Extra = append(whole.extra(), inner.extra()...)
	return g, t.checkBudget()
}

// checkDirected refuses an undirected edge. A graph that does not say whether
// it is directed is taken to be a dag.
func checkDirected(graph *graphml.Graph, e *graphml.Edge) error {
	directed := e.Directed
	if directed == "" && graph.EdgeDefault == "undirected" {
		directed = "false"
	}
	switch directed {
	case "", "true", "1":
		return nil
	case "false", "0":
		return fmt.Errorf(`%s is undirected: a dag has directed edges, write edgedefault="directed" on the graph`, edgeName(e))
	}
	return fmt.Errorf(`%s has directed=%s: write "true"`, edgeName(e), quote(directed))
}

func (t *keyTable) vertex(i int, node *graphml.Node) (model.Vertex, error) {
	if node.ID == "" {
		return model.Vertex{}, fmt.Errorf("vertex number %d has no id: give it an id of its own", i+1)
	}
	if err := checkID(node.ID); err != nil {
		return model.Vertex{}, err
	}
	values, err := t.values(graphml.KeyForNode, node.Data)
	if err != nil {
		return model.Vertex{}, fmt.Errorf("vertex %q %w", node.ID, err)
	}
	size, found, err := values.whole(keySize, keyVectorSize)
	switch {
	case err != nil:
		return model.Vertex{}, fmt.Errorf("vertex %q: %w", node.ID, err)
	case !found:
		return model.Vertex{}, fmt.Errorf("vertex %q has no size: give it data with the key size", node.ID)
	}
	return model.Vertex{ID: node.ID, Size: size, Extra: values.extra()}, nil
}

func (t *keyTable) edge(element *graphml.Edge, byID map[string]int) (model.Edge, error) {
	edge := model.Edge{ID: element.ID}
	var found bool
	if edge.Source, found = byID[element.Source]; !found {
		return edge, fmt.Errorf("starts in vertex %s, which does not exist: add the vertex or correct the edge", quote(element.Source))
	}
	if edge.Target, found = byID[element.Target]; !found {
		return edge, fmt.Errorf("ends in vertex %s, which does not exist: add the vertex or correct the edge", quote(element.Target))
	}
	values, err := t.values(graphml.KeyForEdge, element.Data)
	if err != nil {
		return edge, err
	}
	tangent, hasTangent, err1 := values.whole(keyTangent)
	adjoint, hasAdjoint, err2 := values.whole(keyAdjoint)
	hasJacobian, _, err3 := values.flag(keyHasJacobian)
	hasModel, said, err4 := values.flag(keyHasModel)
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			return edge, fmt.Errorf("has a wrong value: %w", err)
		}
	}
	if !said {
		hasModel = hasTangent && hasAdjoint
	}
	switch {
	case hasModel && !hasTangent:
		return edge, fmt.Errorf("has a model but no tangent_cost: give it, or set has_model to 0")
	case hasModel && !hasAdjoint:
		return edge, fmt.Errorf("has a model but no adjoint_cost: give it, or set has_model to 0")
	}
	edge.Tangent, edge.Adjoint = model.Cost(tangent), model.Cost(adjoint)
	edge.HasJacobian, edge.HasModel = hasJacobian, hasModel
	edge.Extra = values.extra()
	return edge, nil
}

// edgeName is how the edge is called in messages, before its ends are known to
// be vertices.
func edgeName(e *graphml.Edge) string {
	return "edge (" + visible(e.Source) + "," + visible(e.Target) + ")"
}

func visible(id string) string {
	quoted := quote(id)
	return quoted[1 : len(quoted)-1]
}

// checkID refuses ids that would write something else on a terminal than they
// say.
func checkID(id string) error {
	if slices.ContainsFunc([]rune(id), isControl) {
		return fmt.Errorf("vertex %q has a control character in its id: use letters, digits and signs", id)
	}
	return nil
}

func isControl(r rune) bool {
	const (
		leftToRight, rightToLeftOverride = 0x202a, 0x202e
		isolate, popIsolate              = 0x2066, 0x2069
	)
	return r < ' ' || r >= 0x7f && r < 0xa0 ||
		r >= leftToRight && r <= rightToLeftOverride || r >= isolate && r <= popIsolate
}
