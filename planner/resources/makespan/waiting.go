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

// Waits gives the tasks as they are before the first has begun, and those that can begin.
func (p *Problem) Waits() (w *Waiting, ready []int) {
	w = &Waiting{p: p, left: make([]int32, len(p.Needs)), at: make([]model.Cost, len(p.Needs))}
	for v := range p.Needs {
		w.left[v] = int32(len(p.Needs[v]))
	}
	for v := range p.Needs {
		switch {
		case len(p.Needs[v]) > 0:
		case v < p.Tasks:
			ready = append(ready, v)
		default:
			ready = w.Ends(v, 0, ready)
		}
	}
	return w, ready
}

// Clone is a copy that ends tasks by itself.
func (w *Waiting) Clone() *Waiting { return &Waiting{w.p, slices.Clone(w.left), slices.Clone(w.at)} }

// Ready reports whether all that task t needs has ended.
func (w *Waiting) Ready(t int) bool { return w.left[t] == 0 }

// At is when all that task t needs has ended.
func (w *Waiting) At(t int) model.Cost { return w.at[t] }

// Ends ends a node at a time, and appends to ready the tasks that can begin then.
func (w *Waiting) Ends(v int, at model.Cost, ready []int) []int {
	w.at[v] = max(w.at[v], at)
	for stack := []int32{int32(v)}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, u := range w.p.Next[v] {
			w.at[u] = max(w.at[u], w.at[v])
			if w.left[u]--; w.left[u] > 0 {
				continue
			}
			if int(u) < w.p.Tasks {
				ready = append(ready, int(u))
			} else {
				stack = append(stack, u)
			}
		}
	}
	return ready
}
