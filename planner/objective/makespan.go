package objective

import (
	"context"

	"facet/model"
	"facet/planner/makespan"
)

// Shortest is a sequence with a schedule on several machines.
type Shortest struct {
	Ops      []model.Op
	Schedule makespan.Schedule // of the operations, in their order
	Makespan model.Cost
	Bound    model.Cost // no sequence has a schedule that ends earlier
	Optimal  bool
}

// Chain finds the shortest sequence of a dag that is a chain; ok tells whether it is.
func Chain(ctx context.Context, g *model.Dag, machines int) (found Shortest, ok bool) {
	edges := isChain(g)
	if edges == nil {
		return found, false
	}
	return newChain(ctx, g, edges, machines).solve(), true
}
