package astar

import (
	"slices"

	"facet/model"
	"facet/model/junction"
	"facet/planner/search/packed"
)

// neighbours describes the vertices on one side of a junction for the choice of
// what to accumulate; end gives a vertex's far end.
func neighbours(s *packed.State, side []int, end func(*packed.Vertex) int32) []junction.Neighbour {
	all := make([]junction.Neighbour, len(side))
	for k, z := range side {
		v := &s.Vertex[z]
		all[k] = junction.Neighbour{Jacobian: v.Jacobian, End: int(end(v)), Pattern: s.Pattern(z), Twin: -1}
		if v.Edge >= 0 {
			all[k].Model = &s.Problem.Dag.Edges[v.Edge]
		}
		if !v.Jacobian {
			_, all[k].Accumulation = s.Accumulation(z)
			all[k].Twin = slices.Index(side, s.Twin(z))
		}
	}
	return all
}

// eliminate eliminates all faces at junction j of s, at the least cost over what
// is accumulated first, and appends the moves. exact reports whether every
// vertex that ends in j has a face with every one that starts there, as is always so
// unless single faces were eliminated by hand: then no order of the faces is
// better than another.
func eliminate(s *packed.State, j int32, moves []packed.Move) (all []packed.Move, cost model.Cost,
	exact bool) {
	var in, out []int
	for z := range packed.Bits(s.Live()) {
		if s.Vertex[z].To == j {
			in = append(in, z)
		}
		if s.Vertex[z].From == j {
			out = append(out, z)
		}
	}
	exact = complete(s, in, out)
	if s.Problem.Dag.HasPatterns() && hasTwins(s, in, out) {
		t := trial{j: j, known: make(map[packed.Key]best)}
		if found, ok := t.least(s); ok {
			for _, m := range found.moves() {
				s.Play(m)
				moves = append(moves, m)
			}
			return moves, found.cost, exact
		}
		exact = false
	}
	face := func(a, b int) bool { return s.HasFace(in[a], out[b]) }
	if exact {
		face = nil
	}
	left := neighbours(s, in, func(v *packed.Vertex) int32 { return v.From })
	right := neighbours(s, out, func(v *packed.Vertex) int32 { return v.To })
	chosenLeft, chosenRight, _ := junction.Choose(s.Problem.Dag, int(j), left, right, face)
	var bare []int
	for k, z := range in {
		if chosenLeft[k] {
			bare = append(bare, z)
		}
	}
	for k, z := range out {
		if chosenRight[k] {
			bare = append(bare, z)
		}
	}
	for _, z := range bare {
		// A vertex without Jacobian never merges, so the others stay in place.
		mode, _ := s.Accumulation(z)
		move := packed.Accumulation(z, mode)
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

// hasTwins reports whether an elemental without Jacobian lies beside a vertex that it would
// merge with. With patterns it may then be better to use the two apart: a product with a
// unit costs nothing, and a sum may have more colours than its terms have together.
func hasTwins(s *packed.State, sides ...[]int) bool {
	for _, side := range sides {
		for _, z := range side {
			if !s.Vertex[z].Jacobian && s.Twin(z) >= 0 {
				return true
			}
		}
	}
	return false
}

// mostTrials is how many states a trial looks at.
const mostTrials = 5000

// trial eliminates a junction in every order of accumulations and faces.
type trial struct {
	j     int32
	known map[packed.Key]best
}

// best is the cheapest way on from a state: a move, and what comes then.
type best struct {
	cost model.Cost
	move packed.Move
	rest *best
}

func (b *best) moves() (all []packed.Move) {
	for ; b != nil && b.rest != nil; b = b.rest {
		all = append(all, b.move)
	}
	return all
}

// least is the cheapest way to eliminate all faces at the junction; ok is false where
// there are too many states.
func (t *trial) least(s *packed.State) (found best, ok bool) {
	key := s.Key()
	if b, seen := t.known[key]; seen {
		return b, true
	}
	if len(t.known) >= mostTrials {
		return best{}, false
	}
	found.cost = model.Saturated
	left := false
	try := func(m packed.Move) bool {
		next := s.Clone()
		price := next.Play(m)
		rest, ok := t.least(next)
		if cost := price.Add(rest.cost); ok && cost < found.cost || found.rest == nil {
			found = best{cost, m, &rest}
		}
		return ok
	}
	for z := range packed.Bits(s.Live()) {
		v := &s.Vertex[z]
		if v.To != t.j && v.From != t.j {
			continue
		}
		if !v.Jacobian && s.Touches(z) {
			mode, _ := s.Accumulation(z)
			if !try(packed.Accumulation(z, mode)) {
				return best{}, false
			}
		}
		if v.To != t.j {
			continue
		}
		for w := range packed.Bits(s.S(z)) {
			left = true
			if mode, _, can := s.CheapestMode(z, w); can &&
				!try(packed.Move{U: int32(z), V: int32(w), Mode: mode}) {
				return best{}, false
			}
		}
	}
	if !left {
		found = best{}
	}
	t.known[key] = found
	return found, true
}

// next gives the first face at junction j that can be eliminated, in its
// cheapest mode. Where the cut could not tell prices apart because all of them
// saturate, faces can be left without a Jacobian on either side; it then gives
// the accumulation of such a face's u.
func next(s *packed.State, j int32) (packed.Move, bool) {
	stuck := -1
	for u := range packed.Bits(s.Live()) {
		if s.Vertex[u].To != j {
			continue
		}
		for v := range packed.Bits(s.S(u)) {
			if mode, _, ok := s.CheapestMode(u, v); ok {
				return packed.Move{U: int32(u), V: int32(v), Mode: mode}, true
			}
			stuck = u
		}
	}
	if stuck < 0 {
		return packed.Move{}, false
	}
	mode, _ := s.Accumulation(stuck)
	return packed.Accumulation(stuck, mode), true
}

func complete(s *packed.State, in, out []int) bool {
	for _, u := range in {
		for _, v := range out {
			if !s.HasFace(u, v) {
				return false
			}
		}
	}
	return true
}

// junctions lists the junctions at which s has faces.
func junctions(s *packed.State) []int32 {
	var all []int32
	seen := make(map[int32]bool)
	for u := range packed.Bits(s.Live()) {
		j := s.Vertex[u].To
		if seen[j] {
			continue
		}
		for range packed.Bits(s.S(u)) {
			seen[j] = true
			all = append(all, j)
			break
		}
	}
	return all
}
