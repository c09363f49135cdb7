package heuristic

import (
	"fmt"

	"facet/model"
	"facet/model/pattern"
)

// Separate reports whether every vertex has at most one predecessor and one
// successor, so that no two paths touch. The error names a vertex where some do.
func Separate(s *model.State) error {
	for _, z := range s.Vertices() {
		if len(s.Preds(z)) > 1 || len(s.Succs(z)) > 1 {
			id := s.Dag().Vertices[s.Source(z)].ID
			return fmt.Errorf("paths touch at a vertex of the line dag that starts in %q: ChainDP needs a dag of separate chains", id)
		}
	}
	return nil
}

// ChainBytes is how much memory [Chain] takes: quadratic in the longest path.
func ChainBytes(s *model.State) int64 {
	const perSubpath = 24 // two costs and a step
	longest := int64(0)
	for _, z := range s.Vertices() {
		if len(s.Preds(z)) > 0 {
			continue
		}
		n := int64(1)
		for next := s.Succs(z); len(next) > 0; next = s.Succs(next[0]) {
			n++
		}
		longest = max(longest, n)
	}
	return perSubpath * longest * longest
}

// Chain solves states whose paths are separate by dynamic programming over the
// subpaths of each path: the generalized matrix chain problem. A vertex is used
// once, so a subpath is made from two shorter ones by a product, or from one
// that is shorter by one vertex with that vertex's tangent or adjoint. The work
// is cubic in the longest path, the memory quadratic. The error is that of
// Separate; when stop says so the plan has no moves.
func Chain(start *model.State, stop Stop) (Plan, error) {
	if err := Separate(start); err != nil {
		return Plan{}, err
	}
	b := build(start, stop)
	s := b.state
	var c chain
	for _, z := range start.Vertices() {
		if !s.IsLive(z) || len(s.Preds(z)) > 0 {
			continue
		}
		path := []model.Z{z}
		for n := s.Succs(z); len(n) > 0; n = s.Succs(n[0]) {
			path = append(path, n[0])
		}
		if !c.solve(b, path) {
			return Plan{}, nil
		}
		b.derive(path, &c, 0, len(path)-1)
	}
	return b.finish(), nil
}

// chain is the table of one path. What the best product of vertices l..r costs
// is kept twice, so that both parts of all its splits lie side by side.
type chain struct {
	from, to [][]model.Cost // cost of l..r at l, r, and at r, l
	step     [][]step       // the last operation, at l, r
}

// step is the operation that makes the Jacobian of a subpath.
type step struct {
	split int32 // the last vertex of the left part
	mode  model.Mode
}

// solve fills the table for a path. It reports whether it came to the end.
func (c *chain) solve(b *builder, vertices []model.Z) bool {
	s, g, n := b.state, b.state.Dag(), len(vertices)
	c.from, c.to, c.step = make([][]model.Cost, n), make([][]model.Cost, n), make([][]step, n)
	at := make([]int, n+1)          // the vertices of the dag along the path
	size := make([]model.Cost, n+1) // of these
	for l, z := range vertices {
		at[l], at[l+1] = s.Source(z), s.Target(z)
		size[l], size[l+1] = g.Size(at[l]), g.Size(at[l+1])
		if b.stopped() {
			return false
		}
		c.from[l], c.to[l], c.step[l] = make([]model.Cost, n), make([]model.Cost, n), make([]step, n)
		if !s.HasJacobian(z) {
			cost := g.LeastAccumulation(s.Elemental(z))
			c.from[l][l], c.to[l][l] = cost, cost
		}
	}
	var all patterns
	if g.HasPatterns() {
		if all = b.patternsOf(vertices); all == nil {
			return false
		}
	}
	for span := 1; span < n; span++ {
		for l := 0; l+span < n; l++ {
			if b.stopped() {
				return false
			}
			r := l + span
			var cost model.Cost
			var split int
			product := all.of(l, r)
			if all == nil {
				cost, split = c.product(g.Product, size, l, r)
			} else {
				cost, split = c.sparseProduct(g, at, all, l, r)
			}
			how := step{int32(split), model.MUL}
			if e := s.Elemental(vertices[l]); e != nil {
				if adjoint := c.from[l+1][r].Add(e.Adjoints(g.Rows(at[r+1], product))); adjoint <= cost {
					cost, how = adjoint, step{int32(l), model.ADJ}
				}
			}
			if e := s.Elemental(vertices[r]); e != nil {
				if tangent := c.from[l][r-1].Add(e.Tangents(g.Columns(at[l], product))); tangent <= cost {
					cost, how = tangent, step{int32(r - 1), model.TAN}
				}
			}
			c.from[l][r], c.to[r][l], c.step[l][r] = cost, cost, how
		}
	}
	return true
}

