package planner

import (
	"context"
	"fmt"
	"time"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/ledger"
)

// task is what a method gets: the state to complete, and where to report.
type task struct {
	Options
	ctx     context.Context // ends when the run is stopped
	run     *Run
	board   *ledger.Ledger
	problem *compact.Problem
	model   *model.State
	root    *compact.State
}

// guarded runs the method, with a context that ends when the run is stopped.
func (t *task) guarded() error {
	ctx, cancel := context.WithCancel(context.Background())
	t.ctx = ctx
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-t.board.Halted():
			cancel()
		case <-ctx.Done():
		}
	}()
	defer func() { cancel(); <-gone }()
	return protect(t.solve)
}

// announce makes the moves an incumbent if they are cheaper than the one there
// is. The sequence is first replayed under Rules 2 and 3 and proved
// numerically; one that does not pass is an error of the planner.
func (t *task) announce(source Source, moves []compact.Move, cost model.Cost) error {
	if cost >= t.board.Best() && !cost.IsSaturated() {
		return nil
	}
	ops, end, err := compact.Sequence(t.model, t.root, moves, t.interrupted(moves))
	if err != nil {
		return fmt.Errorf("%s found a sequence that cannot be replayed: %w", source, err)
	}
	if paid := end.Spent() - t.model.Spent(); paid != cost && !end.Spent().IsSaturated() {
		return fmt.Errorf("%s found a sequence for %s that costs %s", source, cost, paid)
	}
	return t.accept(source, ops, end, cost)
}

// announceOps makes operations of the model an incumbent, as announce does.
func (t *task) announceOps(source Source, ops []model.Op) error {
	end, _, err := model.Replay(t.model, ops)
	if err != nil {
		return fmt.Errorf("%s found a sequence that cannot be replayed: %w", source, err)
	}
	cost := end.Spent()
	if !cost.IsSaturated() {
		cost -= t.model.Spent()
	}
	if cost >= t.board.Best() {
		return nil
	}
	return t.accept(source, ops, end, cost)
}

// accept proves what has been replayed and logs it.
func (t *task) accept(source Source, ops []model.Op, end *model.State, cost model.Cost) error {
	if !end.Done() {
		return fmt.Errorf("%s found a sequence that is not complete", source)
	}
	if err := t.prove(ops); err != nil {
		return fmt.Errorf("%s found a wrong sequence: %w", source, err)
	}
	t.log(source, cost, ops)
	return nil
}

// replayed is how many moves are replayed in any case: a run that is stopped
// still announces what it has just found, unless that would take long.
const replayed = 1000

func (t *task) interrupted(moves []compact.Move) func() error {
	if len(moves) <= replayed {
		return func() error { return nil }
	}
	return t.board.Check
}

// prove checks the whole sequence numerically, where the way to the start is
// known.
func (t *task) prove(ops []model.Op) error {
	fresh := t.model.Born() == len(t.model.Dag().Edges) && t.model.Spent() == 0 && len(t.History) == 0
	if fresh {
		fresh = sameFlags(t.model)
	}
	if !fresh && len(t.History) == 0 {
		return nil
	}
	whole := append(append(make([]model.Op, 0, len(t.History)+len(ops)), t.History...), ops...)
	return model.Prove(t.model.Dag(), whole)
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

// log appends to the incumbents, unless somebody was faster.
func (t *task) log(source Source, cost model.Cost, ops []model.Op) {
	r := t.run
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.board.Improve(cost) || len(r.incumbents) == 0 {
		r.incumbents = append(r.incumbents, Incumbent{
			Time: time.Since(r.began) - t.board.Idle(), Cost: cost, Source: source, Ops: ops,
		})
	}
}

// raise lifts the lower bound, and tells whether it has met the incumbent.
func (t *task) raise(bound model.Cost, source Source) bool {
	r := t.run
	r.mu.Lock()
	defer r.mu.Unlock()
	if bound > r.bound || r.boundSource == FromNothing {
		r.bound, r.boundSource = max(bound, r.bound), source
	}
	return t.compare()
}

// meet tells whether bound and incumbent have met.
func (t *task) meet() bool {
	t.run.mu.Lock()
	defer t.run.mu.Unlock()
	return t.compare()
}

// compare notes when bound and incumbent meet. The caller holds the lock.
func (t *task) compare() bool {
	r := t.run
	if len(r.incumbents) > 0 && r.bound >= t.board.Best() {
		r.proven = true
	}
	return r.proven
}

// finish says that the method has exhausted its search space: the incumbent is
// optimal in it. Only if the space is all of face elimination the bound follows.
func (t *task) finish(faces bool) {
	r := t.run
	r.mu.Lock()
	defer r.mu.Unlock()
	r.proven = len(r.incumbents) > 0
	if faces && r.proven && r.bound < t.board.Best() {
		r.bound, r.boundSource = t.board.Best(), FromCompletion
	}
}
