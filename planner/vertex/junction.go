package vertex

import (
	"facet/model"
	"facet/planner/compact"
)

// class is what becomes one vertex when its bare member is accumulated: a
// vertex without Jacobian and the twin that it would merge with, either of
// which can be missing (-1).
type class struct{ bare, twin int }

// member is one vertex of a class after the choice of what to accumulate.
type member struct {
	z               int
	jacobian, model bool
}

// members lists the vertices of the class after the choice.
func members(s *compact.State, c class, accumulate bool, into []member) []member {
	switch {
	case c.bare < 0:
		return append(into, member{c.twin, true, s.Vertex[c.twin].Edge >= 0})
	case accumulate:
		return append(into, member{c.bare, true, c.twin < 0})
	case c.twin < 0:
		return append(into, member{c.bare, false, true})
	}
	return append(into, member{c.bare, false, true}, member{c.twin, true, s.Vertex[c.twin].Edge >= 0})
}

// classes groups the vertices of one side of a junction.
func classes(s *compact.State, side []int) []class {
	var all []class
	taken := make(map[int]bool)
	for _, z := range side {
		if !s.Vertex[z].Jacobian {
			w := s.Twin(z)
			all = append(all, class{bare: z, twin: w})
			taken[w] = true
		}
	}
	for _, z := range side {
		if s.Vertex[z].Jacobian && !taken[z] {
			all = append(all, class{bare: -1, twin: z})
		}
	}
	return all
}

func accumulations(s *compact.State, side []class) []model.Cost {
	prices := make([]model.Cost, len(side))
	for k, c := range side {
		prices[k] = model.Saturated // nothing to accumulate
		if c.bare >= 0 {
			_, prices[k] = s.Accumulation(c.bare)
		}
	}
	return prices
}

// Eliminate eliminates all faces at junction j of s, at the least cost over what
// is accumulated first, and appends the moves. exact tells that every vertex
// that ends in j has a face with every one that starts there, as is always so
// unless single faces were eliminated by hand: then no order of the faces is
// better than another.
func Eliminate(s *compact.State, j int32, moves []compact.Move) (all []compact.Move, cost model.Cost, exact bool) {
	var in, out []int
	for z := range compact.Bits(s.Live()) {
		if s.Vertex[z].To == j {
			in = append(in, z)
		}
		if s.Vertex[z].From == j {
			out = append(out, z)
		}
	}
	exact = complete(s, in, out)
	left, right := classes(s, in), classes(s, out)
	var us, vs []member
	price := func(a, b int, accumulateA, accumulateB bool) model.Cost {
		us = members(s, left[a], accumulateA, us[:0])
		vs = members(s, right[b], accumulateB, vs[:0])
		var sum model.Cost
		for _, u := range us {
			for _, v := range vs {
				if s.HasFace(u.z, v.z) {
					sum = sum.Add(pairPrice(s, u, v))
				}
			}
		}
		return sum
	}
	chosenLeft, chosenRight, _ := model.SplitCut(accumulations(s, left), accumulations(s, right), price)
	var bare []int
	for k, c := range left {
		if chosenLeft[k] && c.bare >= 0 {
			bare = append(bare, c.bare)
		}
	}
	for k, c := range right {
		if chosenRight[k] && c.bare >= 0 {
			bare = append(bare, c.bare)
		}
	}
	for _, z := range bare {
		// A vertex without Jacobian never merges, so the others stay in place.
		mode, _ := s.Accumulation(z)
		move := compact.Accumulation(z, mode)
		moves, cost = append(moves, move), cost.Add(s.Play(move))
	}
	for {
		move, ok := next(s, j)
		if !ok {
			return moves, cost, exact
		}
		moves, cost = append(moves, move), cost.Add(s.Play(move))
	}
}

// next gives the first face at junction j that can be eliminated, in its
// cheapest mode. Where the cut could not tell prices apart because all of them
// saturate, faces can be left without a Jacobian on either side; it then gives
// the accumulation of such a face's u.
func next(s *compact.State, j int32) (compact.Move, bool) {
	stuck := -1
	for u := range compact.Bits(s.Live()) {
		if s.Vertex[u].To != j {
			continue
		}
		for v := range compact.Bits(s.S(u)) {
			if mode, _, ok := s.CheapestWay(u, v); ok {
				return compact.Move{U: int32(u), V: int32(v), Mode: mode}, true
			}
			stuck = u
		}
	}
	if stuck < 0 {
		return compact.Move{}, false
	}
	mode, _ := s.Accumulation(stuck)
	return compact.Accumulation(stuck, mode), true
}

func complete(s *compact.State, in, out []int) bool {
	for _, u := range in {
		for _, v := range out {
			if !s.HasFace(u, v) {
				return false
			}
		}
	}
	return true
}

func pairPrice(s *compact.State, u, v member) model.Cost {
	best := model.Saturated
	if u.jacobian && v.model {
		best = s.Tangent(u.z, v.z)
	}
	if v.jacobian && u.model {
		best = min(best, s.Adjoint(u.z, v.z))
	}
	if u.jacobian && v.jacobian {
		best = min(best, s.Product(u.z, v.z))
	}
	return best
}

// Junctions lists the junctions at which s has faces.
func Junctions(s *compact.State) []int32 {
	var all []int32
	seen := make(map[int32]bool)
	for u := range compact.Bits(s.Live()) {
		j := s.Vertex[u].To
		if seen[j] {
			continue
		}
		for range compact.Bits(s.S(u)) {
			seen[j] = true
			all = append(all, j)
			break
		}
	}
	return all
}
