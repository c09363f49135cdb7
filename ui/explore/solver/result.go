package solver

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// whatNext says how a run ended and what can be done with its result.
func (s *study) whatNext(r *run) []intent.Intent {
	best, ok := r.best()
	if !ok {
		return say("The run found no sequence: choose another method or limit with o.")
	}
	result := s.cost(r.total(best.Cost)) + " is " + s.standing(r) + "."
	if !r.proven() && !r.snap.Proven {
		result = "The best is " + s.cost(r.total(best.Cost)) + ", gap " +
			page.Percent(r.gap(best.Cost, r.snap.Bound)) + "."
	}
	done, along := s.along(r, best)
	switch {
	case len(best.Ops) == 0 || r.company().Watched || along && done == len(best.Ops):
		return say("%s", result)
	case !along:
		return say("%s You are at another step now: press {4:solver}, then {A:solver.apply} to go back and apply it.", result)
	}
	return say("%s {A:solver.apply} applies it, {u:undo} undoes it.", result)
}

// apply gives the chosen incumbent back as steps, one for each operation, after
// a return to the step that the run started from. The session keeps the branch
// that is left that way.
func (s *study) apply(r *run, k int) []intent.Intent {
	inc, none := r.sequence(k, "apply")
	if none != nil {
		return none
	}
	_, along := s.along(r, inc)
	intents := s.carry(r, inc)
	text := fmt.Sprintf("Applied %s, cost %s: total %s.",
		style.Plural(len(inc.Ops), "operation", "operations"),
		s.cost(inc.Cost), s.cost(r.total(inc.Cost)))
	if !along {
		text += " The old branch is kept: history, left and right."
	} else {
		text += " {u:undo} takes them back."
	}
	return append(intents, intent.Say{Text: text})
}

// sequence is an incumbent with its operations, or why there is nothing to apply or to show.
func (r *run) sequence(k int, to string) (inc planner.Incumbent, none []intent.Intent) {
	if k < 0 || k >= len(r.incumbents) {
		return inc, say("There is no sequence to %s yet.", to)
	}
	if inc = r.incumbents[k]; len(inc.Ops) == 0 {
		none = say("%s gives only a cost, no sequence: there is nothing to %s.", r.options.Method, to)
	}
	return inc, none
}

// applyFromAfar takes the best of a run whose page is not in front, unless that
// would go back to another step: then the user should have a look first.
func (s *study) applyFromAfar(r *run) []intent.Intent {
	best, ok := r.best()
	if _, along := s.along(r, best); ok && !along {
		return say("The run started from another step: press {4:solver}, then {A:solver.apply} to go back and apply it.")
	}
	return s.apply(r, len(r.incumbents)-1)
}

// Reproduces gives the flags of the run on the page, if it began at the fresh line dag and the
// cursor stands there or on the way of its best sequence.
func (m *Model) Reproduces() (string, bool) {
	r := m.study.run()
	if r == nil || m.study.session == nil || r.step != 0 || r.phase == restored {
		return "", false
	}
	best, found := r.best()
	if _, along := m.study.along(r, best); found && !along || !found && m.study.session.Depth() > 0 {
		return "", false
	}
	flags := ""
	for _, word := range strings.Fields(r.options.Text()) {
		name, value, _ := strings.Cut(word, "=")
		flags += " --" + name + " " + value
	}
	return strings.TrimSpace(flags), true
}

// along reports whether the cursor stands where the run started or on the way of its
// sequence, and behind how many of its operations.
func (s *study) along(r *run, inc planner.Incumbent) (done int, is bool) {
	path := s.session.Path(s.session.Cursor())
	if r.step > 0 {
		at := slices.Index(path, r.step)
		if at < 0 {
			return 0, false
		}
		path = path[at+1:]
	}
	for _, id := range path {
		step, _ := s.session.Step(id)
		if done+len(step.Ops) > len(inc.Ops) || !slices.Equal(step.Ops, inc.Ops[done:done+len(step.Ops)]) {
			return 0, false
		}
		done += len(step.Ops)
	}
	return done, true
}

