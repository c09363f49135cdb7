package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"facet/model"
)

// WriteDOT writes the dag for Graphviz, and so that [Read] gives it back. Sources
// are at the bottom, as the paper draws them; vertices show their sizes, edges
// the adjoint cost above the tangent cost. An edge is bold where its Jacobian is
// given.
func WriteDOT(w io.Writer, g *model.Dag) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n  rankdir=BT;\n  node [shape=circle];\n", dotQuote(g.Name))
	for _, f := range productFacts(g) {
		fmt.Fprintf(out, "  %s=%s;\n", f.name, f.text)
	}
	for _, a := range g.Extra {
		fmt.Fprintf(out, "  %s=%s;\n", dotQuote(a.Name), dotQuote(a.Value))
	}
	for _, v := range g.Vertices {
		fmt.Fprintf(out, "  %s [size=%d, label=%s%s];\n", dotQuote(v.ID), v.Size,
			dotQuote(vertexLabel(v.ID, v.Size)), dotExtra(v.Extra))
	}
	for _, e := range g.Edges {
		fmt.Fprintf(out, "  %s -> %s [", dotQuote(g.Vertices[e.Source].ID), dotQuote(g.Vertices[e.Target].ID))
		if e.ID != "" {
			fmt.Fprintf(out, "id=%s, ", dotQuote(e.ID))
		}
		for _, f := range edgeFacts(&e) {
			if f.kind == "string" {
				f.text = dotQuote(f.text)
			}
			fmt.Fprintf(out, "%s=%s, ", f.name, f.text)
		}
		if e.HasJacobian {
			fmt.Fprint(out, "style=bold, ")
		}
		fmt.Fprintf(out, "label=\"%s\"%s];\n", edgeLabel(e), dotExtra(e.Extra))
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

func vertexLabel(id string, size int64) string { return fmt.Sprintf("%s (%d)", id, size) }

// edgeLabel is written as it is: its line break is Graphviz's escape.
func edgeLabel(e model.Edge) string {
	if !e.HasModel {
		return "no model"
	}
	return e.Adjoint.String() + `\n` + e.Tangent.String()
}

// dotExtra writes what facet does not use. A label or style of the user's own
// comes after ours and wins, as Graphviz has it.
func dotExtra(extra []model.Attribute) string {
	var b strings.Builder
	for _, a := range extra {
		fmt.Fprintf(&b, ", %s=%s", dotQuote(a.Name), dotQuote(a.Value))
	}
	return b.String()
}

// lineDag ends the name of a line dag's picture.
const lineDag = ", line dag"

// isLineDOT reports whether a text is what WriteLineDOT writes.
func isLineDOT(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.HasPrefix(line, []byte("digraph \"")) &&
		bytes.HasSuffix(bytes.TrimSpace(line), []byte(lineDag+"\" {"))
}

// WriteLineDOT writes the line dag of a state for Graphviz. X and Y are dashed;
// a vertex is bold where it has its Jacobian.
func WriteLineDOT(w io.Writer, s *model.State) error {
	g := s.Dag()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n  rankdir=BT;\n", dotQuote(g.Name+lineDag))
	for i, v := range g.Vertices {
		if g.IsSource(i) || g.IsSink(i) {
			fmt.Fprintf(out, "  v%d [label=%s, style=dashed];\n", i, dotQuote(v.ID))
		}
	}
	for _, z := range s.Vertices() {
		style := ""
		if s.HasJacobian(z) {
			style = ", style=bold"
		}
		fmt.Fprintf(out, "  z%d [label=%s%s];\n", z, dotQuote(s.Name(z)), style)
	}
	for _, z := range s.Vertices() {
		if i := s.Source(z); g.IsSource(i) {
			fmt.Fprintf(out, "  v%d -> z%d [style=dashed];\n", i, z)
		}
		for _, v := range s.Succs(z) {
			fmt.Fprintf(out, "  z%d -> z%d;\n", z, v)
		}
		if k := s.Target(z); g.IsSink(k) {
			fmt.Fprintf(out, "  z%d -> v%d [style=dashed];\n", z, k)
		}
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}
