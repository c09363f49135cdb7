package planner

import (
	"errors"
	"fmt"
	"slices"

	"facet/model"
	"facet/planner/packed"
)

// replayed is how many moves are replayed in any case: a run that is stopped
// still announces what it has just found, unless that would take long.
const replayed = 1000

// found reports moves from the state of the question. If they are cheaper than the
// incumbent they are replayed under Rules 2 and 3, proved numerically, and
// entered; a sequence that does not pass is an error of the planner.
func (j *job) found(moves []packed.Move, cost model.Cost) error {
	if !j.isNews(cost) {
		return nil
	}
	check := j.schedule.Check
	if len(moves) <= replayed {
		check = func() error { return nil }
	}
	ops, _, err := packed.Sequence(j.model, j.root, moves, check)
	if err != nil {
		if j.halted() {
			return err
		}
		return fmt.Errorf("%s found a sequence that cannot be replayed: %w", j.Source, err)
	}
	return j.enter(ops, cost)
}

// foundFrom reports moves that follow what has been trimmed; the cost counts
// from the start of the run, as searches count.
func (j *job) foundFrom(t *trimmed) func([]packed.Move, model.Cost) error {
	return func(moves []packed.Move, cost model.Cost) error {
		if !cost.IsSaturated() {
			cost -= j.paid
		}
		return j.found(t.whole(moves), cost)
	}
}

// raise reports a lower bound of what is left here.
func (j *job) raise(bound model.Cost) {
	if j.reduction == nil || j.reduction.Proved() {
		j.Reporter.SetBound(j.paid.Add(bound))
	}
}

// foundOps reports operations of the model and their cost, as found does.
func (j *job) foundOps(ops []model.Op, cost model.Cost) error {
	if !j.isNews(cost) {
		return nil
	}
	return j.enter(ops, cost)
}

// isNews tells whether a sequence of this cost would be the best; where costs
// are beyond what can be told, the first one is.
func (j *job) isNews(cost model.Cost) bool { return cost < j.cutoff() || cost.IsSaturated() }

func (j *job) halted() bool { return j.ctx.Err() != nil || j.schedule.Check() != nil }

// enter replays a sequence, proves it numerically, and makes it the incumbent: once for
// all, since sequences of millions of operations take seconds to replay.
func (j *job) enter(ops []model.Op, cost model.Cost) error {
	if j.reduction != nil {
		ops = slices.Concat(j.reduction.Ops, ops)
		cost = cost.Add(j.paid)
	}
	q := j.whole
	in := newMembership(table[j.Method].space)
	end, err := q.prove(ops, in)
	if err != nil {
		return fmt.Errorf("%s found a wrong sequence: %w", j.Source, err)
	}
	if paid := end.Spent() - q.model.Spent(); paid != cost && !end.Spent().IsSaturated() {
		return fmt.Errorf("%s found a sequence for %s that costs %s", j.Source, cost, paid)
	}
	if err := in.check(q.model, ops); err != nil {
		return fmt.Errorf("%s found a sequence that is none of %s: %w", j.Source, j.Method, err)
	}
	j.SetIncumbent(cost, ops)
	return nil
}

// prove replays the whole sequence, and checks it numerically where the way to the
// start is known.
func (q *question) prove(ops []model.Op, in *membership) (*model.State, error) {
	fresh := q.model.Born() == len(q.model.Dag().Edges) && q.model.Spent() == 0 && len(q.History) == 0
	if fresh && sameFlags(q.model) || len(q.History) > 0 {
		past := len(q.History)
		whole := ops
		if past > 0 {
			whole = slices.Concat(q.History, ops)
		}
		return model.ProveEach(q.model.Dag(), whole, func(s *model.State, k int) {
			if k >= past {
				in.see(s, whole[k])
			}
		})
	}
	end, err := model.Walk(q.model, ops, func(s *model.State, o model.Op, _ model.Cost) { in.see(s, o) })
	if err == nil && !end.Done() {
		err = errors.New("it is not complete")
	}
	return end, err
}

// sameFlags tells that no vertex was accumulated yet, as happens for nothing
// where elementals are free.
func sameFlags(s *model.State) bool {
	for k, e := range s.Dag().Edges {
		if !s.IsLive(model.Z(k)) || s.HasJacobian(model.Z(k)) != e.HasJacobian {
			return false
		}
	}
	return true
}
