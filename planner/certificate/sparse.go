package certificate

import (
	"fmt"

	"facet/model"
)

// Where Jacobians have patterns, an operation costs at least what it would for the parts of
// each path that it serves alone, with the most entries of a row (column) in the place of
// colours: entries only come to it, and the prices by these numbers do not fall then. Where
// one path alone leads from the start of the operation to its end the operation is about it,
// and costs its colours. This is the path's least price of the operation.
//
// A resource is then a part of a price, from one cost to another. A sequence selects it
// if it has such an operation that serves a path whose least price is no less than the part's
// end. The parts of an operation do not overlap, so that those which a sequence selects cost
// together no more than the operation.

// base is the operation of which the resource is a part.
func (r Resource) base() Resource { r.From, r.To = 0, 0; return r }

// registers takes a resource in, and refuses those that are no parts or overlap with others.
func (s *scope) registers(r Resource) error {
	k := r.base().key()
	if s.g.HasPatterns() && r.Kind != "ACC" {
		if r.From < 0 || r.To <= r.From || r.To.IsSaturated() {
			return fmt.Errorf("%s has no part of a price: the dag has patterns", r)
		}
	} else if r.From != 0 || r.To != 0 {
		return fmt.Errorf("%s has a part of a price: it has one price only", r)
	}
	for _, other := range s.parts[k] {
		if other == r {
			return nil
		}
		if r.From < other.To && other.From < r.To {
			return fmt.Errorf("two parts of %s overlap", r.base())
		}
	}
	if err := s.spend(int64(len(s.parts[k]))); err != nil {
		return err
	}
	if s.parts == nil {
		s.parts = make(map[key][]Resource)
	}
	s.parts[k] = append(s.parts[k], r)
	return nil
}

// accumulation is what ACC of an edge costs.
func (s *scope) accumulation(edge int) (model.Cost, error) {
	e := &s.g.Edges[edge]
	switch {
	case !e.HasModel:
		return model.Saturated, nil
	case !s.g.HasPatterns():
		return s.g.LeastAccumulation(e), nil
	}
	tangents, adjoints := model.Cost(e.TangentCurve.Colors), model.Cost(e.AdjointCurve.Colors)
	if tangents == 0 || adjoints == 0 {
		m := s.patterns()
		p, err := m.of(edge)
		if err != nil {
			return 0, err
		}
		columns, err := m.colors(p)
		if err != nil {
			return 0, err
		}
		rows, err := m.rowColors(p)
		if err != nil {
			return 0, err
		}
		if tangents == 0 {
			tangents = model.Cost(columns)
		}
		if adjoints == 0 {
			adjoints = model.Cost(rows)
		}
	}
	return min(e.Tangents(tangents), e.Adjoints(adjoints)), nil
}

// join gives the subpaths of a path their patterns.
func (d *derivation) join() error {
	if !d.scope.g.HasPatterns() {
		return nil
	}
	k, m := len(d.route.Edges), d.scope.patterns()
	if err := d.scope.spend(int64(k) * int64(k) * int64(k)); err != nil {
		return err
	}
	d.patterns = make([]*matrix, (k+1)*(k+1))
	for r := 1; r <= k; r++ {
		last, err := m.of(d.route.Edges[r-1])
		for l := r - 2; l >= 0 && err == nil; l-- {
			d.patterns[l*(k+1)+r], err = m.times(last, d.patterns[l*(k+1)+r-1])
		}
		if err != nil {
			return err
		}
		d.patterns[(r-1)*(k+1)+r] = last
	}
	return nil
}

// lines is how many tangents (adjoints) the Jacobian of [l,r) takes at least where the last
// (first) edge joins the rest.
func (d *derivation) lines(l, r int, tangents bool) (model.Cost, error) {
	switch {
	case d.patterns == nil && tangents:
		return d.sizes[l], nil
	case d.patterns == nil:
		return d.sizes[r], nil
	}
	whole, from, to := d.patterns[l*(len(d.route.Edges)+1)+r], d.route.vertices[l], d.route.vertices[r-1]
	most := whole.inRow
	if !tangents {
		most, from, to = whole.inCol, d.route.vertices[l+1], d.route.vertices[r]
	}
	alone, err := d.scope.isAlone(from, to)
	if err != nil {
		return 0, err
	}
	n := int64(1)
	switch {
	case alone && tangents:
		n, err = d.scope.patterns().colors(whole)
	case alone:
		n, err = d.scope.patterns().rowColors(whole)
	default:
		err = d.scope.spend(int64(len(most)))
		for _, entries := range most {
			n = max(n, int64(entries))
		}
	}
	return model.Cost(n), err
}

// multiply is the price of the product of two parts that costs so much where they are dense.
func (s *scope) multiply(dense model.Cost, left, right *matrix) (model.Cost, error) {
	if left.unit || right.unit {
		return 0, nil
	}
	if left.isDense() && right.isDense() {
		return dense, nil
	}
	err := s.spend(int64(len(right.inCol)))
	sparse := s.g.Sparse.Setup.Add(s.g.Sparse.Cost.Times(multiplications(right, left)))
	return min(dense, sparse), err
}

// isAlone reports whether one path alone leads from a to j.
func (s *scope) isAlone(a, j int) (bool, error) {
	counts := s.counts[a]
	if counts == nil {
		n := int64(len(s.g.Vertices))
		if err := s.spend(n + int64(len(s.g.Edges))); err != nil {
			return false, err
		}
		if s.counts == nil || int64(len(s.counts))*n > mostNumbers {
			s.counts = make(map[int][]uint8)
		}
		counts = make([]uint8, n)
		counts[a] = 1
		for _, i := range s.g.Topological() {
			for _, e := range s.g.Out(i) {
				to := s.g.Edges[e].Target
				counts[to] = min(2, counts[to]+counts[i])
			}
		}
		s.counts[a] = counts
	}
	return counts[j] == 1, nil
}

// sparseUnit checks that the unit divides all prices of the dag, whatever the patterns, and
// what has been paid.
func (s *scope) sparseUnit(unit int64) error {
	var bad error
	check := func(what string, cost model.Cost) {
		if bad == nil && cost%model.Cost(unit) != 0 {
			bad = fmt.Errorf("the unit %d does not divide %s", unit, what)
		}
	}
	check("what has been paid", s.paid)
	for _, product := range [...]model.Product{s.g.Product, s.g.Sparse} {
		check("the price of products", product.Setup)
		check("the price of products", product.Cost)
	}
	for k := range s.g.Edges {
		if e := &s.g.Edges[k]; e.HasModel {
			for _, cost := range [...]model.Cost{e.TangentCurve.Setup, e.Tangent, e.AdjointCurve.Setup,
				e.Adjoint} {
				check(fmt.Sprintf("the costs of edge %d", k), cost)
			}
		}
	}
	return bad
}

// patterns are the matrices of the dag, made when they are first asked for.
func (s *scope) patterns() *matrices {
	if s.sparse == nil {
		s.sparse = newMatrices(s.g, s.spend)
	}
	return s.sparse
}
