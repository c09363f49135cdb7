package peak

import (
	"context"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
)

// Result is an order of the tasks and what is known of its peak.
type Result struct {
	Order   []int
	Peak    model.Cost // the most entries that are held in this order
	Bound   model.Cost // no order holds fewer
	Optimal bool
}

// Limits bound the work of [Least].
type Limits struct {
	States int        // of the exact search; 0 is what takes a second or so
	Enough model.Cost // an order that holds at most so much will do; 0 is the best
}

// The largest graphs that are searched in each way; the others only get orders that
// need no search.
const (
	mostExact  = 256
	mostBeam   = 400
	mostGroups = 1000
	mostGreedy = 20_000
	mostBound  = 1500
)

// Least looks for the order with the least peak. Where ctx ends early it gives the best
// order so far.
func Least(ctx context.Context, g *taskgraph.Graph, l Limits) Result {
	w := &walk{g, makespan.Of(g, 1)}
	r := Result{Order: make([]int, len(g.Tasks))}
	for t := range r.Order {
		r.Order[t] = t
	}
	r.Peak, _ = taskgraph.Peak(g, r.Order)
	r.Bound = w.bound(ctx)
	take := func(order []int) {
		if order == nil {
			return
		}
		if peak, _ := taskgraph.Peak(g, order); peak < r.Peak {
			r.Order, r.Peak = order, peak
		}
	}
	enough := func() bool { return r.Peak <= max(r.Bound, l.Enough) || ctx.Err() != nil }
	for _, last := range [...]bool{true, false} {
		if !enough() {
			take(w.inTurn(last))
		}
	}
	if len(g.Tasks) <= mostGreedy {
		for rule := 0; rule < rules && !enough(); rule++ {
			take(w.greedy(ctx, rule))
		}
	}
	if len(g.Tasks) <= mostGroups && !enough() {
		w.grouped(ctx, take)
	}
	if len(g.Tasks) <= mostGroups && !enough() {
		take(w.improved(ctx, r.Order))
	}
	if len(g.Tasks) <= mostBeam {
		for width := 8; width <= 128 && !enough(); width *= 4 {
			take(w.beam(ctx, width, r.Peak))
		}
	}
	if len(g.Tasks) <= mostExact && !enough() {
		if l.States == 0 {
			l.States = 100_000
		}
		order, bound := w.exact(ctx, r.Peak, l.States)
		take(order)
		r.Bound = max(r.Bound, min(bound, r.Peak))
	}
	r.Bound = min(r.Bound, r.Peak)
	r.Optimal = r.Bound == r.Peak && !r.Peak.IsSaturated()
	return r
}

// walk is what the searches know of a graph.
type walk struct {
	g     *taskgraph.Graph
	tasks *makespan.Problem // what each task waits for
}
