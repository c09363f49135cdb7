package heuristic

import (
	"fmt"

	"facet/model"
	"facet/model/field"
	"facet/planner/compact"
)

// Chain solves states in which every vertex has at most one predecessor and one
// successor, so that no two words touch, by dynamic programming over the
// stretches of each word: the generalized matrix chain problem. A letter is used
// once, so a stretch is made from two shorter ones by a product, or from one
// that is shorter by one letter with that letter's tangent or adjoint. The error
// names a vertex where words touch.
func Chain(start *compact.State) (Plan, error) {
	b := build(start, nil)
	s := b.state
	for z := range compact.Bits(s.Live()) {
		if len(slots(s.P(z))) > 1 || len(slots(s.S(z))) > 1 {
			e := &s.Problem.Dag.Vertices[s.Vertex[z].From]
			return Plan{}, fmt.Errorf("words touch at a vertex of the line dag that starts in %q: ChainDP needs a dag of separate chains", e.ID)
		}
	}
	for _, z := range slots(s.Live()) {
		if s.IsLive(z) && first(s.P(z)) < 0 {
			word := []int{z}
			for n := first(s.S(z)); n >= 0; n = first(s.S(n)) {
				word = append(word, n)
			}
			b.word(word)
		}
	}
	return b.settle(), nil
}

// option is the best way to make the Jacobian of a stretch.
type option struct {
	cost  model.Cost
	split int // the last letter of the left part
	mode  compact.Mode
}

// word fuses one word at the least cost.
func (b *builder) word(letters []int) {
	s, n := b.state, len(letters)
	best := make([][]option, n) // best[l][r] for letters l..r
	for l := range best {
		best[l] = make([]option, n)
		if !s.Vertex[letters[l]].Jacobian {
			_, best[l][l].cost = s.Accumulation(letters[l])
		}
	}
	size := func(i int32) model.Cost { return s.Size(i) }
	for span := 1; span < n; span++ {
		for l := 0; l+span < n; l++ {
			r := l + span
			from, to := s.Vertex[letters[l]].From, s.Vertex[letters[r]].To
			o := option{cost: model.Saturated, split: l, mode: compact.MUL}
			try := func(c option) {
				if c.cost < o.cost {
					o = c
				}
			}
			if e := s.Vertex[letters[r]].Edge; e >= 0 {
				try(option{best[l][r-1].cost.Add(size(from).Times(s.Problem.Dag.Edges[e].Tangent)), r - 1, compact.TAN})
			}
			if e := s.Vertex[letters[l]].Edge; e >= 0 {
				try(option{best[l+1][r].cost.Add(size(to).Times(s.Problem.Dag.Edges[e].Adjoint)), l, compact.ADJ})
			}
			for m := l; m < r; m++ {
				product := size(from).Times(size(s.Vertex[letters[m]].To)).Times(size(to))
				try(option{best[l][m].cost.Add(best[m+1][r].cost).Add(product), m, compact.MUL})
			}
			best[l][r] = o
		}
	}
	b.derive(letters, best, 0, n-1)
}

// derive plays the moves that make letters l..r one vertex with a Jacobian, and
// gives its slot.
func (b *builder) derive(letters []int, best [][]option, l, r int) int {
	s := b.state
	if l == r {
		if z := letters[l]; !s.Vertex[z].Jacobian {
			b.accumulate(z)
		}
		return letters[l]
	}
	o := best[l][r]
	u, v := letters[l], letters[r]
	if o.mode != compact.ADJ {
		u = b.derive(letters, best, l, o.split)
	}
	if o.mode != compact.TAN {
		v = b.derive(letters, best, o.split+1, r)
	}
	value := field.Mul(s.Vertex[u].Value, s.Vertex[v].Value)
	b.play(compact.Move{U: int32(u), V: int32(v), Mode: o.mode})
	if z := s.Find(value); z >= 0 {
		return z
	}
	return u // the word is done and was absorbed
}
