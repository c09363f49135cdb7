package heuristic

import (
	"cmp"

	"facet/model"
	"facet/planner/packed"
)

// candidate is a face that greedy may take next.
type candidate struct {
	u, v  int
	way   packed.Way
	cost  model.Cost
	fill  int
	place [3]int // canonical numbers of junction, source and sink
	value [2]uint64
}

// order compares two candidates; negative takes the first.
type order func(a, b *candidate) int

// GreedyMinFill eliminates the face with the least fill first: the faces that
// the product adds, less those that go with vertices the elimination isolates
// (negative fill). A tie goes to the face that sparse tangent mode, or sparse
// adjoint mode, would take first; the better of the two sequences is the result.
// When stop says so it gives up, and the plan has no moves.
func GreedyMinFill(start *packed.State, stop func() bool) Plan {
	return better(greedy(start, stop, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.fill, b.fill), forward(a, b))
	}), greedy(start, stop, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.fill, b.fill), -forward(a, b))
	}))
}

// GreedyLocalCost eliminates the cheapest face first, accumulations included.
// Ties go and stop works as in GreedyMinFill.
func GreedyLocalCost(start *packed.State, stop func() bool) Plan {
	return better(greedy(start, stop, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.fill, b.fill), forward(a, b))
	}), greedy(start, stop, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.fill, b.fill), -forward(a, b))
	}))
}

// better is the cheaper of two plans, the first in a tie; one that was given up
// does not count.
func better(a, b Plan) Plan {
	if a.Moves == nil || b.Moves != nil && b.Cost < a.Cost {
		return b
	}
	return a
}

// forward is the order in which sparse tangent mode takes faces: by junction,
// then by source, then by sink. Faces between the same dag vertices are told
// apart by their values.
func forward(a, b *candidate) int {
	return cmp.Or(
		cmp.Compare(a.place[0], b.place[0]), cmp.Compare(a.place[1], b.place[1]), cmp.Compare(a.place[2], b.place[2]),
		cmp.Compare(a.value[0], b.value[0]), cmp.Compare(a.value[1], b.value[1]))
}

func greedy(start *packed.State, stop func() bool, better order) Plan {
	b := build(start, stop)
	number := canon(start.Problem)
	revalue(b.state, number)
	for {
		if b.stopped() {
			return b.settle()
		}
		best, ok := candidate{}, false
		for u := range packed.Bits(b.state.Live()) {
			for v := range packed.Bits(b.state.S(u)) {
				c := b.candidate(u, v, number)
				if !ok || better(&c, &best) < 0 {
					best, ok = c, true
				}
			}
		}
		if !ok {
			return b.settle()
		}
		move, cost := b.state.Take(best.u, best.v, best.way)
		b.Moves, b.Cost = append(b.Moves, move), b.Cost.Add(cost)
	}
}

// candidate prices face (u,v) in its cheapest way, accumulations included.
func (b *builder) candidate(u, v int, number []int) candidate {
	s := b.state
	c := candidate{u: u, v: v, cost: model.Saturated, fill: s.FillOf(u, v), way: packed.Both}
	x, y := &s.Vertex[u], &s.Vertex[v]
	c.place = [3]int{number[x.To], number[x.From], number[y.To]}
	c.value = [2]uint64{x.Value, y.Value}
	for _, way := range s.Ways(u, v) {
		if cost := s.WayPrice(u, v, way); cost < c.cost {
			c.cost, c.way = cost, way
		}
	}
	return c
}
