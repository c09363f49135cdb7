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
	"facet/model/jsontext"
)

// parseJSON reads the node-link form of networkx and d3: nodes with an id, and
// links (or edges) with source and target, all other members being attributes. Members
// that it does not know are passed over as they come.
func parseJSON(ctx context.Context, name string, text []byte) (*model.Dag, error) {
	r := jsonReader{Reader: jsontext.New(ctx, text, maxDepth)}
	r.budget, r.howSize = &budget{ctx: ctx}, `give it one, as in {"id": "x", "size": 3}`
	_, err := r.Object(r.member)
	if err == nil {
		err = r.End()
	}
	switch {
	case errors.As(err, new(sentence)):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("the JSON cannot be read: %w in line %d", err, r.Line())
	}
	return r.graph(name)
}

// sentence is an error that needs no line.
type sentence struct{ error }

func sentencef(format string, values ...any) error { return sentence{fmt.Errorf(format, values...)} }

type jsonReader struct {
	drawn
	*jsontext.Reader

	hasNodes, hasLinks bool
	edgesToo           []drawnEdge // of "edges", which counts where there are no "links"
	hasEdges           bool
}

// member reads one member of the whole.
func (r *jsonReader) member(name string) error {
	switch name {
	case "nodes":
		r.hasNodes = true
		return r.elements(name, r.node)
	case "links":
		r.hasLinks = true
		return r.elements(name, func(k int, e *jsonElement) error { return e.link(k, &r.edges) })
	case "edges":
		r.hasEdges = true
		return r.elements(name, func(k int, e *jsonElement) error { return e.link(k, &r.edgesToo) })
	case "graph":
		if r.Next() != '{' {
			return r.Skip()
		}
		var e jsonElement
		err := r.element(&e, name)
		r.extra = e.values
		return err
	case "directed":
		directed, err := r.Keyword()
		if err != nil && r.Next() == 0 {
			return err
		}
		if directed != "true" {
			return sentencef(`the graph is not directed: a dag has "directed": true`)
		}
		return nil
	}
	return r.Skip()
}

// elements reads an array of objects.
func (r *jsonReader) elements(name string, each func(k int, e *jsonElement) error) error {
	if r.Next() != '[' {
		return noArray(name)
	}
	_, err := r.List(func(k int) error {
		if r.Next() != '{' {
			return sentencef("number %d of %q is not an object: write {...}", k+1, name)
		}
		if err := r.budget.member(); err != nil {
			return err
		}
		var e jsonElement
		if err := r.element(&e, name); err != nil {
			return err
		}
		return each(k, &e)
	})
	return err
}

func noArray(name string) error {
	if name == "edges" {
		name = "links"
	}
	return sentencef("no array %q in it: a graph in node-link form has nodes and links", name)
}

// jsonElement is a node or a link.
type jsonElement struct {
	id, name, source, target jsonID
	values                   attributes
}

// jsonID is what names a node.
type jsonID struct {
	text string
	kind string // of the value; empty where there is none
}

// check refuses what is no text and no number, such as the nodes that d3 puts into the place
// of their ids while it moves them.
func (id jsonID) check(what string, k int, name, advice string) error {
	switch id.kind {
	case "string", "long", "double":
		return nil
	case "object", "list":
		id.text = map[string]string{"object": "an object", "list": "a list"}[id.kind]
	}
	return sentencef("%s number %d has %s as its %s: %s", what, k+1, id.text, name, advice)
}

