package solver

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/ui/intent"
	"facet/ui/layer"
)

// advisor keeps what is known about the steps of the session and has more found
// out in the background.
type advisor struct {
	quiet  bool // hints are off: bounds only
	known  analysis.Known
	line   analysis.Line
	losses []analysis.Regret // of the line, as far as they are known

	ticket   uint64 // of the analysis under way; what carries another one is late
	analysis *analysis.Analysis
	feed     *feed
	ctx      context.Context
	cancel   context.CancelFunc
}

// gatherFindings is the time between two messages of an analysis: what is found in
// between comes in one.
const gatherFindings = 100 * time.Millisecond

// foundMsg brings what an analysis has found since the last one.
type foundMsg struct {
	ticket uint64
	found  []analysis.Finding
	more   bool
}

// halt ends the analysis under way; what it still sends is dropped.
func (a *advisor) halt() {
	a.ticket++
	if a.cancel != nil {
		a.cancel()
	}
	a.analysis, a.feed, a.cancel = nil, nil, nil
}

// forget drops everything that is known.
func (a *advisor) forget() {
	a.halt()
	a.known, a.line, a.losses = analysis.Known{}, analysis.Line{}, nil
}

// follow looks along the line that the session stands on now.
func (a *advisor) follow(s layer.Steps) {
	a.line = analysis.OfSession(s)
	if s.State().Done() {
		a.known.Learn(s.Cursor(), analysis.Complete())
	}
	a.conclude()
}

// conclude draws the conclusions from what is new.
func (a *advisor) conclude() {
	a.known.Spread(a.line)
	a.losses = a.known.Regrets(a.line)
}

// so far are the losses of the steps that led to the cursor.
func (a *advisor) soFar() []analysis.Regret { return a.losses[:min(a.line.Here, len(a.losses))] }

// here is what is known about the state at the cursor.
func (m *Model) here() analysis.Value {
	if m.session == nil {
		return analysis.Value{}
	}
	return m.advisor.known.At(m.session.Cursor())
}

// Advice tells what is known about the state after a step.
func (m *Model) Advice(step int) layer.Advice {
	a := &m.advisor
	v := a.known.At(step)
	out := layer.Advice{
		AtLeast: v.Bound, HasAtLeast: v.HasBound, Best: v.Best, HasBest: v.HasBest, Optimal: v.Optimal(), Source: v.Source, Ops: v.Ops,
	}
	if m.session != nil && step == m.session.Cursor() && len(a.known.Moves(step)) > 0 {
		spent := m.session.State().Spent()
		out.Verdict = func(o model.Op) (layer.Verdict, bool) { return a.known.Verdict(step, spent, o) }
	}
	return out
}

// Hints tells whether operations and steps are judged unasked.
func (m *Model) Hints() bool { return !m.advisor.quiet }

// Losses tells what the steps of the session's line lost.
func (m *Model) Losses() []analysis.Regret { return m.advisor.losses }

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

// prefer has the selected operation judged before the others.
func (a *advisor) prefer(x intent.Selection) {
	if a.analysis == nil {
		return
	}
	switch x.Kind {
	case intent.OnElement:
		a.analysis.Prefer(model.Accumulate(x.Z, x.Mode))
	case intent.OnFace:
		a.analysis.Prefer(model.Eliminate(x.Face, x.Mode))
	}
}

// learn takes over what a run has found about its step.
func (m *Model) learn(r *run) {
	v := analysis.Value{Bound: r.snap.Bound, HasBound: r.snap.BoundSource != planner.FromNothing}
	if best, ok := r.best(); ok && best.Ops != nil {
		v.Best, v.HasBest, v.Ops, v.Source = best.Cost, true, best.Ops, r.sourceOf(best)
	}
	if m.advisor.known.Learn(r.step, v) {
		m.advisor.conclude()
		m.version++
	}
}

// sourceOf names where an incumbent came from: heuristics by their own names.
func (r *run) sourceOf(i planner.Incumbent) string {
	return i.Source.String()
}
