package peak

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
)

// mostOrders is how many orders of groups are tried.
const mostOrders = 24

// grouped carries the tasks out group after group: all that leads to the results of one
// source of the dag before the next (or of one sink), in several orders of the groups.
// Results stay, so that what is large while it is computed had better come early.
func (w *walk) grouped(ctx context.Context, take func([]int)) {
	for _, bySource := range [...]bool{true, false} {
		groups := w.groups(bySource)
		if len(groups) < 2 {
			continue
		}
		for _, order := range orders(len(groups)) {
			if ctx.Err() != nil {
				return
			}
			for rule := range rules {
				take(w.inGroups(ctx, groups, order, rule))
			}
		}
	}
}

// groups lists, for each source or sink of the dag, the tasks that its results need,
// those with the most entries first.
func (w *walk) groups(bySource bool) [][]int {
	g := w.g
	results := make(map[int32][]int32)
	size := make(map[int32]model.Cost)
	var ends []int32
	for x := range g.Jacobians {
		j := &g.Jacobians[x]
		if !j.Result {
			continue
		}
		end := j.Target
		if bySource {
			end = j.Source
		}
		if results[end] == nil {
			ends = append(ends, end)
		}
		results[end] = append(results[end], makespan.NodeOf(g, int32(x)))
		size[end] = size[end].Add(j.Entries)
	}
	slices.SortStableFunc(ends, func(a, b int32) int { return cmp.Compare(size[b], size[a]) })
	seen := make([]int32, len(w.tasks.Needs))
	groups := make([][]int, len(ends))
	for k, end := range ends {
		for _, x := range results[end] {
			if int(x) < len(g.Tasks) {
				groups[k] = append(groups[k], int(x))
			}
			groups[k] = append(groups[k], w.reached(x, w.tasks.Needs, seen, int32(k+1))...)
		}
	}
	return groups
}

// orders gives orders of n groups: all where they are few, else the given one, its
// reverse and its rotations.
func orders(n int) (all [][]int) {
	first := make([]int, n)
	for k := range first {
		first[k] = k
	}
	if n <= 4 {
		var permute func(k int)
		permute = func(k int) {
			if k == n {
				all = append(all, slices.Clone(first))
				return
			}
			for i := k; i < n; i++ {
				first[k], first[i] = first[i], first[k]
				permute(k + 1)
				first[k], first[i] = first[i], first[k]
			}
		}
		permute(0)
		return all
	}
	back := slices.Clone(first)
	slices.Reverse(back)
	all = append(all, first, back)
	for k := 1; k < n && len(all) < mostOrders; k++ {
		all = append(all, slices.Concat(first[k:], first[:k]))
	}
	return all
}

// inGroups is a greedy order in which the groups follow each other.
func (w *walk) inGroups(ctx context.Context, groups [][]int, order []int, rule int) []int {
	n := len(w.g.Tasks)
	rank := make([]int, n) // of the first group that needs a task
	for t := range rank {
		rank[t] = len(groups)
	}
	for k, g := range order {
		for _, t := range groups[g] {
			rank[t] = min(rank[t], k)
		}
	}
	m := taskgraph.NewMemory(w.g)
	left, ready := w.tasks.Waits()
	all := make([]int, 0, n)
	for len(ready) > 0 {
		if len(all)%64 == 0 && ctx.Err() != nil {
			return nil
		}
		first := rank[slices.MinFunc(ready, func(a, b int) int { return cmp.Compare(rank[a], rank[b]) })]
		best, least := -1, [3]model.Cost{}
		for k, t := range ready {
			if rank[t] != first {
				continue
			}
			if v := value(m, 0, t, k, rule); best < 0 || slices.Compare(v[:], least[:]) < 0 {
				best, least = k, v
			}
		}
		t := ready[best]
		ready = slices.Delete(ready, best, best+1)
		m.Done(t)
		all = append(all, t)
		ready = left.Ends(t, 0, ready)
	}
	return all
}

// improved takes pieces of an order and looks for the best order of each: a piece is
// carried out from what is held before it, and what is held behind it stays the same.
func (w *walk) improved(ctx context.Context, order []int) []int {
	order = slices.Clone(order)
	for length := 6; length <= 12; length += 3 {
		m := taskgraph.NewMemory(w.g)
		for from := 0; from+length <= len(order); from++ {
			if ctx.Err() != nil {
				return order
			}
			copy(order[from:], w.piece(m, order[from:from+length]))
			m.Done(order[from])
		}
	}
	return order
}

// piece is the order of a few tasks with the least peak, and of those with as much the
// least sum of what is held.
func (w *walk) piece(m *taskgraph.Memory, part []int) []int {
	n := len(part)
	index := make(map[int]int, n)
	for k, t := range part {
		index[t] = k
	}
	needs := make([]uint32, n)
	for k, t := range part {
		for _, u := range w.direct(t) {
			if i, ok := index[u]; ok {
				needs[k] |= 1 << i
			}
		}
	}
	type cell struct {
		peak  model.Cost
		sum   float64
		last  int8
		known bool
	}
	cells := make([]cell, 1<<n)
	cells[0].known = true
	room := m.Clone()
	for set := range cells {
		c := cells[set]
		if !c.known {
			continue
		}
		room.CopyFrom(m)
		for k := range n {
			if set>>k&1 == 1 {
				room.Done(part[k])
			}
		}
		for k := range n {
			if set>>k&1 == 1 || needs[k]&^uint32(set) != 0 {
				continue
			}
			next := &cells[set|1<<k]
			during := room.During(part[k])
			peak, sum := max(c.peak, during), c.sum+float64(during)
			if !next.known || peak < next.peak || peak == next.peak && sum < next.sum {
				*next = cell{peak, sum, int8(k), true}
			}
		}
	}
	out := make([]int, n)
	for set, k := 1<<n-1, n-1; k >= 0; k-- {
		last := cells[set].last
		out[k] = part[last]
		set &^= 1 << last
	}
	return out
}

// direct lists the tasks whose products task t uses.
func (w *walk) direct(t int) (all []int) {
	stack := slices.Clone(w.tasks.Needs[t])
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if int(v) < len(w.g.Tasks) {
			all = append(all, int(v))
		} else {
			stack = append(stack, w.tasks.Needs[v]...)
		}
	}
	return all
}
