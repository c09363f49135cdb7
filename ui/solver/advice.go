package solver

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/analysis"
	"facet/ui/intent"
)

// gatherFindings is the time between two messages of an analysis: what is found in
// between comes in one.
const gatherFindings = 100 * time.Millisecond

// foundMsg brings what an analysis has found since the last one.
type foundMsg struct {
	ticket uint64
	found  []analysis.Finding
	more   bool
}

// examine studies the session from where it stands, in the background. What was
// under way for another step is given up.
func (m *Model) examine() tea.Cmd {
	a := &m.advisor
	a.halt()
	if m.session == nil {
		return nil
	}
	a.follow(m.session)
	scope := analysis.Everything
	if a.quiet && !m.hintWanted {
		scope = analysis.BoundsOnly
	}
	a.ctx, a.cancel = context.WithCancel(m.ctx)
	a.analysis, a.feed = analysis.New(a.line, &a.known, scope, analysis.Budget{}), newFeed()
	a.prefer(m.selected)
	ctx, analysis, feed, turns := a.ctx, a.analysis, a.feed, m.turns
	take := m.takeFindings()
	return m.jobs.Run(func() tea.Msg {
		m.jobs.Go(func() { feed.fillInTurn(ctx, analysis, turns) })
		return take()
	})
}

// takeFindings waits for the next message of the analysis under way.
func (m *Model) takeFindings() tea.Cmd {
	a := &m.advisor
	ctx, feed, msg, gather := a.ctx, a.feed, foundMsg{ticket: a.ticket}, m.gather
	return m.jobs.Run(func() tea.Msg {
		msg.found, msg.more = feed.take(ctx, gather)
		return msg
	})
}

// found takes over what an analysis has found and waits for more.
func (m *Model) found(msg foundMsg) (tea.Cmd, []intent.Intent) {
	if msg.ticket != m.advisor.ticket {
		return nil, nil
	}
	for _, f := range msg.found {
		m.advisor.known.Take(f)
	}
	if len(msg.found) > 0 {
		m.advisor.conclude()
		m.version++
	}
	var intents []intent.Intent
	if v := m.here(); m.hintWanted && (v.Given > 0 || v.Ops != nil || !msg.more) {
		m.hintWanted = false
		intents = m.giveHint()
	}
	if !msg.more {
		m.advisor.halt()
		return nil, intents
	}
	return m.takeFindings(), intents
}
