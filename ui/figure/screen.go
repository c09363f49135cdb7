package figure

import (
	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/drawing"
)

// Screen is the figure of what the explorer shows: its pictures as they lie, with
// what is selected and what the last step did.
func Screen(c *layer.View, drawn drawing.Drawn) *Figure {
	state, line, depth := c.State(), c.Steps.Line(), c.Steps.Depth()
	f := &Figure{
		Name: c.Dag().Name, At: where(depth, len(line)), Spent: state.Spent(), Left: left(state),
		Totals: c.Totals.Methods(), size: state.Live() + state.Faces(),
	}
	for _, step := range line[:depth] {
		f.Steps = append(f.Steps, step.Lines...)
	}
	if depth > 0 {
		f.Did, f.Note = effect(before(c.Steps), line[depth-1].Ops), line[depth-1].Note
	}
	o, ok := c.Look()
	if !ok {
		o = nil
	} else {
		f.Next = effect(state, []model.Op{o.Choice.Op})
	}
	for _, p := range []Panel{{Kind: intent.Dag, Layout: drawn.Dag}, {Kind: intent.LineDag, Layout: drawn.Line}} {
		if p.Layout == nil {
			continue
		}
		m := drawing.Marks{Of: p.Kind, State: state, Changes: c.Steps.Changes()}
		m.Last(&p.View)
		m.Next(&p.View, p.Layout, c.Sel, o)
		f.Panels = append(f.Panels, p)
	}
	return f
}

// before is the state that the last step started from.
func before(s layer.Steps) *model.State {
	path, from := s.Path(s.Cursor()), 0
	if len(path) > 1 {
		from = path[len(path)-2]
	}
	state, _ := s.StateAt(from)
	return state
}
