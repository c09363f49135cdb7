package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"facet/model"
)

// WriteDOT writes the dag for Graphviz. Sources are at the bottom, as the paper
// draws them; vertices carry their sizes, edges the adjoint cost above the
// tangent cost. An edge is bold where its Jacobian is given.
func WriteDOT(w io.Writer, g *model.Dag) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n  rankdir=BT;\n  node [shape=circle];\n", dotQuote(g.Name))
	for _, v := range g.Vertices {
		fmt.Fprintf(out, "  %s [label=%s];\n", dotQuote(v.ID), dotQuote(fmt.Sprintf("%s (%d)", v.ID, v.Size)))
	}
	for _, e := range g.Edges {
		label, style := "no model", ""
		if e.HasModel {
			label = e.Adjoint.String() + "\n" + e.Tangent.String()
		}
		if e.HasJacobian {
			style = ", style=bold"
		}
		fmt.Fprintf(out, "  %s -> %s [label=%s%s];\n",
			dotQuote(g.Vertices[e.Source].ID), dotQuote(g.Vertices[e.Target].ID), dotQuote(label), style)
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// WriteLineDOT writes the line dag of a state for Graphviz. X and Y are dashed;
// a vertex is bold where it has its Jacobian.
func WriteLineDOT(w io.Writer, s *model.State) error {
	g := s.Dag()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n  rankdir=BT;\n", dotQuote(g.Name+", line dag"))
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

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }
