package bnb

import (
	"context"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/search/packed"
)

// Valid inequalities are for small states: beyond so many vertices, or where they take
// more rounds, more nodes without them are the better bargain. Rounds are counted and
// not time, so that a search can be repeated.
const (
	inequalityVertices = 20
	inequalityRounds   = 24
)

// Cover is the chain-cover bound. At each node that is explored the prices of
// the resources are divided among paths anew; the children are bounded with the
// division of their parent, which takes one small dynamic programme for each
// path. Both contain the path-packing bound.
type Cover struct {
	packing  Packing
	ctx      context.Context
	check    func() error // may wait; its error ends the work
	charges  *charges     // nil if nothing is charged
	spans    []int64      // of the dynamic programmes
	ruleless int          // nodes to go without inequalities, because they took too long
}

// NewCover makes the bound; solving ends with ctx, and waits where check does.
func NewCover(ctx context.Context, check func() error) *Cover { return &Cover{ctx: ctx, check: check} }

// Expand solves the bound for the state and starts to follow its paths.
func (b *Cover) Expand(s *packed.State, room model.Cost) model.Cost {
	bound := b.packing.Child(s, room) // fills the instance as well
	s.Paths, b.charges = s.Paths[:0], nil
	if bound >= room {
		return bound
	}
	options := cover.Options{Incumbent: room, Check: b.check, Inequalities: b.ruleless == 0 &&
		len(b.packing.in.Vertices) <= inequalityVertices}
	if options.Inequalities {
		options.Rounds = inequalityRounds
	} else {
		b.ruleless = max(0, b.ruleless-1)
	}
	result := cover.Solve(b.ctx, &b.packing.in, options)
	if options.Inequalities && result.Rounds >= inequalityRounds {
		b.ruleless = 200
		if !result.Converged { // not even the plain bound was done
			plain := cover.Solve(b.ctx, &b.packing.in, cover.Options{Incumbent: room, Check: b.check})
			if plain.Bound > result.Bound {
				result = plain
			}
		}
	}
	if result.Bound < room {
		b.charges = divide(s, &b.packing.in, result.Plain)
	}
	return max(bound, result.Bound)
}

// Child bounds with the division of the parent.
func (b *Cover) Child(s *packed.State, room model.Cost) model.Cost {
	if b.charges == nil {
		return b.packing.Child(s, room)
	}
	bound := b.charges.bound(s, &b.spans)
	if bound >= room {
		return bound
	}
	return max(bound, b.packing.Child(s, room))
}
