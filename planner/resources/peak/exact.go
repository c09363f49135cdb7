package peak

import (
	"context"
	"slices"

	"facet/model"
	"facet/model/heap"
	"facet/model/taskgraph"
)

// set is a set of tasks.
type set [mostExact / 64]uint64

func (s *set) has(t int) bool { return s[t>>6]>>(t&63)&1 == 1 }
func (s *set) add(t int)      { s[t>>6] |= 1 << (t & 63) }

// state is a set of tasks that have ended, with the least peak of an order of them.
type state struct {
	done   set
	peak   model.Cost
	count  int32
	task   int32 // that ended last
	before *state
}

// first reports whether s is expanded before another state: that of the lower peak is,
// and of equal peaks the one that is furthest.
func (s *state) first(other *state) bool {
	return s.peak < other.peak || s.peak == other.peak && s.count > other.count
}

// exact looks for an order with a peak below the given one, by the bottleneck version of
// Dijkstra's algorithm over sets of tasks. The bound is the given peak where there is
// none, and what all open sets reach at least where the search ends early.
func (w *walk) exact(ctx context.Context, below model.Cost, most int) (order []int, bound model.Cost) {
	n := len(w.g.Tasks)
	m := taskgraph.NewMemory(w.g)
	fresh := m.Clone()
	start := &state{peak: m.Held(), task: -1}
	open := heap.New(func(a, b **state) bool { return (*a).first(*b) }, start)
	known := map[set]model.Cost{start.done: start.peak}
	closed := make(map[set]bool)
	for open.Len() > 0 {
		s := open.Pop()
		if closed[s.done] {
			continue
		}
		if s.peak >= below {
			return nil, below
		}
		if int(s.count) == n {
			for ; s.before != nil; s = s.before {
				order = append(order, int(s.task))
			}
			slices.Reverse(order)
			return order, w.peakOf(order)
		}
		if len(known) > most || len(known)%256 == 0 && ctx.Err() != nil {
			return nil, s.peak
		}
		closed[s.done] = true
		m.CopyFrom(fresh)
		ready := w.restore(&s.done, m)
		if t := w.free(m, ready, s.peak); t >= 0 {
			ready = []int{t}
		}
		for _, t := range ready {
			next := &state{done: s.done, peak: max(s.peak, m.During(t)), count: s.count + 1, task: int32(t),
				before: s}
			next.done.add(t)
			if old, ok := known[next.done]; next.peak < below && (!ok || next.peak < old) {
				known[next.done] = next.peak
				open.Push(next)
			}
		}
	}
	return nil, below
}

func (w *walk) peakOf(order []int) model.Cost {
	peak, _ := taskgraph.Peak(w.g, order)
	return peak
}

// restore carries out the tasks of a set, and gives those that can follow.
func (w *walk) restore(done *set, m *taskgraph.Memory) (now []int) {
	left, ready := w.tasks.Waits()
	for k := 0; k < len(ready); k++ {
		t := ready[k]
		if !done.has(t) {
			now = append(now, t)
			continue
		}
		m.Done(t)
		ready = left.Ends(t, 0, ready)
	}
	return now
}

// free finds a task with which nothing is lost: while it works no more is held than was
// before, and whenever it ends it frees as much as it makes. An order that has it later
// holds as much at each step.
func (w *walk) free(m *taskgraph.Memory, ready []int, peak model.Cost) int {
	for _, t := range ready {
		if m.During(t) <= peak && m.Shrinks(t) {
			return t
		}
	}
	return -1
}
