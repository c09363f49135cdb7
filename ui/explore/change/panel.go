package change

import (
	"fmt"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/change/dial"
	"facet/ui/explore/layer"
)

// Draw draws three rows in the place of list and history: the optimum, what is selected,
// and how many steps are still possible.
func (e *Editing) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, s := v.Theme, e.drawing.Session()
	root, _ := s.StateAt(0)
	done, ahead := e.drawing.Edits()
	count := style.Plural(len(done), "change", "changes")
	if ahead > 0 {
		count += fmt.Sprintf(", %d ahead", ahead)
	}
	rows := []string{t.Spread(" "+e.optimum.text(t, root), t.Paint(style.Faint, count)+" ", b.Width)}
	rows = append(rows, layer.Wrap(t, t.Text(e.selected(v)), b.Width, 2, style.Selected)...)
	if c := e.drawing.Carried(); c.All > 0 {
		role := style.Plain
		if c.Why != nil {
			role = style.Bad
		}
		rows = append(rows, layer.Wrap(t, t.Text(style.Printable(carried(c))), b.Width, 2, role)...)
	}
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Instead}
}

// selected describes what is selected, or the edge that is being connected.
func (e *Editing) selected(v *layer.View) string {
	if e.joining {
		return "an edge from " + model.QuoteID(e.from) +
			" to where? Walk to the other vertex, then press Enter."
	}
	if id, ok := e.vertex(v); ok {
		return aboutVertex(v.Dag(), v.Sel.Vertex, id)
	}
	if edge, from, to, ok := e.edge(v); ok {
		return aboutEdge(edge, from, to)
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
	text := "edge " + dial.Ends(from, to) + ": "
	if p := e.PatternText(); p != "" {
		text += e.Pattern.Short() + ", "
	}
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
