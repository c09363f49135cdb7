package format

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"facet/model"
)

// parseJSON reads the node-link form of networkx and d3: nodes with an id, and
// links (or edges) with source and target, all other members being attributes. Members
// that it does not know are passed over as they come.
func parseJSON(ctx context.Context, name string, text []byte) (*model.Dag, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	r := jsonReader{decoder: decoder, text: text}
	r.ctx = ctx
	token, err := r.token()
	if err == nil && token != json.Delim('{') {
		err = fmt.Errorf("there is no object")
	}
	if err == nil {
		err = r.object(r.member)
	}
	if err == nil {
		if _, err = decoder.Token(); errors.Is(err, io.EOF) {
			err = nil
		} else if err == nil {
			err = fmt.Errorf("there is text after the object")
		}
	}
	switch {
	case errors.Is(err, errInterrupted), errors.As(err, new(sentence)):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("the JSON cannot be read: %s in line %d", jsonReason(err), r.line())
	}
	return r.graph(name)
}

// sentence is an error that needs no line.
type sentence struct{ error }

func sentencef(format string, values ...any) error { return sentence{fmt.Errorf(format, values...)} }

type jsonReader struct {
	drawn
	decoder *json.Decoder
	text    []byte
	values  int
	depth   int

	hasNodes, hasLinks bool
	edgesToo           []drawnEdge // of "edges", which counts where there are no "links"
	hasEdges           bool
}

func (r *jsonReader) line() int {
	return 1 + bytes.Count(r.text[:min(int(r.decoder.InputOffset()), len(r.text))], []byte{'\n'})
}

// token reads a token, and counts values and levels.
func (r *jsonReader) token() (json.Token, error) {
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	if r.values++; r.values > 2*maxMarkup {
		return nil, fmt.Errorf("more than %d values", maxMarkup)
	}
	switch token {
	case json.Delim('['), json.Delim('{'):
		if r.depth++; r.depth > maxDepth+1 {
			return nil, fmt.Errorf("values are nested more than %d deep", maxDepth)
		}
	case json.Delim(']'), json.Delim('}'):
		r.depth--
	}
	return token, r.step()
}

