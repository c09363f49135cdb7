package solver

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/analysis"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// study is what is known of a session: its runs, and what its steps are worth. It says
// how a result is carried out, and starts no run.
type study struct {
	session layer.Steps
	runs    []*run // oldest first
	shown   int    // the run that the page shows
	serial  int    // of the last run
	chosen  int    // row of the log
	follow  bool   // the log's row stays on the last incumbent
	kept    int    // the run for which a move of the session was accepted
	advisor *advisor
	cost    func(model.Cost) string // writes a cost as the screen does
}

// mostRuns is how many runs are kept for comparison.
const mostRuns = 12

// drop forgets the runs.
func (s *study) drop() {
	s.runs, s.shown, s.chosen, s.kept, s.follow = nil, -1, 0, 0, true
}

// run is the one that the page shows.
func (s *study) run() *run {
	if s.shown < 0 || s.shown >= len(s.runs) {
		return nil
	}
	return s.runs[s.shown]
}

// active is the run that still works, if any. There is at most one beside the
// heuristic and beside those that were told to stop.
func (s *study) active() *run {
	for _, r := range s.runs {
		if r.phase == working && r.purpose == toCompare {
			return r
		}
	}
	return nil
}

// moved is how far the session has moved away from the run's step; 0 if it
// stands there. Steps on the way back and steps on another branch both count.
func (s *study) moved(r *run) int {
	if s.session == nil || s.session.Cursor() == r.step {
		return 0
	}
	here, start := s.session.Path(s.session.Cursor()), s.session.Path(r.step)
	common := 0
	for common < len(here) && common < len(start) && here[common] == start[common] {
		common++
	}
	return len(here) + len(start) - 2*common
}

// observe takes a new look at a run and learns what it has found.
func (s *study) observe(r *run) (changed bool) {
	if changed = r.observe(); changed {
		s.learn(r)
	}
	return changed
}

// learn takes over what a run has found about its step, and about the whole: nothing that is
// shown of a run is better than what is known, wherever it began.
func (s *study) learn(r *run) {
	v := analysis.Value{Bound: r.snap.Bound, HasBound: r.isBounded()}
	if best, ok := r.best(); ok && best.Ops != nil {
		v.Best, v.HasBest, v.Ops, v.Source = best.Cost, true, best.Ops, best.Source.String()
	}
	s.advisor.learn(r.step, v)
	if total := r.total(v.Best); r.step > 0 && v.HasBest && !total.IsSaturated() {
		s.advisor.learn(0, analysis.Value{Best: total, HasBest: true,
			Ops: slices.Concat(s.opsTo(r.step), v.Ops), Source: v.Source})
	}
}

// opsTo are the operations that lead to a step.
func (s *study) opsTo(step int) []model.Op {
	var all []model.Op
	for _, id := range s.session.Path(step) {
		on, _ := s.session.Step(id)
		all = append(all, on.Ops...)
	}
	return all
}

// learnAll takes over what the runs have found.
func (s *study) learnAll(runs []*run) {
	for _, r := range runs {
		s.learn(r)
	}
}

// setHints judges everything in the background, or forgets what was found unasked: a class is
// to find the way without help. What a run has found stays on the screen, beside its panel.
func (s *study) setHints(on bool) (tea.Cmd, []intent.Intent) {
	a := s.advisor
	a.quiet, a.completed = !on, nil
	a.forget()
	s.learnAll(s.runs)
	a.version++
	if !on {
		return a.examine(),
			say("Losses are hidden, for all dags, until {v:losses} shows them again. {h:hint} still gives a hint.")
	}
	return a.examine(), say("Losses are shown. {v:losses} hides them, for all dags.")
}

// standing is a run's verdict with what it is about: the remainder that it began
// with is the whole only where no step before it has lost anything.
func (s *study) standing(r *run) string {
	best, _ := r.best()
	whole := s.advisor.known.At(0)
	if r.proven() && r.depth > 0 && !(whole.Optimal() && r.total(best.Cost) <= whole.Best) {
		return fmt.Sprintf("%s from step %d on", r.verdict(), r.depth)
	}
	return r.verdict()
}

// watching reports whether a run is at work, or has ended where the user stands.
func (s *study) watching() bool {
	r := s.run()
	return s.active() != nil || r != nil && r.purpose == toCompare && s.session != nil && s.moved(r) == 0
}

// show brings another run onto the page.
func (s *study) show(k int) {
	if len(s.runs) == 0 {
		return
	}
	s.shown = max(0, min(len(s.runs)-1, k))
	s.chosen, s.follow = max(0, len(s.run().incumbents)-1), true
}

// choose moves the log's row. On the last row it stays on the last incumbent.
func (s *study) choose(r *run, k int) {
	s.chosen = max(0, min(len(r.incumbents)-1, k))
	s.follow = s.chosen == len(r.incumbents)-1
}

func (s *study) forgetOldRuns() {
	for k := 0; k < len(s.runs) && len(s.runs) > mostRuns; {
		if s.runs[k].live() {
			k++
			continue
		}
		s.runs = slices.Delete(s.runs, k, k+1)
		if s.shown > k {
			s.shown--
		}
	}
}
