package timetable

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/makespan"
)

// running are the tasks that have begun and not ended, the first to end first.
type running struct {
	tasks []int
	end   func(int) model.Cost
}

func (r *running) Len() int { return len(r.tasks) }
func (r *running) Less(i, j int) bool {
	a, b := r.end(r.tasks[i]), r.end(r.tasks[j])
	return a < b || a == b && r.tasks[i] < r.tasks[j]
}
func (r *running) Swap(i, j int) { r.tasks[i], r.tasks[j] = r.tasks[j], r.tasks[i] }
func (r *running) Push(x any)    { r.tasks = append(r.tasks, x.(int)) }
func (r *running) Pop() any {
	last := r.tasks[len(r.tasks)-1]
	r.tasks = r.tasks[:len(r.tasks)-1]
	return last
}

// clock is the memory while tasks begin and end. A task has the room of its product and
// its tape from its beginning; what it was the last to use is freed when it ends.
type clock struct {
	memory *taskgraph.Memory
	extra  []model.Cost // of each task that runs
	sum    model.Cost
	running
}

func newClock(g *taskgraph.Graph, end func(int) model.Cost) *clock {
	return &clock{memory: taskgraph.NewMemory(g), extra: make([]model.Cost, len(g.Tasks)), running: running{end: end}}
}

func (c *clock) held() model.Cost { return c.memory.Held().Add(c.sum) }

func (c *clock) begin(t int) {
	c.extra[t] = c.memory.Need(t)
	c.sum = c.sum.Add(c.extra[t])
	heap.Push(&c.running, t)
}

// finish ends the task that is the first to end.
func (c *clock) finish() int {
	t := heap.Pop(&c.running).(int)
	if !c.sum.IsSaturated() {
		c.sum -= c.extra[t]
	}
	c.memory.Done(t)
	return t
}

// profile is what is held when tasks that begin in an order begin and end at these times.
func profile(g *taskgraph.Graph, order []int, place func(int) (start, end model.Cost)) (all []Moment, peak model.Cost) {
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
		for c.Len() > 0 && c.end(c.tasks[0]) <= at {
			end := c.end(c.tasks[0])
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
func (t *Timetable) inOrder(ctx context.Context, p *makespan.Problem, order []int, budget model.Cost) (s makespan.Schedule, begun []int, ok bool) {
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
	left := p.Waits()
	waiting := slices.Clone(order)
	var now model.Cost
	for len(waiting) > 0 {
		if ctx.Err() != nil {
			return s, nil, false
		}
		at := -1
		for k := 0; k < min(len(waiting), overtaking) && len(machines) > 0; k++ {
			next := waiting[k]
			if left.Ready(next) && c.held().Add(c.memory.Need(next)) <= budget && (k == 0 || t.mayOvertake(c, waiting, k, budget)) {
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
		if c.Len() == 0 {
			return s, nil, false
		}
		now = s.Places[c.tasks[0]].End
		for c.Len() > 0 && s.Places[c.tasks[0]].End == now {
			ended := c.finish()
			left.Done(ended)
			machines = append(machines, s.Places[ended].Machine)
		}
	}
	for k := range s.Places {
		s.Makespan = max(s.Makespan, s.Places[k].End)
	}
	return s, begun, true
}

// mayOvertake tells that the tasks that wait can be carried out one after another in
// their order when those that run and the k-th have ended.
func (t *Timetable) mayOvertake(c *clock, waiting []int, k int, budget model.Cost) bool {
	m := c.memory.Clone()
	ends := slices.Clone(c.tasks)
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
