package analysis

import (
	"context"
	"errors"
	"time"

	"facet/model"
	"facet/planner/why"
)

// Names is how the caller calls what a reason is about.
type Names = why.Names

// Reason is why a move loses.
type Reason = why.Loss

// ErrNoReason is that the reason of a loss is not known: the values of the states before
// and behind the move are not proved, or the completions are too long.
var ErrNoReason = errors.New("the reason is not known: the dag is too large to solve both states")

// smallFaces is how many faces a state may have whose completions are made like one
// another, which takes a few dozen solutions.
const smallFaces = 64

// onReason is how long the planner may work on one state for a reason.
const onReason = 2 * time.Second

// Why says why a move loses that leads from a state whose value is here to one whose value
// is behind. Both have to be proved to be the best; completions that are not at hand are
// looked for.
func Why(ctx context.Context, before *model.State, move []model.Op, here, behind Value,
	names why.Names) (*Reason, error) {
	if !here.Optimal() || !behind.Optimal() || before.Faces() > solvableFaces {
		return nil, ErrNoReason
	}
	after, _, err := model.Replay(before, move)
	if err != nil {
		return nil, err
	}
	q := why.Question{Before: before, Move: move, Names: names}
	if q.Best, err = completion(ctx, before, here); err != nil {
		return nil, err
	}
	if q.Rest, err = completion(ctx, after, behind); err != nil {
		return nil, err
	}
	if before.Faces() <= smallFaces {
		q.Solve = whileSolved()
	}
	lost, err := q.Answer(ctx)
	if err == nil && (lost.Without != here.Best || lost.With != behind.Best) {
		return nil, ErrNoReason
	}
	return lost, err
}

// Good says in words why an operation of an optimal completion is good: what it shares,
// absorbs or finishes. rest completes the sequence behind it.
func Good(s *model.State, o model.Op, rest []model.Op, names Names) string {
	if s.Faces() > solvableFaces || len(rest) > mostRest {
		return ""
	}
	return why.Good(s, []model.Op{o}, rest, names)
}

// mostRest is the longest completion that is looked into while the user waits.
const mostRest = 400

// completion gives an optimal completion of a state that costs what is known.
func completion(ctx context.Context, s *model.State, v Value) ([]model.Op, error) {
	if v.Ops != nil {
		return v.Ops, nil
	}
	ops, cost, ok := solved(ctx, s)
	if !ok || cost != v.Best {
		return nil, errors.Join(ErrNoReason, ctx.Err())
	}
	return ops, nil
}

// whileSolved asks the planner until it leaves a state open: then the others like it would
// take as long.
func whileSolved() why.Solver {
	open := false
	return func(ctx context.Context, s *model.State) ([]model.Op, model.Cost, bool) {
		if open {
			return nil, 0, false
		}
		ops, cost, ok := solved(ctx, s)
		open = !ok
		return ops, cost, ok
	}
}

// solved is the planner as a [why.Solver].
func solved(ctx context.Context, s *model.State) ([]model.Op, model.Cost, bool) {
	v, ok := askPlanner(ctx, s, onReason, defaultMemory)
	return v.Ops, v.Best, ok && v.Optimal() && v.Ops != nil
}
