package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/ranges"
)

// ranging shows in which intervals of costs and sizes a sequence stays optimal: the one
// on the screen if it is complete, else an optimal one.
type ranging struct{ *screen }

// Perform begins to look for ranges, and shows them as they are found.
func (r *ranging) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	switch _, mine := i.(intent.ShowRanges); {
	case !mine:
		return nil, nil, false
	case v.Concealed:
		return nil, refuse("Ranges are hidden while you solve the puzzle."), true
	case v.Preview != "":
		return nil, refuse("Esc leaves the preview first."), true
	}
	g, ops, name := v.Dag(), []model.Op(nil), "an optimal sequence"
	if v.State().Done() {
		ops, name = []model.Op{}, "your sequence"
		for _, step := range v.Steps.Line()[:v.Steps.Depth()] {
			ops = append(ops, step.Ops...)
		}
	}
	s := ranges.NewSearch()
	l := ranges.NewList(g, name, s.Stop)
	r.push(l)
	work := begin(r.jobs, rangesJob, func(ctx context.Context) struct{} {
		s.Run(ctx, g, ops)
		return struct{}{}
	}, func(struct{}) (tea.Cmd, []intent.Intent) { return nil, nil })
	return tea.Batch(work, r.look(s, l)), nil, true
}

// look waits for the next ranges, as long as the list is on the screen.
func (r *ranging) look(s *ranges.Search, l *ranges.List) tea.Cmd {
	return begin(r.jobs, rangesLookJob, s.Look, func(p ranges.Progress) (tea.Cmd, []intent.Intent) {
		if r.top() != l {
			s.Stop()
			return nil, nil
		}
		if l.Take(p); p.Over() {
			return nil, nil
		}
		return r.look(s, l), nil
	})
}
