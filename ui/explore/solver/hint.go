package solver

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// hints are what h has said at a step: first about the selected operation, then where there is an
// optimal one, which face or Jacobian that is about, and the operation itself.
type hints struct {
	after int  // the step
	told  loss // of the operation that was explained last
	rung  page.Rung
}

// hint goes one step further in what is said. What is not known yet is worked out in the
// background first, also where losses are hidden.
func (a *advisor) hint(t *style.Theme) (tea.Cmd, []intent.Intent) {
	if a.session == nil {
		return nil, nil
	}
	if a.session.State().Done() {
		return nil, say("The sequence is complete: %s", a.lossText(t))
	}
	if a.isLong() {
		return nil, say("Sequences of more than %s steps are not judged. b searches for the best completion.",
			style.Count(mostJudged))
	}
	more := a.analysis != nil || a.quiet && a.here().Given == 0
	a.asked = true
	if said := a.answer(t, more); said != nil {
		return nil, said
	}
	wait := say("Computing what the operations lose%s", t.Signs.Cut)
	if a.analysis == nil || a.quiet {
		return tea.Batch(a.examine(), a.explain()), wait
	}
	return a.explain(), wait
}

// isReady reports whether enough is known for an answer: the loss of the selected operation with
// its reason, or that this cannot be had. more says that findings are still to come.
func (a *advisor) isReady(more bool) bool {
	if _, open := a.ofSelected(); open && a.session.State().Faces() <= manyFaces {
		return false
	}
	v := a.here()
	if choice, ok := a.selected.Op(a.session.State()); ok && more && (v.Given == 0 || v.Optimal()) {
		verdict, known := a.known.Verdict(a.session.Cursor(), a.session.State().Spent(), choice.Op)
		return known && verdict.HasRegret
	}
	return !more || v.Given > 0 || v.Ops != nil
}

// answer is what h says next, once enough is known and if it was asked.
func (a *advisor) answer(t *style.Theme, more bool) []intent.Intent {
	if !a.asked || !a.isReady(more) {
		return nil
	}
	a.asked = false
	s, at := a.session.State(), a.session.Cursor()
	h, ok := a.known.Hint(at, s)
	if !ok {
		return say("No hint: this state is too large to solve at once. b searches for the best completion.")
	}
	if a.hints.after != at {
		a.hints = hints{after: at}
	}
	choice, selected := a.selected.Op(s)
	verdict, _ := a.known.Verdict(at, s.Spent(), choice.Op)
	of := loss{after: at, op: choice.Op}
	name := layer.Names{}.Op(s, choice.Op)
	switch told := a.hints.told == of; {
	case selected && verdict.HasRegret && verdict.Regret == 0 || choice.Op == h.Op && told:
		a.hints.told, h.Op, h.Price = of, choice.Op, choice.Price
		return say("%s", t.Text(page.Reason(t, s, h, a.hasLost(h), a.good(h))))
	case selected && !told && verdict.HasRegret:
		a.hints.told = of
		reason, _ := a.reasons.of(of)
		return say("%s", t.Text(name+" loses "+t.Cost(verdict.Regret)+". "+reason.Text))
	case selected && !told:
		a.hints.told = of
		return say("%s",
			t.Text("What "+name+" loses is not known: this state is too large to solve at once. b searches."))
	}
	if h.Optimal && a.hints.rung < page.TheOperation {
		a.hints.rung++
		return say("%s", t.Text(page.Step(t, s, h, a.hints.rung-1, layer.Names{})))
	}
	a.hints.told = loss{after: at, op: h.Op}
	return append([]intent.Intent{intent.Select{Target: intent.AtOp(h.Op)}},
		say("%s", t.Text(page.Reason(t, s, h, a.hasLost(h), a.good(h))))...)
}

// hasLost reports whether the steps so far have lost something, so that nothing is optimal any
// more.
func (a *advisor) hasLost(h analysis.Hint) bool {
	whole := a.known.At(0)
	return whole.HasBest && whole.Best < h.Total
}

// soonReplayed is how many faces a state may have whose completion is replayed while the
// user waits.
const soonReplayed = 1000

// good is what an optimal operation saves, in words; empty where that would take long or no
// completion with it is known.
func (a *advisor) good(h analysis.Hint) string {
	s, at := a.session.State(), a.session.Cursor()
	rest := a.known.Moves(at)[h.Op].After.Ops
	if all := a.here().Ops; len(all) > 0 && all[0] == h.Op {
		rest = all[1:]
	}
	if !h.Optimal || s.Faces() > soonReplayed || len(rest) == 0 {
		return ""
	}
	return analysis.Good(s, h.Op, rest, layer.Names{})
}
