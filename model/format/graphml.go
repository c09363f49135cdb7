package format

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"facet/model"
	"facet/model/excerpt"

	"github.com/yaricom/goGraphML/graphml"
)

func parseGraphML(ctx context.Context, name string, text []byte) (*model.Dag, error) {
	if declared := declaredEncoding.FindSubmatch(text); declared != nil && !isUTF8(string(declared[1])) {
		return nil, fmt.Errorf("the file declares the encoding %s: save it as UTF-8", excerpt.Of(declared[1]))
	}
	b := &budget{ctx: ctx}
	document, labels, err := decodeGraphML(text, b)
	if err != nil {
		return nil, err
	}
	named(document.Graphs[0], labels)
	keys, err := newKeyTable(document, b)
	if err != nil {
		return nil, err
	}
	return keys.dag(name, document)
}

// declaredEncoding finds the encoding in an XML declaration.
var declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"'>]*)["']`)

// isUTF8 reports whether a text in an encoding is UTF-8, as ASCII is.
func isUTF8(encoding string) bool {
	return slices.Contains([]string{"UTF-8", "US-ASCII", "ASCII"}, strings.ToUpper(encoding))
}

// xmlError makes a sentence of what encoding/xml reports.
func xmlError(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		if syntax.Msg == "unexpected EOF" {
			return fmt.Errorf("not XML: the file is cut off in line %d", syntax.Line)
		}
		return fmt.Errorf("not XML: %s in line %d", excerpt.Line(syntax.Msg, 200), syntax.Line)
	}
	return fmt.Errorf("the XML cannot be read: %s", excerpt.Line(err.Error(), 200))
}

func (t *keyTable) dag(name string, document *graphml.GraphML) (*model.Dag, error) {
	graph := document.Graphs[0]
	switch graph.EdgeDefault {
	case "", "directed", "undirected":
	default:
		return nil, fmt.Errorf(`<graph> has edgedefault=%s: write "directed"`, excerpt.Of(graph.EdgeDefault))
	}
	d := drawn{budget: t.budget, howSize: "give it data with the key size"}
	for _, node := range graph.Nodes {
		values, err := t.values(graphml.KeyForNode, node.Data)
		if err != nil && node.ID != "" && checkID(node.ID) == nil {
			return nil, fmt.Errorf("vertex %s %w", excerpt.Of(node.ID), err)
		}
		d.vertices = append(d.vertices, drawnVertex{node.ID, values, t.defaults[graphml.KeyForNode]})
	}
	for _, e := range graph.Edges {
		values, err := t.values(graphml.KeyForEdge, e.Data)
		if err != nil {
			return nil, fmt.Errorf("%s %w", edgeName(e.Source, e.Target), err)
		}
		if err := checkDirected(graph, e); err != nil {
			return nil, err
		}
		d.edges = append(d.edges, drawnEdge{e.ID, e.Source, e.Target, values, t.defaults[graphml.KeyForEdge]})
	}
	for _, whole := range []struct {
		is   graphml.KeyForElement
		data []*graphml.Data
	}{{graphml.KeyForGraphML, document.Data}, {graphml.KeyForGraph, graph.Data}} {
		values, err := t.values(whole.is, whole.data)
		if err != nil {
			return nil, fmt.Errorf("<%s> %w", whole.is, err)
		}
		also := t.defaults[whole.is]
		extra, err := d.withDefaults(values, also)
		if err != nil {
			return nil, fmt.Errorf("<%s> %w", whole.is, err)
		}
		d.extra = append(also.facts(d.extra), extra...)
	}
	return d.dag(name)
}

// checkDirected refuses an undirected edge. A graph that does not say whether
// it is directed is taken to be a dag.
func checkDirected(graph *graphml.Graph, e *graphml.Edge) error {
	name, isDefault := edgeName(e.Source, e.Target), graph.EdgeDefault == "undirected"
	switch e.Directed {
	case "true", "1":
		return nil
	case "":
		if isDefault {
			return fmt.Errorf(`%s is undirected: a dag has directed edges, write edgedefault="directed" on the graph`, name)
		}
		return nil
	case "false", "0":
		advice := fmt.Sprintf("remove directed=%q of the edge", e.Directed)
		if isDefault {
			advice = `write directed="true" on the edge`
		}
		return fmt.Errorf("%s is undirected: a dag has directed edges, %s", name, advice)
	}
	return fmt.Errorf(`%s has directed=%s: write "true"`, name, excerpt.Of(e.Directed))
}
