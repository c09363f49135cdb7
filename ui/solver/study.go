package solver

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/ui/layer"
	"facet/ui/solver/page"
)

// study is what is known of a session: its runs, and what its steps are worth. It says
// how a result is carried out, and starts nothing.
type study struct {
	session layer.Steps
	runs    []*run // oldest first
	shown   int    // the run that the page shows
	serial  int    // of the last run
	chosen  int    // row of the log
	follow  bool   // the log's row stays on the last incumbent
	kept    int    // the run for which a move of the session was accepted
	advisor advisor
	version uint64 // of the advice
}

// mostRuns is how many runs are kept for comparison.
const mostRuns = 12

// Version changes whenever the advice does. The page and the panel are drawn
// with every frame; what is expensive of them is kept.
func (m *study) Version() uint64 { return m.version }

// run is the one that the page shows.
func (m *study) run() *run {
	if m.shown < 0 || m.shown >= len(m.runs) {
		return nil
	}
	return m.runs[m.shown]
}

// active is the run that still works, if any. There is at most one beside the
// heuristic and beside those that were told to stop.
func (m *study) active() *run {
	for _, r := range m.runs {
		if r.live() && !r.stopping && !r.apply {
			return r
		}
	}
	return nil
}

// moved tells how far the session has moved away from the run's step; 0 if it
// stands there. Steps on the way back and steps on another branch both count.
func (m *study) moved(r *run) int {
	if m.session == nil || m.session.Cursor() == r.step {
		return 0
	}
	here, there := m.session.Path(m.session.Cursor()), m.session.Path(r.step)
	common := 0
	for common < len(here) && common < len(there) && here[common] == there[common] {
		common++
	}
	return len(here) + len(there) - 2*common
}

// here is what is known about the state at the cursor.
func (m *study) here() analysis.Value {
	if m.session == nil {
		return analysis.Value{}
	}
	return m.advisor.known.At(m.session.Cursor())
}

// Advice tells what is known about the state after a step.
func (m *study) Advice(step int) layer.Advice {
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
func (m *study) Hints() bool { return !m.advisor.quiet }

// Losses tells what the steps of the session's line lost.
func (m *study) Losses() []analysis.Regret { return m.advisor.losses }

// learn takes over what a run has found about its step.
func (m *study) learn(r *run) {
	v := analysis.Value{Bound: r.snap.Bound, HasBound: r.snap.BoundSource != planner.FromNothing}
	if best, ok := r.best(); ok && best.Ops != nil {
		v.Best, v.HasBest, v.Ops, v.Source = best.Cost, true, best.Ops, r.sourceOf(best)
	}
	if m.advisor.known.Learn(r.step, v) {
		m.advisor.conclude()
		m.version++
	}
}

// lossText says in one line what the steps so far have lost.
func (m *study) lossText() string {
	all := m.advisor.soFar()
	if len(all) == 0 {
		return page.Lost(nil, 0, 0)
	}
	least, most := m.advisor.known.Lost(m.advisor.line.SoFar())
	return page.Lost(all, least, most)
}

// standing is a run's verdict with what it is about: the remainder that it began
// with is the whole only where no step before it has lost anything.
func (m *study) standing(r *run) string {
	best, _ := r.best()
	whole := m.advisor.known.At(0)
	if r.proven() && r.depth > 0 && !(whole.Optimal() && r.total(best.Cost) <= whole.Best) {
		return fmt.Sprintf("%s from step %d on", r.verdict(), r.depth)
	}
	return r.verdict()
}

// Watching tells whether a run is at work, or has ended where the user stands.
func (m *study) Watching() bool {
	r := m.run()
	return m.active() != nil || r != nil && !r.apply && m.session != nil && m.moved(r) == 0
}

// show brings another run onto the page.
func (m *study) show(k int) {
	if len(m.runs) == 0 {
		return
	}
	m.shown = max(0, min(len(m.runs)-1, k))
	m.chosen, m.follow = max(0, len(m.run().incumbents)-1), true
}

// choose moves the log's row. On the last row it stays on the last incumbent.
func (m *study) choose(r *run, k int) {
	m.chosen = max(0, min(len(r.incumbents)-1, k))
	m.follow = m.chosen == len(r.incumbents)-1
}

func (m *study) forgetOldRuns() {
	for k := 0; k < len(m.runs) && len(m.runs) > mostRuns; {
		if m.runs[k].live() {
			k++
			continue
		}
		m.runs = slices.Delete(m.runs, k, k+1)
		if m.shown > k {
			m.shown--
		}
	}
}
