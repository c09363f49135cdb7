package timetable

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/model/heap"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
)

// clock is the memory while tasks begin and end. A task has the room of its product and
// its tape from its beginning; what it was the last to use is freed when it ends.
type clock struct {
	memory  *taskgraph.Memory
	extra   []model.Cost // of each task that runs
	sum     model.Cost
	end     func(int) model.Cost
	running *heap.Heap[int] // the tasks that have begun and not ended, the first to end first
}

func newClock(g *taskgraph.Graph, end func(int) model.Cost) *clock {
	first := func(a, b *int) bool {
		x, y := end(*a), end(*b)
		return x < y || x == y && *a < *b
	}
	return &clock{memory: taskgraph.NewMemory(g), extra: make([]model.Cost, len(g.Tasks)), end: end,
		running: heap.New(first)}
}

func (c *clock) held() model.Cost { return c.memory.Held().Add(c.sum) }

func (c *clock) begin(t int) {
	c.extra[t] = c.memory.Need(t)
	c.sum = c.sum.Add(c.extra[t])
	c.running.Push(t)
}

// finish ends the task that is the first to end.
func (c *clock) finish() int {
	t := c.running.Pop()
	if !c.sum.IsSaturated() {
		c.sum -= c.extra[t]
	}
	c.memory.Done(t)
	return t
}

// profile is what is held when tasks that begin in an order begin and end at these times.
func profile(g *taskgraph.Graph, order []int, place func(int) (start, end model.Cost)) (all []Moment,
	peak model.Cost) {
	c := newClock(g, func(t int) model.Cost { _, end := place(t); return end })
	note := func(at model.Cost) {
		held := c.held()
		peak = max(peak, held)
		if n := len(all); n > 0 && all[n-1].Time == at {
			all[n-1].Entries = held
			return
		}
		all = append(all, Moment{at, held})
	}
	note(0)
	until := func(at model.Cost) {
		for c.running.Len() > 0 && c.end(c.running.First()) <= at {
			end := c.end(c.running.First())
			c.finish()
			note(end)
		}
	}
	for _, t := range order {
		start, _ := place(t)
		until(start)
		c.begin(t)
		note(start)
	}
	until(model.Saturated)
	return all, peak
}

// How many tasks may overtake one that has to wait, and in graphs of what size: each is
// tried out along all that follow.
const (
	mostOvertaking = 400
	overtaking     = 24
)

// inOrder schedules tasks in an order, each as soon as it can begin, a machine is free
// and the budget allows it. A task may overtake one that waits, if the others could still
// be carried out in their order. It fails where the order alone is above the budget.
func (t *Timetable) inOrder(ctx context.Context, p *makespan.Problem, order []int,
	budget model.Cost) (s makespan.Schedule, begun []int, ok bool) {
	g := t.Graph
	if peak, _ := taskgraph.Peak(g, order); peak > budget {
		return s, nil, false
	}
	s.Places = make([]makespan.Place, len(g.Tasks))
	c := newClock(g, func(k int) model.Cost { return s.Places[k].End })
	machines := make([]int, p.Machines) // that are free, the last one next
	for k := range machines {
		machines[k] = p.Machines - 1 - k
	}
	left, _ := p.Waits()
	waiting := slices.Clone(order)
	var now model.Cost
	for len(waiting) > 0 {
		if ctx.Err() != nil {
			return s, nil, false
		}
		at := -1
		for k := 0; k < min(len(waiting), overtaking) && len(machines) > 0; k++ {
			next := waiting[k]
			if left.Ready(next) && c.held().Add(c.memory.Need(next)) <= budget &&
				(k == 0 || t.mayOvertake(c, waiting, k, budget)) {
				at = k
				break
			}
			if len(g.Tasks) > mostOvertaking {
				break
			}
		}
		if at >= 0 {
			next := waiting[at]
			waiting = slices.Delete(waiting, at, at+1)
			machine := machines[len(machines)-1]
			machines = machines[:len(machines)-1]
			s.Places[next] = makespan.Place{Start: now, End: now.Add(p.Time[next]), Machine: machine}
			c.begin(next)
			begun = append(begun, next)
			if p.Time[next] > 0 {
				continue
			}
		}
		if c.running.Len() == 0 {
			return s, nil, false
		}
		now = s.Places[c.running.First()].End
		for c.running.Len() > 0 && s.Places[c.running.First()].End == now {
			ended := c.finish()
			left.Ends(ended, 0, nil)
			machines = append(machines, s.Places[ended].Machine)
		}
	}
	for k := range s.Places {
		s.Makespan = max(s.Makespan, s.Places[k].End)
	}
	return s, begun, true
}

// mayOvertake reports whether the tasks that wait can be carried out one after another in
// their order when those that run and the k-th have ended.
func (t *Timetable) mayOvertake(c *clock, waiting []int, k int, budget model.Cost) bool {
	m := c.memory.Clone()
	ends := slices.Clone(c.running.Values())
	slices.SortFunc(ends, func(a, b int) int { return cmp.Compare(c.end(a), c.end(b)) })
	for _, r := range ends {
		m.Done(r)
	}
	m.Done(waiting[k])
	for i, next := range waiting {
		if i == k {
			continue
		}
		if m.During(next) > budget {
			return false
		}
		m.Done(next)
	}
	return true
}