// product is the cheapest way to make vertices l..r by an explicit product, and
// the last vertex of its left part.
func (c *chain) product(product model.Product, size []model.Cost, l, r int) (cost model.Cost, at int) {
	left := c.from[l][l:r]      // the costs of l..m for m from l
	right := c.to[r][l+1 : r+1] // those of m+1..r
	// and each product costs this for every entry between
	ends := size[l].Times(size[r+1]).Times(product.Cost)
	between := size[l+1 : r+1][:len(left)] // of a junction
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

// patterns are those of the subpaths l..r of a path, at [r][l]; none in a dag without.
type patterns [][]*pattern.Pattern

// patternsOf finds them all. Each subpath is one vertex longer than another, so that few
// entries are multiplied with many; a path of like steps has as many different ones as it
// has vertices. It gives none when stop says so.
func (b *builder) patternsOf(vertices []model.Z) patterns {
	s := b.state
	all := make(patterns, len(vertices))
	for r, z := range vertices {
		all[r] = make([]*pattern.Pattern, r+1)
		for l := range r {
			if b.stopped() {
				return nil
			}
			all[r][l] = model.Join(all[r-1][l], s.Pattern(z))
		}
		all[r][r] = s.Pattern(z)
	}
	return all
}

func (p patterns) of(l, r int) *pattern.Pattern {
	if p == nil {
		return nil
	}
	return p[r][l]
}

// sparseProduct is product where the price of each depends on the patterns of both parts.
// at are the vertices of the dag along the path.
func (c *chain) sparseProduct(g *model.Dag, at []int, all patterns, l, r int) (cost model.Cost, split int) {
	cost, split = model.Saturated, l
	for m := l; m < r; m++ {
		sum := c.from[l][m].Add(c.to[r][m+1])
		if sum >= cost {
			continue // most splits end here
		}
		if sum = sum.Add(g.Multiply(at[l], at[m+1], at[r+1], all.of(l, m), all.of(m+1, r))); sum < cost {
			cost, split = sum, m
		}
	}
	return cost, split
}

// derive plays the moves that make vertices l..r one vertex with a Jacobian, and
// gives its name.
func (b *builder) derive(vertices []model.Z, c *chain, l, r int) model.Z {
	s := b.state
	if l == r {
		if z := vertices[l]; !s.HasJacobian(z) {
			b.accumulate(z)
			return b.survivor(z)
		}
		return vertices[l]
	}
	o := c.step[l][r]
	u, v := vertices[l], vertices[r]
	if o.mode != model.ADJ {
		u = b.derive(vertices, c, l, int(o.split))
	}
	if o.mode != model.TAN {
		v = b.derive(vertices, c, int(o.split)+1, r)
	}
	b.do(model.Eliminate(model.Face{U: u, V: v}, o.mode))
	for _, e := range b.change.Events {
		if e.Kind == model.Born || e.Kind == model.Absorbed { // absorbed where the path is done
			return b.survivor(e.Z)
		}
	}
	return u
}