// object reads the members of an object that is open; each is called for a member's
// first token.
func (r *jsonReader) object(each func(name string, first json.Token) error) error {
	seen := make(map[string]bool)
	for r.decoder.More() {
		key, err := r.token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if seen[name] {
			return fmt.Errorf("the member %s appears twice", quote(name))
		}
		seen[name] = true
		first, err := r.token()
		if err != nil {
			return err
		}
		if err := each(name, first); err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

// list reads the values of a list that is open.
func (r *jsonReader) list(each func(k int, first json.Token) error) error {
	for k := 0; r.decoder.More(); k++ {
		first, err := r.token()
		if err != nil {
			return err
		}
		if err := each(k, first); err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

// skip passes over a value.
func (r *jsonReader) skip(first json.Token) error {
	if _, opens := first.(json.Delim); !opens {
		return nil
	}
	for above := r.depth - 1; r.depth > above; {
		if _, err := r.token(); err != nil {
			return err
		}
	}
	return nil
}

// member reads one member of the whole.
func (r *jsonReader) member(name string, first json.Token) error {
	switch name {
	case "nodes":
		r.hasNodes = true
		return r.elements(name, first, r.node)
	case "links":
		r.hasLinks = true
		return r.elements(name, first, func(k int, e *jsonElement) error { return e.link(k, &r.edges) })
	case "edges":
		r.hasEdges = true
		return r.elements(name, first, func(k int, e *jsonElement) error { return e.link(k, &r.edgesToo) })
	case "graph":
		if first != json.Delim('{') {
			return r.skip(first)
		}
		var e jsonElement
		err := r.element(&e, true)
		r.extra = e.values
		return err
	case "directed":
		if first != true {
			return sentencef(`the graph is not directed: a dag has "directed": true`)
		}
	case "multigraph":
		if first == true {
			return sentencef(`the graph is a multigraph: add parallel edges up to one and write "multigraph": false`)
		}
	}
	return r.skip(first)
}

// elements reads an array of objects.
func (r *jsonReader) elements(name string, first json.Token, each func(k int, e *jsonElement) error) error {
	if first != json.Delim('[') {
		return noArray(name)
	}
	return r.list(func(k int, first json.Token) error {
		if first != json.Delim('{') {
			return sentencef("number %d of %q is not an object: write {...}", k+1, name)
		}
		if err := r.budget.member(); err != nil {
			return err
		}
		var e jsonElement
		if err := r.element(&e, false); err != nil {
			return err
		}
		return each(k, &e)
	})
}

func noArray(name string) error {
	if name == "edges" {
		name = "links"
	}
	return sentencef("no array %q in it: a graph in node-link form has nodes and links", name)
}

// jsonElement is a node or a link.
type jsonElement struct {
	id, source, target          string
	hasID, hasSource, hasTarget bool
	values                      attributes
}

// element reads an object of attributes. The graph itself has neither id nor ends.
func (r *jsonReader) element(e *jsonElement, graph bool) error {
	return r.object(func(name string, first json.Token) error {
		value, err := r.scalar(first)
		if err != nil {
			return err
		}
		switch {
		case graph:
		case name == "id":
			e.id, e.hasID = value, true
			return nil
		case name == "source":
			e.source, e.hasSource = value, true
		case name == "target":
			e.target, e.hasTarget = value, true
		}
		if first == nil {
			return nil
		}
		a := model.Attribute{Name: name, Type: "string", Value: value}
		switch v := first.(type) {
		case bool:
			a.Type = "boolean"
		case json.Number:
			a.Type = "double"
			if _, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
				a.Type = "long"
			}
		}
		e.values = append(e.values, a)
		if err := tooMany(len(e.values)); err != nil {
			return fmt.Errorf("an element %w", err)
		}
		return r.budget.element()
	})
}

func (r *jsonReader) node(k int, e *jsonElement) error {
	if name, has := e.values.get("name"); has && !e.hasID {
		e.id, e.hasID = name, true
	}
	if !e.hasID {
		return sentencef("node number %d has no id: give it a unique id", k+1)
	}
	r.vertices = append(r.vertices, drawnVertex{id: e.id, values: e.values})
	return nil
}

// link adds the element to the edges.
func (e *jsonElement) link(k int, to *[]drawnEdge) error {
	if !e.hasSource || !e.hasTarget {
		return sentencef("link number %d has no source or no target: name two nodes", k+1)
	}
	values := slices.DeleteFunc(e.values, func(a model.Attribute) bool { return a.Name == "source" || a.Name == "target" })
	*to = append(*to, drawnEdge{id: e.id, source: e.source, target: e.target, values: values})
	return nil
}

func (r *jsonReader) graph(name string) (*model.Dag, error) {
	switch {
	case !r.hasNodes:
		return nil, noArray("nodes")
	case !r.hasLinks && !r.hasEdges:
		return nil, noArray("links")
	case !r.hasLinks:
		r.edges = r.edgesToo
	}
	return r.dag(name)
}

func jsonReason(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return "the file is cut off"
	}
	return firstLine(err.Error())
}

// scalar is a value as text: a string without its quotes, all else as in JSON.
func (r *jsonReader) scalar(first json.Token) (string, error) {
	if text, is := first.(string); is {
		return text, nil
	}
	var b strings.Builder
	err := r.write(&b, first)
	return b.String(), err
}

// write writes a value as JSON.
func (r *jsonReader) write(b *strings.Builder, first json.Token) error {
	each := func(k int, v json.Token) error {
		b.WriteString(comma(k))
		return r.write(b, v)
	}
	switch first {
	case json.Delim('['):
		b.WriteByte('[')
		defer b.WriteByte(']')
		return r.list(each)
	case json.Delim('{'):
		b.WriteByte('{')
		defer b.WriteByte('}')
		k := -1
		return r.object(func(name string, v json.Token) error {
			k++
			text, _ := json.Marshal(name) // a string always encodes
			b.WriteString(comma(k))
			b.Write(text)
			b.WriteByte(':')
			return r.write(b, v)
		})
	}
	text, err := json.Marshal(first)
	b.Write(text)
	return err
}

// WriteJSON writes the dag in the node-link form of networkx and d3, so that
// [Read] gives it back.
func WriteJSON(w io.Writer, g *model.Dag) error {
	var b bytes.Buffer
	b.WriteString("{\n  \"directed\": true,\n  \"multigraph\": false,\n  \"graph\": {")
	extra := slices.Clone(g.Extra)
	for _, f := range productFacts(g) {
		extra = append(extra, model.Attribute{Name: f.name, Type: f.kind, Value: f.text})
	}
	b.WriteString(jsonMembers(extra, ""))
	b.WriteString("},\n  \"nodes\": [")
	for k, v := range g.Vertices {
		fmt.Fprintf(&b, "%s\n    {\"id\": %s, \"size\": %d%s}", comma(k), jsonText(v.ID), v.Size, jsonMembers(v.Extra, ", "))
	}
	b.WriteString("\n  ],\n  \"links\": [")
	for k, e := range g.Edges {
		fmt.Fprintf(&b, "%s\n    {\"source\": %s, \"target\": %s", comma(k), jsonText(g.Vertices[e.Source].ID), jsonText(g.Vertices[e.Target].ID))
		if e.ID != "" {
			fmt.Fprintf(&b, ", \"id\": %s", jsonText(e.ID))
		}
		if e.HasModel || e.Tangent != 0 || e.Adjoint != 0 {
			fmt.Fprintf(&b, ", \"tangent_cost\": %d, \"adjoint_cost\": %d", e.Tangent, e.Adjoint)
		}
		for _, f := range edgeFacts(&e) {
			text := f.text
			if f.kind == "string" {
				text = jsonText(text)
			}
			fmt.Fprintf(&b, ", \"%s\": %s", f.name, text)
		}
		fmt.Fprintf(&b, ", \"has_jacobian\": %t, \"has_model\": %t%s}", e.HasJacobian, e.HasModel, jsonMembers(e.Extra, ", "))
	}
	b.WriteString("\n  ]\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

func comma(k int) string {
	if k > 0 {
		return ","
	}
	return ""
}

func jsonText(s string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

// jsonMembers writes what facet does not use, numbers and booleans as such where
// they come back the same.
func jsonMembers(extra []model.Attribute, lead string) string {
	var b strings.Builder
	for k, a := range extra {
		if k > 0 {
			lead = ", "
		}
		value := jsonText(a.Value)
		switch {
		case a.Type == "boolean" && (a.Value == "true" || a.Value == "false"),
			a.Type == "long" && isCanonical(a.Value), a.Type == "double" && isDecimal(a.Value):
			value = a.Value
		}
		name := a.Name
		if slices.Contains([]string{"id", "source", "target"}, name) {
			name = "_" + name // the form itself uses these
		}
		fmt.Fprintf(&b, "%s%s: %s", lead, jsonText(name), value)
	}
	return b.String()
}

// isDecimal reports whether JSON can write a number that is read back as the same double.
func isDecimal(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err != nil && json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "-0123456789") && strings.TrimSpace(text) == text
}

func isCanonical(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == text
}
