package timetable

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/planner/resources/makespan"
)

// mostPieces bounds tasks times machines of a timetable whose seeds are shared out: more
// machines than that stay idle.
const (
	mostPieces = 300_000
	someShare  = 64 // but so many may always share one
)

// share schedules operations whose columns or rows are shared out. Each operation, by
// priority, gets the earliest end at which the machines together can have done all of
// its lines.
//
// It gives the problem in which each operation has all machines to itself.
func (t *Timetable) share(ctx context.Context, p *makespan.Problem) *makespan.Problem {
	n := len(t.Graph.Tasks)
	lines := int64(1)
	time := make([]model.Cost, n) // with all machines at one operation
	for k := range n {
		l := t.Graph.Lines(k)
		lines = max(lines, l)
		time[k] = t.Graph.Part(k, (l-1)/min(l, int64(t.Options.Machines))+1)
	}
	machines := int(min(int64(t.Options.Machines), lines*int64(max(1, n)),
		int64(max(someShare, mostPieces/max(1, n)))))
	fast := p.With(time)
	bound := max(fast.CriticalPath(), makespan.ByWork(t.leastWork(), t.Options.Machines))
	orders := [][]int{fast.ByTail(), t.Least.Order}
	if t.Options.Budget != nil {
		orders = [][]int{t.Least.Order}
	}
	t.whole(ctx, p) // one machine for each operation is one way to share
	found := t.Options.Budget == nil || t.Peak <= *t.Options.Budget
	for k := range t.Operations {
		o := &t.Operations[k]
		o.Pieces = []Piece{{Machine: o.Machine, Start: o.Start, End: o.End, Lines: t.Graph.Lines(k)}}
	}
	for _, order := range orders {
		for _, alone := range []bool{false, true} { // each operation on all machines at once
			if t.Options.Budget != nil && !alone || ctx.Err() != nil {
				continue
			}
			ops := t.fill(p, order, machines, alone)
			span := model.Cost(0)
			for k := range ops {
				span = max(span, ops[k].End)
			}
			starts := slices.Clone(order)
			slices.SortStableFunc(starts, func(a, b int) int {
				return cmp.Or(cmp.Compare(ops[a].Start, ops[b].Start), cmp.Compare(ops[a].End, ops[b].End))
			})
			if alone {
				starts = order
			}
			memory, most := profile(t.Graph, starts, func(k int) (start, end model.Cost) {
				return ops[k].Start, ops[k].End
			})
			if found && (span > t.Makespan || span == t.Makespan && most >= t.Peak) {
				continue
			}
			found = true
			t.Operations, t.Order, t.Makespan, t.Memory, t.Peak = ops, starts, span, memory, most
		}
	}
	t.prove(bound)
	return fast
}

// leastWork is the least work of each operation, however it is shared out: what its
// lines cost without what a batch costs whatever its size.
func (t *Timetable) leastWork() (sum model.Cost) {
	for k := range t.Graph.Tasks {
		sum = sum.Add(t.Graph.LeastWork(k))
	}
	return sum
}

// fill places operations in an order, each shared out among the machines so that it ends
// as early as it can, after all before it where it is alone.
func (t *Timetable) fill(p *makespan.Problem, order []int, machines int, alone bool) []Operation {
	ops := make([]Operation, len(order))
	free := make([]model.Cost, machines)
	ready, _ := p.Waits()
	var last model.Cost
	for _, k := range order {
		from := ready.At(k)
		if alone {
			from = max(from, last)
		}
		ops[k] = t.spread(k, from, free)
		last = max(last, ops[k].End)
		ready.Ends(k, ops[k].End, nil)
	}
	return ops
}

// spread shares task k out among machines that are free from these times.
func (t *Timetable) spread(k int, from model.Cost, free []model.Cost) Operation {
	g := t.Graph
	lines := g.Lines(k)
	can := func(end model.Cost) (sum int64) {
		for _, f := range free {
			if f = max(f, from); f <= end {
				if sum += g.Within(k, end-f); sum >= lines {
					return sum
				}
			}
		}
		return sum
	}
	first := free[0]
	for _, f := range free {
		first = min(first, f)
	}
	low, high := max(from, first), max(from, first).Add(g.Part(k, lines)) // at high one machine has done all
	for low < high {
		mid := low + (high-low)/2
		if can(mid) >= lines {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if can(high) < lines { // no end fits into 64 bits: one machine does all, until then
		m := slices.Index(free, first)
		begin := max(from, first)
		free[m] = begin.Add(g.Part(k, lines))
		return Operation{Start: begin, End: free[m], Machine: m, Pieces: []Piece{{m, begin, free[m], lines}}}
	}
	o := Operation{Start: model.Saturated, Machine: -1}
	for m := range free {
		begin := max(free[m], from)
		if begin > high || lines == 0 {
			continue
		}
		n := min(lines, g.Within(k, high-begin))
		if n == 0 {
			continue
		}
		lines -= n
		free[m] = begin.Add(g.Part(k, n))
		o.Pieces = append(o.Pieces, Piece{Machine: m, Start: begin, End: free[m], Lines: n})
		if begin < o.Start {
			o.Start, o.Machine = begin, m
		}
		o.End = max(o.End, free[m])
	}
	return o
}
