package format

import (
	"bytes"
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
// links (or edges) with source and target, all other members being attributes.
func parseJSON(name string, text []byte) (*model.Dag, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	r := jsonReader{decoder: decoder, text: text}
	whole, err := r.value(0)
	if err == nil {
		if _, err = decoder.Token(); errors.Is(err, io.EOF) {
			err = nil
		} else if err == nil {
			err = fmt.Errorf("there is text after the object")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the JSON cannot be read: %s in line %d", jsonReason(err), r.line())
	}
	return nodeLink(name, whole.(object))
}

// object keeps its members in the order of the file.
type object []member

type member struct {
	name  string
	value any // object, []any, string, json.Number, bool or nil
}

func (o object) get(names ...string) (any, bool) {
	for _, name := range names {
		for _, m := range o {
			if m.name == name {
				return m.value, true
			}
		}
	}
	return nil, false
}

type jsonReader struct {
	decoder *json.Decoder
	text    []byte
	values  int
}

func (r *jsonReader) line() int {
	return 1 + bytes.Count(r.text[:min(int(r.decoder.InputOffset()), len(r.text))], []byte{'\n'})
}

func (r *jsonReader) value(depth int) (any, error) {
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	if r.values++; r.values > maxMarkup {
		return nil, fmt.Errorf("more than %d values", maxMarkup)
	}
	delim, is := token.(json.Delim)
	if !is {
		return token, nil
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("values are nested more than %d deep", maxDepth)
	}
	if delim == '[' {
		all := []any{}
		for r.decoder.More() {
			v, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
		_, err = r.decoder.Token()
		return all, err
	}
	all := object{}
	seen := make(map[string]bool)
	for r.decoder.More() {
		key, err := r.decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if seen[name] {
			return nil, fmt.Errorf("the member %s appears twice", quote(name))
		}
		seen[name] = true
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		all = append(all, member{name, v})
	}
	_, err = r.decoder.Token()
	return all, err
}

func jsonReason(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return "the file is cut off"
	}
	return firstLine(err.Error())
}

func nodeLink(name string, whole object) (*model.Dag, error) {
	nodes, err := whole.list("nodes")
	if err != nil {
		return nil, err
	}
	links, err := whole.list("links", "edges")
	if err != nil {
		return nil, err
	}
	for _, m := range whole {
		switch is, _ := m.value.(bool); {
		case m.name == "directed" && !is:
			return nil, fmt.Errorf(`the graph is not directed: a dag has "directed": true`)
		case m.name == "multigraph" && is:
			return nil, fmt.Errorf(`the graph is a multigraph: add parallel edges up to one and write "multigraph": false`)
		}
	}
	var d drawn
	for k, o := range nodes {
		id, given := o.get("id", "name")
		if !given {
			return nil, fmt.Errorf("node number %d has no id: give it a unique id", k+1)
		}
		d.vertices = append(d.vertices, drawnVertex{scalar(id), o.attributes("id")})
	}
	for k, o := range links {
		source, has1 := o.get("source")
		target, has2 := o.get("target")
		if !has1 || !has2 {
			return nil, fmt.Errorf("link number %d has no source or no target: name two nodes", k+1)
		}
		e := drawnEdge{source: scalar(source), target: scalar(target), values: o.attributes("id", "source", "target")}
		if id, has := o.get("id"); has {
			e.id = scalar(id)
		}
		d.edges = append(d.edges, e)
	}
	if inner, has := whole.get("graph"); has {
		if o, is := inner.(object); is {
			d.extra = o.attributes()
		}
	}
	return d.dag(name)
}

// list gives the objects in the array with one of these names.
func (o object) list(names ...string) ([]object, error) {
	value, _ := o.get(names...)
	array, is := value.([]any)
	if !is {
		return nil, fmt.Errorf("no array %q in it: a graph in node-link form has nodes and links", names[0])
	}
	if len(array) > maxMembers {
		return nil, fmt.Errorf("more than %d vertices and edges: make the dag coarser", maxMembers)
	}
	all := make([]object, len(array))
	for k, v := range array {
		if all[k], is = v.(object); !is {
			return nil, fmt.Errorf("number %d of %q is not an object: write {...}", k+1, names[0])
		}
	}
	return all, nil
}

// attributes gives all members but some, with the types that GraphML has.
func (o object) attributes(but ...string) attributes {
	var values attributes
	for _, m := range o {
		if slices.Contains(but, m.name) || m.value == nil {
			continue
		}
		a := model.Attribute{Name: m.name, Type: "string", Value: scalar(m.value)}
		switch v := m.value.(type) {
		case bool:
			a.Type = "boolean"
		case json.Number:
			a.Type = "double"
			if _, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
				a.Type = "long"
			}
		}
		values = append(values, a)
	}
	return values
}

// scalar is a value as text: a string without its quotes, all else as in JSON.
func scalar(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case object:
		var b strings.Builder
		b.WriteByte('{')
		for k, m := range v {
			if k > 0 {
				b.WriteByte(',')
			}
			name, _ := json.Marshal(m.name)
			b.Write(name)
			b.WriteByte(':')
			b.WriteString(inside(m.value))
		}
		return b.String() + "}"
	case []any:
		parts := make([]string, len(v))
		for k, e := range v {
			parts[k] = inside(e)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	text, _ := json.Marshal(value)
	return string(text)
}

func inside(value any) string {
	if s, is := value.(string); is {
		text, _ := json.Marshal(s)
		return string(text)
	}
	return scalar(value)
}

// WriteJSON writes the dag in the node-link form of networkx and d3, so that
// [Read] gives it back.
func WriteJSON(w io.Writer, g *model.Dag) error {
	var b bytes.Buffer
	b.WriteString("{\n  \"directed\": true,\n  \"multigraph\": false,\n  \"graph\": {")
	extra := slices.Clone(g.Extra)
	for _, f := range productFacts(g) {
		extra = append(extra, model.Attribute{Name: f.name, Type: "long", Value: f.text()})
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
		for _, f := range curveFacts(&e) {
			fmt.Fprintf(&b, ", \"%s\": %d", f.name, f.value)
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

// isDecimal tells a number that JSON can write and that comes back as a double.
func isDecimal(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err != nil && json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "-0123456789") && strings.TrimSpace(text) == text
}

func isCanonical(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == text
}
