package solver

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
)

// reasons are why operations and steps lose. They are found out one after the other in the
// background: that takes the completions of two states, which are known with the loss, and
// on small dags some more solutions, so that the two differ in little else.
type reasons struct {
	jobs  *job.Runner
	turns chan struct{}             // for which the work waits, as an analysis does
	theme *style.Theme              // that numbers are written in
	known map[loss]*analysis.Reason // nil where there is none
	asked loss                      // under way
}

// loss is an operation that loses after a step, or a step of several operations that does.
type loss struct {
	after int
	op    model.Op
	step  int // of several operations; 0 for an operation
}

// reasonJob is the one that is under way.
const reasonJob job.Name = "the reason of a loss"

// mostReasons is how many are kept, and mostSteps of how many steps they are looked for.
const (
	mostReasons = 2000
	mostSteps   = 50
)

// reasonMsg brings a reason, which is empty where there is none.
type reasonMsg struct {
	of     loss
	reason *analysis.Reason
}

// manyFaces is from how many faces on no reasons are looked for.
const manyFaces = 20_000

// of is the reason of a loss, as far as it is known.
func (r *reasons) of(l loss) (layer.Reason, bool) {
	found := r.known[l]
	if found == nil {
		return layer.Reason{}, false
	}
	names := layer.Names{Theme: r.theme}
	return layer.Reason{Brief: found.Brief(names), Text: found.Text(names)}, true
}

// take files what a job has brought.
func (r *reasons) take(msg reasonMsg) {
	if r.known == nil || len(r.known) >= mostReasons {
		r.known = make(map[loss]*analysis.Reason)
	}
	r.known[msg.of], r.asked = msg.reason, loss{}
}

// forget drops everything.
func (r *reasons) forget() {
	r.jobs.Stop(reasonJob)
	r.known, r.asked = nil, loss{}
}

// question is all that a job needs to know.
type question struct {
	of           loss
	before       *model.State
	move         []model.Op
	here, behind analysis.Value
}

// ask finds out a reason in the background, in the place of another one.
func (r *reasons) ask(q question) tea.Cmd {
	if r.asked == q.of && r.jobs.Busy(reasonJob) {
		return nil
	}
	r.asked = q.of
	turns := r.turns
	return r.jobs.Start(reasonJob, func(ctx context.Context) tea.Msg {
		done, ok := job.Turn(ctx, turns)
		if !ok {
			return nil
		}
		defer done()
		lost, err := analysis.Why(ctx, q.before, q.move, q.here, q.behind, layer.Names{})
		if err != nil { // then the number says all that is certain
			return reasonMsg{of: q.of}
		}
		return reasonMsg{q.of, lost}
	})
}

// explain looks for the reason that is wanted most: that of the selected operation, and
// then those of the steps, the last one first.
func (a *advisor) explain() tea.Cmd {
	if a.session == nil || a.quiet && !a.asked || a.session.State().Faces() > manyFaces {
		return nil
	}
	if q, ok := a.ofSelected(); ok {
		return a.reasons.ask(q)
	}
	steps := a.line.Steps
	for k := min(a.line.Here, len(steps)) - 1; k >= max(0, a.line.Here-mostSteps); k-- {
		if q, ok := a.ofStep(k); ok {
			return a.reasons.ask(q)
		}
	}
	return nil
}

// ofSelected asks about the selected operation, where it loses and its reason is not
// known.
func (a *advisor) ofSelected() (q question, ok bool) {
	s, at := a.session.State(), a.session.Cursor()
	choice, ok := a.selected.Op(s)
	if !ok {
		return q, false
	}
	verdict, ok := a.known.Verdict(at, s.Spent(), choice.Op)
	if !ok || !verdict.HasRegret || verdict.Regret <= 0 {
		return q, false
	}
	q = question{loss{after: at, op: choice.Op}, s, []model.Op{choice.Op}, a.known.At(at),
		a.known.Moves(at)[choice.Op].After}
	_, known := a.reasons.known[q.of]
	return q, !known
}

// ofStep asks about a step of the line, likewise.
func (a *advisor) ofStep(k int) (q question, ok bool) {
	if k >= len(a.losses) || !a.losses[k].Exact() || a.losses[k].Least <= 0 {
		return q, false
	}
	of := a.lossOf(k)
	if _, known := a.reasons.known[of]; known {
		return q, false
	}
	before, ok := a.session.StateAt(of.after)
	step := a.line.Steps[k]
	return question{of, before, step.Ops, a.known.At(of.after), a.known.At(step.ID)}, ok
}

// lossOf is the loss of a step: the same as that of its operation.
func (a *advisor) lossOf(k int) loss {
	l := loss{}
	if k > 0 {
		l.after = a.line.Steps[k-1].ID
	}
	if step := a.line.Steps[k]; len(step.Ops) == 1 {
		l.op = step.Ops[0]
	} else {
		l.step = step.ID
	}
	return l
}

// explained takes a reason over, and looks for the next.
func (a *advisor) explained(msg reasonMsg, t *style.Theme) (tea.Cmd, []intent.Intent) {
	a.reasons.take(msg)
	a.version++
	more := a.answer(t, a.analysis != nil)
	return a.explain(), more
}

// stepReasons are the reasons of the line's steps, by step.
func (a *advisor) stepReasons() map[int]layer.Reason {
	var all map[int]layer.Reason
	for k, step := range a.line.Steps {
		if k >= len(a.losses) || a.losses[k].Least <= 0 {
			continue
		}
		if reason, ok := a.reasons.of(a.lossOf(k)); ok {
			if all == nil {
				all = make(map[int]layer.Reason)
			}
			all[step.ID] = reason
		}
	}
	return all
}
