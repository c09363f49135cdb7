package figure

import (
	"facet/model"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
)

// Screen is the figure of what the explorer shows: its pictures in their layouts, with
// what is selected and what the last step did.
func Screen(v *layer.View, pictures *drawing.Pictures) *Figure {
	state, line, depth := v.State(), v.Steps.Line(), v.Steps.Depth()
	f := &Figure{
		name: v.Dag().Name, at: where(depth, len(line)), spent: state.Spent(), left: left(state),
		totals: v.Totals.Methods(), size: state.Live() + state.Faces(),
	}
	for _, step := range line[:depth] {
		f.steps = append(f.steps, step.Lines...)
	}
	if depth > 0 {
		f.did, f.note = effect(before(v.Steps), line[depth-1].Ops), line[depth-1].Note
	}
	o, ok := v.Outlook()
	if !ok {
		o = nil
	} else {
		f.next = effect(state, []model.Op{o.Choice.Op})
	}
	for _, p := range []panel{{kind: intent.Dag, layout: pictures.Now.Dag},
		{kind: intent.LineDag, layout: pictures.Now.Line}} {
		if p.layout == nil {
			continue
		}
		m := drawing.Marks{Of: p.kind, State: state, Changes: v.Steps.Changes(), Points: v.Points,
			After: pictures.Foresee}
		m.Last(&p.view)
		m.Next(&p.view, p.layout, v.Sel, o)
		f.panels = append(f.panels, p)
	}
	return f
}

// before is the state from which the last step started.
func before(s layer.Steps) *model.State {
	path, from := s.Path(s.Cursor()), 0
	if len(path) > 1 {
		from = path[len(path)-2]
	}
	state, _ := s.StateAt(from)
	return state
}
