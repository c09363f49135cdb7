package peak

import (
	"context"

	"facet/model"
	"facet/model/taskgraph"
)

// bound is the most that some task finds beside itself in any order: what the tasks
// before it have made and it or a task behind it uses, and results. Before the first
// task and after the last one it is what is held there.
func (w *walk) bound(ctx context.Context) model.Cost {
	n := len(w.g.Tasks)
	m := taskgraph.NewMemory(w.g)
	bound := m.Held()
	if n <= mostBound {
		seen := make([]int32, len(w.tasks.Needs))
		for t := range n {
			if ctx.Err() != nil {
				return bound
			}
			before := w.reached(int32(t), w.tasks.Needs, seen, int32(2*t+1))
			behind := w.reached(int32(t), w.tasks.Next, seen, int32(2*t+2))
			bound = max(bound, taskgraph.Least(w.g, t, before, behind))
		}
	}
	for t := range n {
		m.Done(t)
	}
	return max(bound, m.Held())
}

// reached lists the tasks that a node leads to by arrows; mark is new in seen.
func (w *walk) reached(from int32, arrows [][]int32, seen []int32, mark int32) (tasks []int) {
	stack := []int32{from}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, u := range arrows[v] {
			if seen[u] == mark {
				continue
			}
			seen[u] = mark
			stack = append(stack, u)
			if int(u) < len(w.g.Tasks) {
				tasks = append(tasks, int(u))
			}
		}
	}
	return tasks
}
