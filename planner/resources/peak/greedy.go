package peak

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/model/field"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
)

// rules is how many greedy orders there are.
const rules = 4

// mostCompared is how many tasks a greedy order compares at each step.
const mostCompared = 200

// greedy takes at each step the task after which the least is held (rule 0), during which
// the least is (1), that first which makes memory smaller or else the one that needs
// least (2), or the one that uses what was made last (3).
func (w *walk) greedy(ctx context.Context, rule int) []int {
	n := len(w.g.Tasks)
	m := taskgraph.NewMemory(w.g)
	left, ready := w.tasks.Waits()
	order := make([]int, 0, n)
	peak := m.Held()
	for len(ready) > 0 {
		if len(order)%64 == 0 && ctx.Err() != nil {
			return nil
		}
		best, least := -1, [3]model.Cost{}
		from := max(0, len(ready)-mostCompared)
		for k := from; k < len(ready); k++ {
			if v := value(m, peak, ready[k], k, rule); best < 0 || slices.Compare(v[:], least[:]) < 0 {
				best, least = k, v
			}
		}
		t := ready[best]
		ready = slices.Delete(ready, best, best+1)
		peak = max(peak, m.During(t))
		m.Done(t)
		order = append(order, t)
		ready = left.Ends(t, 0, ready)
	}
	return order
}

// inTurn takes the task first that could begin last, which goes on with what was just
// made, or the one that could begin first. It takes linear time.
func (w *walk) inTurn(last bool) []int {
	left, ready := w.tasks.Waits()
	slices.Reverse(ready)
	order := make([]int, 0, len(w.g.Tasks))
	if !last {
		for k := 0; k < len(ready); k++ {
			ready = left.Ends(ready[k], 0, ready)
		}
		return ready
	}
	for len(ready) > 0 {
		t := ready[len(ready)-1]
		ready = left.Ends(t, 0, ready[:len(ready)-1])
		order = append(order, t)
	}
	return order
}

// value is by what a rule compares tasks, the least first; k grows with how late a task
// could begin.
func value(m *taskgraph.Memory, peak model.Cost, t, k, rule int) [3]model.Cost {
	during, held := m.During(t), m.After(t)
	switch {
	case rule == 0:
		return [3]model.Cost{max(peak, during), held, during}
	case rule == 1:
		return [3]model.Cost{max(peak, during), during, held}
	case rule == 2 && held > m.Held():
		return [3]model.Cost{model.Saturated, during, held}
	case rule == 2:
		return [3]model.Cost{held, during, 0}
	}
	return [3]model.Cost{max(peak, during), max(0, held-m.Held()), model.Saturated - model.Cost(k)}
}

// position is a set of tasks that have ended, in some order.
type position struct {
	before *position
	task   int
	memory *taskgraph.Memory
	left   *makespan.Waiting
	ready  []int
	peak   model.Cost
	hash   uint64
}

func (p *position) order(n int) []int {
	order := make([]int, 0, n)
	for ; p.before != nil; p = p.before {
		order = append(order, p.task)
	}
	slices.Reverse(order)
	return order
}

// beam keeps the width best sets of each size.
func (w *walk) beam(ctx context.Context, width int, below model.Cost) []int {
	left, ready := w.tasks.Waits()
	m := taskgraph.NewMemory(w.g)
	now := []*position{{memory: m, left: left, ready: ready, peak: m.Held()}}
	type child struct {
		of     *position
		task   int
		peak   model.Cost
		held   model.Cost
		during model.Cost
		hash   uint64
	}
	for range w.g.Tasks {
		var all []child
		for _, p := range now {
			if ctx.Err() != nil {
				return nil
			}
			for _, t := range p.ready {
				held, during := p.memory.After(t), p.memory.During(t)
				if peak := max(p.peak, during); peak < below {
					all = append(all, child{p, t, peak, held, during, p.hash + mix(t)})
				}
			}
		}
		slices.SortStableFunc(all, func(a, b child) int {
			return cmp.Or(cmp.Compare(a.peak, b.peak), cmp.Compare(a.held, b.held),
				cmp.Compare(a.during, b.during))
		})
		var next []*position
		seen := make(map[uint64]bool)
		for _, c := range all {
			if len(next) == width {
				break
			}
			if seen[c.hash] {
				continue
			}
			seen[c.hash] = true
			p := &position{before: c.of, task: c.task, memory: c.of.memory.Clone(),
				left: c.of.left.Clone(), peak: c.peak, hash: c.hash}
			p.memory.Done(c.task)
			p.ready = p.left.Ends(c.task, 0, without(c.of.ready, c.task))
			next = append(next, p)
		}
		if now = next; len(now) == 0 {
			return nil
		}
	}
	return now[0].order(len(w.g.Tasks))
}

// without is a copy of a list that t is in.
func without(list []int, t int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(u int) bool { return u == t })
}

// mix is a random number for a task, the same in every run.
func mix(t int) uint64 { return field.Mix((uint64(t) + 1) * 0x9e3779b97f4a7c15) }
