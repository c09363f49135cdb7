package format

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"facet/model/excerpt"
	"facet/model/refusal"

	"github.com/yaricom/goGraphML/graphml"
)

// graphmlSpace is the namespace of GraphML. Files without one are common and
// accepted; versions of the schema append to it.
const graphmlSpace = "http://graphml.graphdrawing.org/xmlns"

// children lists what GraphML allows below each of its elements. What stands
// inside <data> is the value of the program that wrote it.
var children = map[string][]string{
	"graphml": {"desc", "key", "data", "graph"},
	"key":     {"desc", "default"},
	"graph":   {"desc", "data", "node", "edge", "hyperedge", "locator"},
	"node":    {"desc", "data", "port", "graph", "locator"},
	"edge":    {"desc", "data", "graph"},
	"port":    {"desc", "data", "port"},
}

// walk reads the tokens of an XML text into goGraphML's document. goGraphML's own
// Decode goes by local names alone and passes over what it does not expect; the walk
// says what that would hide, and stays within the limits.
type walk struct {
	decoder  *xml.Decoder
	input    *rationed
	document *graphml.GraphML
	open     []element
	value    []byte // the text so far of the open <data> or <default>
	label    []byte // that of an open label
	roots    int
	graphs   int
	marks    int
	budget   *budget
	labels   map[*graphml.Node]string // what yEd writes into the picture of a node
}

// element is one that is open: its name where it is GraphML's, and whether it
// has held text and elements so far.
type element struct {
	name        string // empty for a foreign element and for all inside <data>
	text, inner bool
	data        *[]*graphml.Data // where its <data> are kept; nil where they are not
	value       *string          // where its text is kept; nil where it is not
	node        *graphml.Node    // of which it is a part; nil in edges
	isLabel     bool             // its text is the label of the node
}

// rationed gives the decoder so many bytes for a token and no more, and asks the context
// every askedEach of them.
type rationed struct {
	*bytes.Reader
	ctx  context.Context
	left int
}

const askedEach = 1 << 16

var errRation = errors.New("more bytes than a token may have")

func (r *rationed) ReadByte() (byte, error) {
	if r.left--; r.left < 0 {
		return 0, errRation
	}
	if r.left%askedEach == 0 && r.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return r.Reader.ReadByte()
}

// decodeGraphML reads a text that has the outline of a GraphML file with one flat
// graph.
func decodeGraphML(text []byte, b *budget) (document *graphml.GraphML, labels map[*graphml.Node]string,
	err error) {
	defer refusal.Catch(&err)
	input := &rationed{Reader: bytes.NewReader(text), ctx: b.ctx}
	w := walk{decoder: xml.NewDecoder(input), input: input, document: graphml.NewGraphML(""), budget: b,
		labels: make(map[*graphml.Node]string)}
	w.decoder.CharsetReader = func(encoding string, text io.Reader) (io.Reader, error) {
		if !isUTF8(encoding) {
			return nil, fmt.Errorf("the encoding %s is not read", excerpt.Of(encoding))
		}
		return text, nil
	}
	for {
		input.left = maxToken
		began, line := w.decoder.InputOffset(), w.line()
		token, err := w.decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && w.graphs == 0:
			refuse("no <graph> in it: GraphML holds its dag in a <graph> with <node> and <edge> elements")
		case errors.Is(err, io.EOF):
			return w.document, w.labels, nil
		case errors.Is(err, errRation):
			refuse("a tag or a text in line %d is longer than %d MB: no GraphML needs that", line,
				maxToken>>20)
		case errors.Is(err, errInterrupted):
			refusal.Throw(err)
		case err != nil:
			refusal.Throw(xmlError(err))
		}
		w.token(token, int(w.decoder.InputOffset()-began))
	}
}

// refuse gives up.
func refuse(format string, values ...any) { refusal.Throw(fmt.Errorf(format, values...)) }

