package heuristic

import (
	"fmt"

	"facet/model"
	"facet/model/field"
	"facet/planner/packed"
)

// Separate tells whether every vertex has at most one predecessor and one
// successor, so that no two words touch. The error names a vertex where some do.
func Separate(s *packed.State) error {
	for z := range packed.Bits(s.Live()) {
		if several(s.P(z)) || several(s.S(z)) {
			e := &s.Problem.Dag.Vertices[s.Vertex[z].From]
			return fmt.Errorf("words touch at a vertex of the line dag that starts in %q: ChainDP needs a dag of separate chains", e.ID)
		}
	}
	return nil
}

func several(row []uint64) bool {
	found := false
	for range packed.Bits(row) {
		if found {
			return true
		}
		found = true
	}
	return false
}

// Chain solves states whose words are separate by dynamic programming over the
// stretches of each word: the generalized matrix chain problem. A letter is used
// once, so a stretch is made from two shorter ones by a product, or from one
// that is shorter by one letter with that letter's tangent or adjoint. The work
// is cubic in the longest word, the memory quadratic. The error is that of
// Separate; when stop says so the plan has no moves.
func Chain(start *packed.State, stop func() bool) (Plan, error) {
	if err := Separate(start); err != nil {
		return Plan{}, err
	}
	b := build(start, stop)
	s := b.state
	var c chain
	for _, z := range slots(s.Live()) {
		if !s.IsLive(z) || first(s.P(z)) >= 0 {
			continue
		}
		word := []int{z}
		for n := first(s.S(z)); n >= 0; n = first(s.S(n)) {
			word = append(word, n)
		}
		if !c.solve(b, word) {
			return Plan{}, nil
		}
		b.derive(word, &c, 0, len(word)-1)
	}
	return b.settle(), nil
}

// chain is the table of one word. What the best product of letters l..r costs
// is kept twice, so that both parts of all its splits lie side by side.
type chain struct {
	n        int
	from, to []model.Cost // cost of l..r at l*n+r, and at r*n+l
	step     []step       // the last operation, at l*n+r
}

// step is the operation that makes the Jacobian of a stretch.
type step struct {
	split int32 // the last letter of the left part
	mode  packed.Mode
}

// solve fills the table for a word. It tells whether it came to the end.
func (c *chain) solve(b *builder, letters []int) bool {
	s, n := b.state, len(letters)
	c.n = n
	c.from, c.to, c.step = make([]model.Cost, n*n), make([]model.Cost, n*n), make([]step, n*n)
	size := make([]model.Cost, n+1) // of the vertices along the word
	for l, z := range letters {
		size[l], size[l+1] = s.Size(s.Vertex[z].From), s.Size(s.Vertex[z].To)
		if !s.Vertex[z].Jacobian {
			_, cost := s.Accumulation(z)
			c.from[l*n+l], c.to[l*n+l] = cost, cost
		}
	}
	for span := 1; span < n; span++ {
		for l := 0; l+span < n; l++ {
			if b.stopped() {
				return false
			}
			r := l + span
			cost, at := c.product(s.Problem.Dag.Product, size, l, r)
			how := step{int32(at), packed.MUL}
			if e := s.Vertex[letters[l]].Edge; e >= 0 {
				if adjoint := c.from[(l+1)*n+r].Add(s.Problem.Dag.Edges[e].Adjoints(size[r+1])); adjoint <= cost {
					cost, how = adjoint, step{int32(l), packed.ADJ}
				}
			}
			if e := s.Vertex[letters[r]].Edge; e >= 0 {
				if tangent := c.from[l*n+r-1].Add(s.Problem.Dag.Edges[e].Tangents(size[l])); tangent <= cost {
					cost, how = tangent, step{int32(r - 1), packed.TAN}
				}
			}
			c.from[l*n+r], c.to[r*n+l], c.step[l*n+r] = cost, cost, how
		}
	}
	return true
}

// product is the cheapest way to make letters l..r by an explicit product, and
// the last letter of its left part.
func (c *chain) product(product model.Product, size []model.Cost, l, r int) (cost model.Cost, at int) {
	left := c.from[l*c.n+l : l*c.n+r]                    // the costs of l..m for m from l
	right := c.to[r*c.n+l+1 : r*c.n+r+1]                 // those of m+1..r
	ends := size[l].Times(size[r+1]).Times(product.Cost) // and each product costs this for every entry between
	between := size[l+1 : r+1][:len(left)]               // of a junction
	right = right[:len(left)]
	cost, at = model.Saturated, l
	for m, first := range left {
		if first >= cost {
			continue // most splits end here
		}
		if sum := first.Add(right[m]); sum < cost {
			if sum = sum.Add(ends.Times(between[m])).Add(product.Setup); sum < cost {
				cost, at = sum, l+m
			}
		}
	}
	return cost, at
}

// derive plays the moves that make letters l..r one vertex with a Jacobian, and
// gives its slot.
func (b *builder) derive(letters []int, c *chain, l, r int) int {
	s := b.state
	if l == r {
		if z := letters[l]; !s.Vertex[z].Jacobian {
			b.accumulate(z)
		}
		return letters[l]
	}
	o := c.step[l*c.n+r]
	u, v := letters[l], letters[r]
	if o.mode != packed.ADJ {
		u = b.derive(letters, c, l, int(o.split))
	}
	if o.mode != packed.TAN {
		v = b.derive(letters, c, int(o.split)+1, r)
	}
	value := field.Mul(s.Vertex[u].Value, s.Vertex[v].Value)
	b.play(packed.Move{U: int32(u), V: int32(v), Mode: o.mode})
	if z := s.Find(value); z >= 0 {
		return z
	}
	return u // the word is done and was absorbed
}
