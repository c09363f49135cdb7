package planner

import (
	"context"
	"math/rand/v2"
	"slices"

	"facet/model"
	"facet/model/junction"
)

// Reordering is a search over orders of vertex eliminations for what no price
// tells, such as the operations that are left when equal ones are computed once.
type Reordering struct {
	Weigh func(ops []model.Op) (int64, error) // what is to be small
	Tries int                                 // orders that are weighed
	Seed  uint64
}

// From improves a sequence: it takes the order in which the sequence leaves the
// junctions, moves one junction at a time to another place, and keeps what weighs
// no more. The same sequence and seed give the same result. It is nil where the
// sequence stays the best.
func (r Reordering) From(ctx context.Context, g *model.Dag, ops []model.Op) ([]model.Op, error) {
	least, err := r.Weigh(ops)
	if err != nil {
		return nil, err
	}
	order := junctionsOf(g, ops)
	if len(order) < 2 {
		return nil, nil
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(len(order))))
	var best []model.Op
	for range r.Tries {
		next := moved(order, rng.IntN(len(order)), rng.IntN(len(order)))
		plan, err := junction.InOrder(ctx, g, next)
		if err != nil {
			return best, err
		}
		weight, err := r.Weigh(plan.Ops)
		if err != nil {
			return best, err
		}
		if weight > least {
			continue
		}
		if order = next; weight < least {
			least, best = weight, plan.Ops
		}
	}
	return best, nil
}

// moved is the order with what stands at one place put to another.
func moved(order []int, from, to int) []int {
	next := slices.Delete(slices.Clone(order), from, from+1)
	return slices.Insert(next, min(to, len(next)), order[from])
}

// junctionsOf lists the junctions in the order of their last faces.
func junctionsOf(g *model.Dag, ops []model.Op) []int {
	last := make(map[int]int)
	k := 0
	_, err := model.Walk(model.NewState(g), ops, func(s *model.State, o model.Op, _ model.Cost) {
		if !o.IsAccumulation() {
			last[s.Target(o.U)] = k
		}
		k++
	})
	if err != nil {
		return nil
	}
	order := make([]int, 0, len(last))
	for j := range last {
		order = append(order, j)
	}
	slices.SortFunc(order, func(a, b int) int { return last[a] - last[b] })
	return order
}
