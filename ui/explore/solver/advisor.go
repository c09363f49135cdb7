package solver

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// advisor keeps what is known about the steps of the session and has more found
// out in the background.
type advisor struct {
	ctx    context.Context
	jobs   *job.Runner
	turns  chan struct{} // for which an analysis waits; nil where it need not
	gather time.Duration // between two messages of an analysis

	session  layer.Steps
	selected intent.Selection
	quiet    bool // losses are hidden: bounds only
	asked    bool // h waits for an answer
	version  uint64
	// completed has the dags whose losses are shown as long as the user has chosen nothing; nil
	// where that was done.
	completed Completed
	known     analysis.Known
	line      analysis.Line
	losses    []analysis.Regret // of the line, as far as they are known
	reasons   reasons
	hints     hints

	ticket   uint64 // of the analysis under way; what carries another one is late
	analysis *analysis.Analysis
	feed     feed
	current  context.Context // of the analysis under way
	cancel   context.CancelFunc
}

// Completed is the dags that the user has completed once.
type Completed interface {
	Has(*model.Dag) bool
	Add(*model.Dag)
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

// visit studies a session from where it stands now. What is known of another session is
// dropped.
func (a *advisor) visit(s layer.Steps) tea.Cmd {
	if a.session != s {
		a.forget()
		if a.session = s; a.completed != nil {
			a.quiet = !a.completed.Has(s.Dag())
		}
	}
	if a.completed != nil && a.quiet && s.State().Done() { // the list is a file: it is not read at each step
		a.completed.Add(s.Dag())
		a.quiet = !a.completed.Has(s.Dag())
	}
	a.version++
	a.asked = false
	return a.examine()
}

// mostJudged is how many steps a session may have whose losses are worked out: what is known
// of each takes more room than the steps, and nothing exact would come of it.
const mostJudged = 50_000

// isLong reports whether the session has more steps than are judged.
func (a *advisor) isLong() bool { return a.session != nil && a.session.Steps() > mostJudged }

// examine studies the session from where it stands, in the background. What was
// under way for another step is given up.
func (a *advisor) examine() tea.Cmd {
	a.halt()
	if a.isLong() {
		a.forget()
	}
	if a.session == nil || a.isLong() {
		return nil
	}
	a.follow()
	scope := analysis.Everything
	if a.quiet && !a.asked {
		scope = analysis.BoundsOnly
	}
	a.current, a.cancel = context.WithCancel(a.ctx)
	a.analysis, a.feed = analysis.New(a.line, &a.known, scope, analysis.Budget{}), make(feed)
	a.prefer(a.selected)
	ctx, analysis, feed := a.current, a.analysis, a.feed
	take := a.takeFindings()
	return a.jobs.Run(func() tea.Msg {
		a.jobs.Go(func() { feed.fill(ctx, analysis, a.turns) })
		return take()
	})
}

// takeFindings waits for the next message of the analysis under way.
func (a *advisor) takeFindings() tea.Cmd {
	ctx, feed, msg, gather := a.current, a.feed, foundMsg{ticket: a.ticket}, a.gather
	return a.jobs.Run(func() tea.Msg {
		msg.found, msg.more = feed.take(ctx, gather)
		return msg
	})
}

// found takes over what an analysis has found and waits for more.
func (a *advisor) found(msg foundMsg, t *style.Theme) (tea.Cmd, []intent.Intent) {
	if msg.ticket != a.ticket {
		return nil, nil
	}
	for _, f := range msg.found {
		a.known.Take(f)
	}
	if len(msg.found) > 0 {
		a.conclude()
		a.version++
	}
	intents := a.answer(t, msg.more)
	if !msg.more {
		a.halt()
		return nil, intents
	}
	return a.takeFindings(), intents
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
	a.reasons.forget()
	a.known, a.line, a.losses = analysis.Known{}, analysis.Line{}, nil
}

// follow looks along the line that the session stands on now.
func (a *advisor) follow() {
	a.line = analysis.OfSession(a.session)
	if a.session.State().Done() {
		a.known.Learn(a.session.Cursor(), analysis.Complete())
	}
	a.conclude()
}

// learn takes over what was found about a step elsewhere.
func (a *advisor) learn(step int, v analysis.Value) {
	if a.known.Learn(step, v) {
		a.conclude()
		a.version++
	}
}

// conclude draws the conclusions from what is new.
func (a *advisor) conclude() {
	a.known.Spread(a.line)
	a.losses = a.known.Regrets(a.line)
}

// here is what is known about the state at the cursor.
func (a *advisor) here() analysis.Value {
	if a.session == nil {
		return analysis.Value{}
	}
	return a.known.At(a.session.Cursor())
}

// advice is what is known about the state after a step.
func (a *advisor) advice(step int) layer.Advice {
	v := a.known.At(step)
	out := layer.Advice{
		AtLeast: v.Bound, HasAtLeast: v.HasBound, Best: v.Best, HasBest: v.HasBest, Optimal: v.Optimal(),
		Source: v.Source, Ops: v.Ops,
	}
	if a.session != nil && step == a.session.Cursor() && len(a.known.Moves(step)) > 0 {
		spent := a.session.State().Spent()
		out.Verdict = func(o model.Op) (layer.Verdict, bool) { return a.known.Verdict(step, spent, o) }
		out.Why = func(o model.Op) (layer.Reason, bool) { return a.reasons.of(loss{after: step, op: o}) }
	}
	return out
}

// soFar are the losses of the steps that led to the cursor.
func (a *advisor) soFar() []analysis.Regret { return a.losses[:min(a.line.Here, len(a.losses))] }

// lossText says in one line what the steps so far have lost.
func (a *advisor) lossText(t *style.Theme) string {
	all := a.soFar()
	if len(all) == 0 {
		return page.Lost(t, nil, 0, 0)
	}
	least, most := a.known.Lost(a.line.SoFar())
	return page.Lost(t, all, least, most)
}

// prefer takes note of what is selected: that operation is judged before the others.
func (a *advisor) prefer(x intent.Selection) {
	a.selected = x
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
