package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/gantt"
	"facet/ui/intent"
	"facet/ui/layer"
)

// timetables shows the steps of the session on several machines.
type timetables struct {
	*screen
	last intent.ShowSchedule
	page *gantt.Page
}

// Perform opens the page, and works the timetable out beside it.
func (p *timetables) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	want, mine := i.(intent.ShowSchedule)
	if !mine {
		return nil, nil, false
	}
	if want.Machines == 0 {
		want = intent.ShowSchedule{Machines: gantt.OrTwo(p.last.Machines), Split: p.last.Split}
	}
	p.last = want
	page := gantt.NewPage(want)
	ops := gantt.Operations(v)
	if p.page.Of(ops) {
		page.Keep(p.page)
	}
	p.page = page
	p.push(page)
	root, _ := p.session.StateAt(0)
	return begin(p.jobs, timetableJob, func(ctx context.Context) gantt.Found { return gantt.Find(ctx, root, ops, want) },
		func(found gantt.Found) (tea.Cmd, []intent.Intent) {
			page.Show(found)
			return nil, nil
		}), nil, true
}
