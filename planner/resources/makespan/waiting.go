package makespan

import (
	"cmp"
	"slices"

	"facet/model"
)

// With is the problem with other times.
func (p *Problem) With(time []model.Cost) *Problem {
	q := *p
	q.Time = time
	q.prepare()
	return &q
}

// ByTail lists the tasks in an order that keeps to the constraints, those with the
// longest paths to the end first.
func (p *Problem) ByTail() []int {
	order := p.topological()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.tail[b], p.tail[a]) })
	return order
}

// Waiting knows which tasks can begin.
type Waiting struct {
	p    *Problem
	left []int32
	at   []model.Cost // of each node: when all that it needs has ended
}

// Waits gives the tasks as they are before the first has begun.
func (p *Problem) Waits() *Waiting {
	w := &Waiting{p: p, left: make([]int32, len(p.Needs)), at: make([]model.Cost, len(p.Needs))}
	for v := range p.Needs {
		w.left[v] = int32(len(p.Needs[v]))
	}
	for v := p.Tasks; v < len(p.Needs); v++ {
		if len(p.Needs[v]) == 0 {
			w.pass(int32(v), 0)
		}
	}
	return w
}

// Ready reports whether all that task t needs has ended.
func (w *Waiting) Ready(t int) bool { return w.left[t] == 0 }

// At is when all that task t needs has ended.
func (w *Waiting) At(t int) model.Cost { return w.at[t] }

// Done ends task t.
func (w *Waiting) Done(t int) { w.pass(int32(t), 0) }

// Ends ends task t at a time.
func (w *Waiting) Ends(t int, at model.Cost) { w.pass(int32(t), at) }

// pass takes a node that has ended off those that wait for it.
func (w *Waiting) pass(v int32, at model.Cost) {
	stack := []int32{v}
	w.at[v] = max(w.at[v], at)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := w.at[v]
		for _, u := range w.p.next[v] {
			w.at[u] = max(w.at[u], at)
			if w.left[u]--; w.left[u] == 0 && int(u) >= w.p.Tasks {
				stack = append(stack, u)
			}
		}
	}
}
