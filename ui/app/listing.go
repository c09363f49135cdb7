package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/layer"
	"facet/ui/panel/next"
)

// listMsg brings a list that took its time.
type listMsg struct{ list next.List }

// wantList has the operations listed that are not listed at once.
func (m *Model) wantList() tea.Cmd {
	s, order := m.state(), m.next.Order
	if m.width == 0 || m.next.Current(s) || next.Small(s, order) || m.jobs.Busy(listJob) && m.listing == (listKey{s, order}) {
		return nil
	}
	m.listing = listKey{s, order}
	t := m.theme
	return m.jobs.Start(listJob, func(ctx context.Context) tea.Msg {
		return listMsg{next.Make(ctx, s, order, func(o model.Op) string { return layer.OpName(t, s, o) })}
	})
}

type listKey struct {
	state *model.State
	order next.Ordering
}

// listedOperations shows a list, and selects in it what was waiting for it.
func (m *Model) listedOperations(l listMsg) {
	m.next.List = l.list
	m.look++
	if !m.sel.Exists(m.state()) {
		m.selectNear(m.near)
	}
}
