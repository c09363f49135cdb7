package peak

import (
	"context"

	"facet/model"
	"facet/model/taskgraph"
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
	w := newWalk(g)
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
	needs [][]int32 // of each node: tasks, then Jacobians as joints
	next  [][]int32
}

func newWalk(g *taskgraph.Graph) *walk {
	n := len(g.Tasks)
	w := &walk{g: g, needs: make([][]int32, n+len(g.Jacobians)), next: make([][]int32, n+len(g.Jacobians))}
	link := func(from, to int32) {
		w.needs[to] = append(w.needs[to], from)
		w.next[from] = append(w.next[from], to)
	}
	for x := range g.Jacobians {
		j := &g.Jacobians[x]
		if j.Task != taskgraph.None {
			link(j.Task, int32(n+x))
		}
		for _, part := range j.Parts {
			if part != taskgraph.None {
				link(int32(n)+part, int32(n+x))
			}
		}
	}
	for t := range g.Tasks {
		for _, x := range g.Tasks[t].Reads {
			if x != taskgraph.None {
				link(int32(n)+x, int32(t))
			}
		}
	}
	return w
}

// begin gives how many nodes each node waits for, and the tasks that wait for none.
func (w *walk) begin() (left []int32, ready []int) {
	left = make([]int32, len(w.needs))
	var free []int32
	for v := range w.needs {
		if left[v] = int32(len(w.needs[v])); left[v] == 0 {
			free = append(free, int32(v))
		}
	}
	return left, w.release(left, free, nil)
}

// done appends to ready the tasks that can begin when task t has ended.
func (w *walk) done(left []int32, t int, ready []int) []int {
	var free []int32
	for _, v := range w.next[t] {
		if left[v]--; left[v] == 0 {
			free = append(free, v)
		}
	}
	return w.release(left, free, ready)
}

func (w *walk) release(left, free []int32, ready []int) []int {
	n := int32(len(w.g.Tasks))
	for len(free) > 0 {
		v := free[len(free)-1]
		free = free[:len(free)-1]
		if v < n {
			ready = append(ready, int(v))
			continue
		}
		for _, u := range w.next[v] {
			if left[u]--; left[u] == 0 {
				free = append(free, u)
			}
		}
	}
	return ready
}
