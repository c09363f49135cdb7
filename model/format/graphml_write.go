package format

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"unicode"

	"facet/model"

	"github.com/yaricom/goGraphML/graphml"
)

// WriteGraphML writes the dag so that [Read] gives it back, what facet does not
// use included, and so that the reference implementation can read it too.
func WriteGraphML(w io.Writer, g *model.Dag) error {
	document := graphml.NewGraphML("")
	keys := newKeyWriter(document)
	graph := &graphml.Graph{ID: graphID(g.Name), EdgeDefault: "directed"}
	document.Graphs = []*graphml.Graph{graph}
	graph.Data = append(keys.facts(graphml.KeyForGraph, productFacts(g)),
		keys.extra(graphml.KeyForGraph, g.Extra)...)
	for _, v := range g.Vertices {
		size := keys.value(graphml.KeyForNode, keySize, graphml.LongType, strconv.FormatInt(v.Size, 10))
		graph.Nodes = append(graph.Nodes, &graphml.Node{
			ID:   v.ID,
			Data: append([]*graphml.Data{size}, keys.extra(graphml.KeyForNode, v.Extra)...),
		})
	}
	for _, e := range g.Edges {
		graph.Edges = append(graph.Edges, &graphml.Edge{
			ID:     e.ID,
			Source: g.Vertices[e.Source].ID,
			Target: g.Vertices[e.Target].ID,
			Data: append(keys.facts(graphml.KeyForEdge, edgeFacts(&e)),
				keys.extra(graphml.KeyForEdge, e.Extra)...),
		})
	}
	return encode(w, document)
}

// encode does what goGraphML's Encode does, with the XML declaration that other
// readers expect and without its indentation of the root.
func encode(w io.Writer, document *graphml.GraphML) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// keyWriter declares keys as values need them.
type keyWriter struct {
	document *graphml.GraphML
	declared map[graphml.Key]string // a key without its id, and its id
	taken    map[string]bool        // ids
}

func newKeyWriter(document *graphml.GraphML) *keyWriter {
	return &keyWriter{
		document: document,
		declared: make(map[graphml.Key]string),
		taken:    make(map[string]bool),
	}
}

// value gives the data element for a value. Ids of keys are their names where
// that is possible: the paper's files look like this.
func (k *keyWriter) value(target graphml.KeyForElement, name string, typ graphml.DataType,
	value string) *graphml.Data {
	declaration := graphml.Key{Target: target, Name: name, KeyType: typ}
	id, known := k.declared[declaration]
	if !known {
		id = name
		for n := len(k.document.Keys); !isToken(id) || k.taken[id]; n++ {
			id = fmt.Sprintf("d%d", n)
		}
		k.declared[declaration] = id
		k.taken[id] = true
		declaration.ID = id
		k.document.Keys = append(k.document.Keys, &declaration)
	}
	return &graphml.Data{Key: id, Value: value}
}

func (k *keyWriter) facts(target graphml.KeyForElement, facts []fact) []*graphml.Data {
	var values []*graphml.Data
	for _, f := range facts {
		values = append(values, k.value(target, f.name, graphml.DataType(f.kind), f.text))
	}
	return values
}

func (k *keyWriter) extra(target graphml.KeyForElement, attributes []model.Attribute) []*graphml.Data {
	var values []*graphml.Data
	for _, a := range attributes {
		typ := graphml.DataType(a.Type)
		if typ == "" {
			typ = graphml.StringType
		}
		values = append(values, k.value(target, a.Name, typ, a.Value))
	}
	return values
}

// graphID is the dag's name as the id of its graph, where XML allows it.
func graphID(name string) string {
	if isToken(name) {
		return name
	}
	return "G"
}

// isToken reports whether XML takes the text for an id.
func isToken(text string) bool {
	for k, r := range text {
		if !unicode.IsLetter(r) && r != '_' && (k == 0 || !unicode.IsDigit(r) && r != '-' && r != '.') {
			return false
		}
	}
	return text != ""
}