// element reads an object of attributes in a member of the whole. One that is null is none.
func (r *jsonReader) element(e *jsonElement, of string) error {
	_, err := r.Object(func(name string) error {
		v, err := r.value()
		if err != nil {
			return err
		}
		switch {
		case of == "graph": // which has neither id nor ends
		case name == "id":
			e.id = v
			return nil
		case name == "name":
			e.name = v
		case of == "nodes": // which have no ends
		case name == "source":
			e.source = v
			return nil
		case name == "target":
			e.target = v
			return nil
		}
		if v.kind == "null" {
			return nil
		}
		if v.kind == "object" || v.kind == "list" {
			v.kind = "string"
		}
		e.values = append(e.values, model.Attribute{Name: name, Type: v.kind, Value: v.text})
		if err := tooMany(len(e.values)); err != nil {
			return fmt.Errorf("an element %w", err)
		}
		return r.budget.element()
	})
	return err
}

// value reads a value as text: a string without its quotes, all else as in JSON.
func (r *jsonReader) value() (v jsonID, err error) {
	var raw []byte
	switch r.Next() {
	case '"':
		v.kind = "string"
		v.text, err = r.Text()
		return v, err
	case '{', '[':
		v.kind = map[bool]string{true: "object", false: "list"}[r.Next() == '{']
		if raw, err = r.Raw(); err == nil {
			var b bytes.Buffer
			err = json.Compact(&b, raw)
			v.text = b.String()
		}
		return v, err
	case 't', 'f', 'n':
		if v.text, err = r.Keyword(); v.text == "null" {
			v.kind = v.text
			return v, err
		}
		v.kind = "boolean"
		return v, err
	}
	raw, err = r.Number()
	v.text, v.kind = string(raw), "double"
	if _, err := strconv.ParseInt(v.text, 10, 64); err == nil {
		v.kind = "long"
	}
	return v, err
}

func (r *jsonReader) node(k int, e *jsonElement) error {
	if e.id.kind == "" {
		e.id = e.name
	}
	if e.id.kind == "" || e.id.kind == "null" {
		return sentencef("node number %d has no id: give it a unique id", k+1)
	}
	if err := e.id.check("node", k, "id", "write a text or a number"); err != nil {
		return err
	}
	r.vertices = append(r.vertices, drawnVertex{id: e.id.text, values: e.values})
	return nil
}

// link adds the element to the edges.
func (e *jsonElement) link(k int, to *[]drawnEdge) error {
	if e.source.kind == "" || e.target.kind == "" {
		return sentencef("link number %d has no source or no target: name two nodes", k+1)
	}
	if err := e.source.check("link", k, "source",
		`write the id of a node there, as in "source": "x"`); err != nil {
		return err
	}
	if err := e.target.check("link", k, "target",
		`write the id of a node there, as in "target": "x"`); err != nil {
		return err
	}
	if e.id.kind == "null" {
		e.id = jsonID{}
	}
	if err := e.id.check("link", k, "id", "write a text or a number"); e.id.kind != "" && err != nil {
		return err
	}
	*to = append(*to, drawnEdge{id: e.id.text, source: e.source.text, target: e.target.text,
		values: e.values})
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
		fmt.Fprintf(&b, "%s\n    {\"id\": %s, \"size\": %d%s}", comma(k), jsonText(v.ID), v.Size,
			jsonMembers(v.Extra, ", "))
	}
	b.WriteString("\n  ],\n  \"links\": [")
	for k, e := range g.Edges {
		fmt.Fprintf(&b, "%s\n    {\"source\": %s, \"target\": %s", comma(k),
			jsonText(g.Vertices[e.Source].ID), jsonText(g.Vertices[e.Target].ID))
		if e.ID != "" {
			fmt.Fprintf(&b, ", \"id\": %s", jsonText(e.ID))
		}
		for _, f := range edgeFacts(&e) {
			switch f.kind {
			case "string":
				f.text = jsonText(f.text)
			case "boolean":
				f.text = strconv.FormatBool(f.text == "1")
			}
			fmt.Fprintf(&b, ", \"%s\": %s", f.name, f.text)
		}
		fmt.Fprintf(&b, "%s}", jsonMembers(e.Extra, ", "))
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
	return err != nil && json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "-0123456789") &&
		strings.TrimSpace(text) == text
}

func isCanonical(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == text
}
