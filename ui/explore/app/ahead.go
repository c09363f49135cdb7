package app

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
)

// foreseen is what pictures are laid out for before they are asked for: what may come after
// a step in windows of some size.
type foreseen struct {
	of      *session.Session
	step    int
	ops     []model.Op // that the user selected
	windows drawing.Windows
	next    layer.Steps // that the leader shows next
	at      int         // the step of next
}

func (f *foreseen) like(g *foreseen) bool {
	return f.of == g.of && f.step == g.step && slices.Equal(f.ops, g.ops) && f.windows == g.windows &&
		f.next == g.next && f.at == g.at
}

// wantAhead lays out what is probably asked for next, once all that is asked for is there:
// the page that a leader shows next, the state after the selected operation, and that after
// redo. What is asked for in the meantime goes first.
func (p *pictures) wantAhead(v *layer.View, by layer.Leader) tea.Cmd {
	f := foreseen{of: p.shown.session, step: p.shown.session.Cursor(), windows: p.windows()}
	if p.layouts == nil || p.jobs.Busy(pictureJob) || !p.Ready(f.step) || !p.Fit(f.windows) {
		return nil
	}
	if o, ok := v.Outlook(); ok {
		f.ops = []model.Op{o.Choice.Op}
	}
	f.next, f.at = by.Ahead()
	if f.like(&p.foreseen) {
		return nil
	}
	p.foreseen = f
	work := p.Ahead(f.of, f.windows, f.ops)
	switch {
	case f.next == nil:
	case f.next == layer.Steps(f.of):
		work = work.Turn(p.Pictures, f.next, f.at, f.windows)
	default:
		work = work.Open(p.Pictures, f.next, f.at, f.windows)
	}
	p.jobs.Stop(aheadJob)
	if len(work) == 0 {
		return nil
	}
	return p.jobs.Start(aheadJob, inTurn(p.turns, func(ctx context.Context) tea.Msg {
		work.Draw(ctx)
		return nil
	}))
}
