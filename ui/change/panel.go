package change

import (
	"fmt"

	"facet/model"
	"facet/ui/layer"
	"facet/ui/style"
)

// Draw is three rows in the place of list and history: the optimum, what is selected, and
// what became of the steps.
func (g *Editing) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, s := v.Theme, g.drawing.Session()
	root, _ := s.StateAt(0)
	done, ahead := g.drawing.Edits()
	count := style.Plural(len(done), "change", "changes")
	if ahead > 0 {
		count += fmt.Sprintf(", %d ahead", ahead)
	}
	rows := []string{t.Spread(" "+g.optimum.text(t, root), t.Paint(style.Faint, count)+" ", b.Width)}
	rows = append(rows, layer.Wrap(t, t.Text(g.selected(v)), b.Width, 2, style.Selected)...)
	if c := g.drawing.Carried(); c.All > 0 {
		role := style.Plain
		if c.Why != nil {
			role = style.Bad
		}
		rows = append(rows, layer.Wrap(t, t.Text(style.Printable(carried(c))), b.Width, 2, role)...)
	}
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Instead}
}

// selected says what is selected, or being connected.
func (g *Editing) selected(v *layer.View) string {
	if g.joining {
		return "an edge from " + model.QuoteID(g.from) + " to where? Walk to the other vertex, then press Enter."
	}
	if id, ok := g.vertex(v); ok {
		return aboutVertex(v.Dag(), v.Sel.Vertex, id)
	}
	if e, from, to, ok := g.edge(v); ok {
		return aboutEdge(e, from, to)
	}
	if len(v.Dag().Vertices) == 0 {
		return "The dag is empty: a adds a vertex."
	}
	return "Walk through the dag with the arrow keys."
}

func aboutVertex(dag *model.Dag, i int, id string) string {
	kind := "no edges"
	switch {
	case dag.IsSource(i):
		kind = "a source"
	case dag.IsSink(i):
		kind = "a sink"
	case dag.IsJunction(i):
		kind = "a junction"
	}
	return fmt.Sprintf("vertex %s of size %s: %s", model.QuoteID(id), style.Count(dag.Vertices[i].Size), kind)
}

func aboutEdge(e *model.Edge, from, to string) string {
	text := "edge " + ends(from, to) + ": "
	if e.HasModel {
		text += "tangent " + style.Number(e.Tangent) + ", adjoint " + style.Number(e.Adjoint)
		if e.HasJacobian {
			text += ", the Jacobian is given"
		}
		if e.TangentCurve != (model.Curve{}) || e.AdjointCurve != (model.Curve{}) {
			text += ", measured cost curves"
		}
		return text
	}
	return text + "the Jacobian is given, no model"
}