func (w *walk) line() int {
	line, _ := w.decoder.InputPos()
	return line
}

func (w *walk) token(token xml.Token, size int) {
	refusal.Throw(w.budget.step())
	if _, isText := token.(xml.CharData); !isText {
		if w.marks++; w.marks > maxMarkup {
			refuse("more than %d tags and comments: make the dag coarser", maxMarkup)
		}
	}
	switch t := token.(type) {
	case xml.CharData:
		w.text(t)
	case xml.Directive:
		// An internal subset could declare entities: nothing in GraphML needs them,
		// and they are how small files grow to gigabytes.
		if bytes.IndexByte(t, '[') >= 0 {
			refuse("the DOCTYPE in line %d declares entities: remove the part in brackets", w.line())
		}
	case xml.StartElement:
		if size > maxTagBytes {
			refuse("the tag in line %d is longer than %d kB: no GraphML needs that", w.line(),
				maxTagBytes>>10)
		}
		w.start(t)
	case xml.EndElement:
		last := w.open[len(w.open)-1]
		if last.value != nil {
			*last.value = string(w.value)
		}
		if last.isLabel {
			w.labels[last.node] = string(w.label)
		}
		w.open = w.open[:len(w.open)-1]
	}
}

// text keeps the text of a value, and refuses text where none belongs: it would be
// passed over.
func (w *walk) text(text []byte) {
	if len(w.open) > 0 {
		switch last := &w.open[len(w.open)-1]; {
		case last.value != nil:
			w.value = append(w.value, text...)
		case last.isLabel:
			w.label = append(w.label, text...)
		}
	}
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return
	}
	if len(w.open) == 0 {
		refuse("not XML: text outside of the root element in line %d", w.line())
	}
	at := &w.open[len(w.open)-1]
	if _, holdsElements := children[at.name]; holdsElements {
		refuse("loose text %s in <%s> in line %d: values stand in <data> elements",
			excerpt.Of(text), at.name, w.line())
	}
	at.text = true
	w.mixed(at)
}

// mixed refuses a value that is put together from text and elements: of
// 2<q>9</q>3, 23 would be kept.
func (w *walk) mixed(at *element) {
	if at.text && at.inner && (at.name == "data" || at.name == "default") {
		refuse("the <%s> in line %d mixes text and elements: write its value alone", at.name, w.line())
	}
}

func (w *walk) start(t xml.StartElement) {
	count := w.budget.element
	if t.Name.Local == "node" || t.Name.Local == "edge" {
		count = w.budget.member
	}
	refusal.Throw(count())
	if len(w.open) >= maxDepth {
		refuse("elements are nested more than %d deep in line %d: GraphML is flat", maxDepth, w.line())
	}
	w.attributes(t)
	var opened element
	if len(w.open) == 0 {
		w.root(t.Name)
		opened.name, opened.data = "graphml", &w.document.Data
	} else {
		parent := &w.open[len(w.open)-1]
		parent.inner = true
		opened.node = parent.node
		if opened.node != nil && t.Name == yedLabel {
			_, hasOne := w.labels[opened.node]
			opened.isLabel, w.label = !hasOne, w.label[:0]
		}
		w.mixed(parent)
		if allowed, known := children[parent.name]; known {
			opened.name = w.child(t.Name, parent, allowed)
			w.keep(t.Attr, &opened, parent)
		}
	}
	w.open = append(w.open, opened)
}

// keep puts an element into the document.
func (w *walk) keep(attributes []xml.Attr, opened, parent *element) {
	get := func(name string) string {
		value := ""
		for _, a := range attributes {
			if a.Name.Local == name {
				value = a.Value
			}
		}
		return value
	}
	switch opened.name {
	case "key":
		w.document.Keys = append(w.document.Keys, &graphml.Key{
			ID: get("id"), Name: get("attr.name"),
			Target:  graphml.KeyForElement(cmp.Or(get("for"), string(graphml.KeyForAll))),
			KeyType: graphml.DataType(cmp.Or(get("attr.type"), string(graphml.StringType))),
		})
	case "default":
		opened.value = &w.document.Keys[len(w.document.Keys)-1].DefaultValue
	case "graph":
		graph := &graphml.Graph{ID: get("id"), EdgeDefault: get("edgedefault")}
		w.document.Graphs = append(w.document.Graphs, graph)
		opened.data = &graph.Data
	case "node":
		node := &graphml.Node{ID: get("id")}
		graph := w.document.Graphs[0]
		graph.Nodes = append(graph.Nodes, node)
		opened.data, opened.node = &node.Data, node
	case "edge":
		edge := &graphml.Edge{ID: get("id"), Source: get("source"), Target: get("target"),
			Directed: get("directed")}
		graph := w.document.Graphs[0]
		graph.Edges = append(graph.Edges, edge)
		opened.data = &edge.Data
	case "data":
		if parent.data != nil {
			data := &graphml.Data{ID: get("id"), Key: get("key")}
			*parent.data = append(*parent.data, data)
			opened.value = &data.Value
		}
	}
	w.value = w.value[:0]
}

func (w *walk) root(name xml.Name) {
	if w.roots++; w.roots > 1 {
		refuse("not XML: a second root element <%s> in line %d", excerpt.Bare(name.Local), w.line())
	}
	if name.Local != "graphml" {
		refuse("not GraphML: the root element is <%s>, not <graphml>", excerpt.Bare(name.Local))
	}
	if !isGraphML(name) {
		refuse("not GraphML: <graphml> is of another namespace, %s", excerpt.Of(name.Space))
	}
}

// child says what an element is below one of GraphML's: its name, or nothing
// where it belongs to another vocabulary.
func (w *walk) child(name xml.Name, parent *element, allowed []string) string {
	is := strings.ToLower(name.Local)
	known := false
	for _, a := range allowed {
		known = known || a == is
	}
	switch {
	case !isGraphML(name) && known:
		refuse("the <%s> in line %d is of another namespace, %s: only GraphML's own are read",
			excerpt.Bare(name.Local), w.line(), excerpt.Of(name.Space))
	case !isGraphML(name):
		return ""
	case known && is != name.Local:
		refuse("<%s> in line %d: GraphML writes it <%s>", excerpt.Bare(name.Local), w.line(),
			is)
	case is == "graph" && parent.name != "graphml":
		refuse("a graph inside <%s> in line %d: make the dag flat", parent.name, w.line())
	case !known:
		refuse("<%s> in line %d has no place in <%s>, which holds %s",
			excerpt.Bare(name.Local), w.line(), parent.name, list(allowed))
	case is == "hyperedge":
		refuse("a hyperedge in line %d: write it as edges with one source and one target each",
			w.line())
	case is == "graph":
		if w.graphs++; w.graphs > 1 {
			refuse("a second <graph> in line %d: keep one graph per file", w.line())
		}
	}
	return is
}

// attributes refuses one that stands twice: decoders keep either.
func (w *walk) attributes(t xml.StartElement) {
	seen := make(map[xml.Name]bool, len(t.Attr))
	for _, a := range t.Attr {
		if seen[a.Name] {
			refuse("<%s> in line %d has the attribute %s twice: keep one",
				excerpt.Bare(t.Name.Local), w.line(), excerpt.Of(a.Name.Local))
		}
		seen[a.Name] = true
	}
}

func isGraphML(name xml.Name) bool {
	return name.Space == "" || strings.HasPrefix(name.Space, graphmlSpace) ||
		strings.HasPrefix(name.Space, strings.Replace(graphmlSpace, "http:", "https:", 1))
}

func list(names []string) string {
	all := make([]string, len(names))
	for k, n := range names {
		all[k] = "<" + n + ">"
	}
	return strings.Join(all, ", ")
}
