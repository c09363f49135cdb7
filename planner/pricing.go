package planner

import (
	"context"

	"facet/model"
	"facet/planner/heuristic"
)

// Pricing is a search among sequences for the least price, where that belongs to a whole
// sequence and is no sum over operations, such as the time of a driver whose calls serve
// several of them. What is found is no better than Price says: it is not proved, and no
// bound comes with it.
type Pricing = heuristic.Pricing

// Cheapest carries a [Pricing] out until ctx ends. What it gives is under the rules and has
// passed the numeric proof; there is none if it was stopped before the first.
func Cheapest(ctx context.Context, g *model.Dag, p Pricing) ([]model.Op, float64, error) {
	ops, price := p.Search(g, func() bool { return ctx.Err() != nil })
	if ops == nil {
		return nil, price, ctx.Err()
	}
	return ops, price, model.Prove(g, ops)
}
