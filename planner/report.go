package planner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/certificate"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// replayed is how many moves are replayed in any case: a run that is stopped
// still announces what it has just found, unless that would take long.
const replayed = 1000

// report hands in what a goroutine of a strategy finds for its question. What is found
// for the state that a reduction leaves becomes a result of the whole.
type report struct {
	question *question
	by       *incumbent.Reporter
}

// moves reports moves from the state of the question. If they are cheaper than the
// incumbent they are replayed under Rules 2 and 3, proved numerically, and
// entered; a sequence that does not pass is an error of the planner.
func (r report) moves(moves []packed.Move, cost model.Cost) error {
	if !r.isNews(cost) {
		return nil
	}
	q := r.question
	check := q.run.schedule.Check
	if len(moves) <= replayed {
		check = func() error { return nil }
	}
	ops, _, err := packed.Sequence(q.model, q.root, moves, check)
	if err != nil {
		if q.run.isHalted() {
			return err
		}
		return fmt.Errorf("%s found a sequence that cannot be replayed: %w", r.by.Source, err)
	}
	return r.enter(ops, cost)
}

// after reports moves that follow what has been trimmed; their cost counts from the
// start of the run, as searches count.
func (r report) after(t *trimmed) func([]packed.Move, model.Cost) error {
	return func(moves []packed.Move, cost model.Cost) error {
		if !cost.IsSaturated() {
			cost -= r.question.paid
		}
		return r.moves(t.whole(moves), cost)
	}
}

// sequence reports operations of the model and their cost, as moves does.
func (r report) sequence(ops []model.Op, cost model.Cost) error {
	if !r.isNews(cost) {
		return nil
	}
	return r.enter(ops, cost)
}

// isNews reports whether a sequence of this cost would be the best; where costs
// are beyond what can be told, the first one is.
func (r report) isNews(cost model.Cost) bool {
	return cost < r.question.cutoff() || cost.IsSaturated()
}

// enter replays a sequence, proves it numerically, and makes it the incumbent: all in
// one pass, since sequences of millions of operations take seconds to replay.
func (r report) enter(ops []model.Op, cost model.Cost) error {
	q := r.question
	if q.reduction != nil {
		ops = slices.Concat(q.reduction.Ops, ops)
		cost = cost.Add(q.paid)
	}
	q = q.whole
	in := newMembership(q.run.row.space)
	ctx := q.run.ctx
	if q.isQuick() { // it has one in any case
		ctx = context.Background()
	}
	end, err := q.prove(ctx, ops, in)
	if ctx.Err() != nil {
		return schedule.ErrStopped
	}
	if err != nil {
		return fmt.Errorf("%s found a wrong sequence: %w", r.by.Source, err)
	}
	if paid := end.Spent() - q.model.Spent(); paid != cost && !end.Spent().IsSaturated() {
		return fmt.Errorf("%s found a sequence for %s that costs %s", r.by.Source, cost, paid)
	}
	if err := in.check(q.model, ops); err != nil {
		return fmt.Errorf("%s found a sequence that is none of %s: %w", r.by.Source, q.run.row.name, err)
	}
	r.by.SetIncumbent(cost, ops)
	return nil
}

// bound reports a lower bound of what is left here.
func (r report) bound(bound model.Cost) {
	r.by.SetBound(r.by.Source, r.question.paid.Add(bound))
}

// wants reports whether a proof of a bound of what is left here would be kept.
func (r report) wants(bound model.Cost) bool {
	return r.question.run.proofs.wants(r.question.paid.Add(bound))
}

// proof keeps how the proof of a bound of what is left here is written.
func (r report) proof(bound model.Cost, write func() *certificate.Proof) {
	left := r.question.reduction
	r.question.run.proofs.keep(r.by.Source, r.question.paid.Add(bound), func() (*certificate.Proof, error) {
		if left != nil {
			return left.Postsolve(write(), bound)
		}
		return write(), nil
	})
}

// tree reports the bound of a branch-and-cut tree, with its proof.
func (r report) tree(p *cover.BranchAndCut) {
	bound := p.Root.Bound
	r.proof(bound, func() *certificate.Proof { return cover.Certify(r.question.graph, p.Frozen()) })
	r.bound(bound)
}

// prove replays the whole sequence, and checks it numerically where the way to the
// start is known.
func (q *question) prove(ctx context.Context, ops []model.Op, in *membership) (*model.State, error) {
	history := q.run.options.History
	fresh := q.model.Born() == len(q.model.Dag().Edges) && q.model.Spent() == 0 && len(history) == 0
	if fresh && sameFlags(q.model) || len(history) > 0 {
		past := len(history)
		whole := ops
		if past > 0 {
			whole = slices.Concat(history, ops)
		}
		return model.ProveEach(ctx, q.model.Dag(), whole, func(s *model.State, k int) {
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

// sameFlags reports whether no vertex was accumulated yet, which costs nothing where
// elementals are free.
func sameFlags(s *model.State) bool {
	for k, e := range s.Dag().Edges {
		if !s.IsLive(model.Z(k)) || s.HasJacobian(model.Z(k)) != e.HasJacobian {
			return false
		}
	}
	return true
}