// found are what the runs have found, each as a whole sequence.
func (s *study) found() []layer.Complete {
	var all []layer.Complete
	for _, r := range s.runs {
		best, ok := r.best()
		if !ok {
			continue
		}
		c := layer.Complete{Name: fmt.Sprintf("run %d %s", r.id, r.name()), Cost: r.total(best.Cost),
			Note: r.where() + ", " + page.Clock(r.snap.Elapsed)}
		if best.Ops != nil {
			c.Ops = slices.Concat(s.opsTo(r.step), best.Ops)
		}
		switch v := s.standing(r); {
		case v == "":
			c.Note = "gap " + page.Percent(r.gap(best.Cost, r.snap.Bound)) + ", " + c.Note
		case v == r.verdict():
			c.Note = v + ", " + c.Note
		default: // it says where
			c.Note = v + ", " + page.Clock(r.snap.Elapsed)
		}
		all = append(all, c)
	}
	return all
}

// unsolved is the step whose remainder a search is for: the cursor's, or behind a complete
// sequence that from which the latest run began that led there; false without one.
func (s *study) unsolved() (step int, ok bool) {
	if !s.session.State().Done() {
		return s.session.Cursor(), true
	}
	for _, r := range slices.Backward(s.runs) {
		for _, found := range slices.Backward(r.incumbents) {
			if _, along := s.along(r, found); along && len(found.Ops) > 0 {
				return r.step, true
			}
		}
	}
	return 0, false
}

// carry is the intents that carry out an incumbent: back to where the run
// started, and then one step for each operation.
func (s *study) carry(r *run, inc planner.Incumbent) []intent.Intent {
	var intents []intent.Intent
	done, along := s.along(r, inc)
	if !along {
		intents = append(intents, intent.GoTo{Step: r.step})
	}
	for _, o := range inc.Ops[done:] {
		intents = append(intents, intent.Carry{Ops: []model.Op{o}, Part: true})
	}
	return intents
}

// heuristic is the greedy run at work whose result is to be carried out; nil for none.
func (s *study) heuristic() *run {
	for _, r := range s.runs {
		if r.phase == working && r.purpose != toCompare && s.moved(r) == 0 {
			return r
		}
	}
	return nil
}

// greedySoFar says that the heuristic works, how long, and how it is stopped.
func (r *run) greedySoFar() string {
	return fmt.Sprintf("Greedy minimum fill is completing the sequence, %s so far: x stops it.",
		page.Clock(r.snap.Elapsed))
}

// progress says once a second how long the heuristic works.
func (s *study) progress() []intent.Intent {
	r := s.heuristic()
	if r == nil {
		return nil
	}
	s.observe(r)
	if r.snap.Elapsed < r.told+time.Second {
		return nil
	}
	r.told = r.snap.Elapsed
	return say("%s", r.greedySoFar())
}

// applyGreedy shows what the heuristic found as a preview, or carries it out.
func (s *study) applyGreedy(r *run) []intent.Intent {
	best, ok := r.best()
	if !ok {
		return say("The heuristic found no sequence. %s", r.fault())
	}
	text := fmt.Sprintf("Greedy minimum fill: %s of cost %s, total %s. ",
		style.Plural(len(best.Ops), "operation", "operations"), s.cost(best.Cost), s.cost(r.total(best.Cost)))
	if r.purpose == toCarryOut {
		return append(s.carry(r, best), say("%s{u:undo} takes them back.", text)...)
	}
	return append(s.preview(r, len(r.incumbents)-1),
		say("%s{A:preview.apply} carries them out, {Esc:preview.leave} does not.", text)...)
}

// preview shows the chosen incumbent without taking it.
func (s *study) preview(r *run, k int) []intent.Intent {
	inc, none := r.sequence(k, "show")
	if none != nil {
		return none
	}
	return []intent.Intent{intent.Preview{
		From: r.step, Ops: inc.Ops, Title: fmt.Sprintf("%s, %s", s.cost(r.total(inc.Cost)), inc.Source),
	}}
}
