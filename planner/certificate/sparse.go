package certificate

import (
	"fmt"
	"math/bits"

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
	if !e.HasModel {
		return model.Saturated, nil
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

// sparsePath is the dynamic programme of one path of a dag with patterns.
type sparsePath struct {
	*derivation
	patterns []*matrix // of the subpaths [l,r), at l*(k+1)+r
	prices   map[key][]Price
}

// sparse is cheapest where there are patterns.
func (d *derivation) sparse() (wide, error) {
	k, m := len(d.route.Edges), d.scope.patterns()
	if err := d.scope.spend(int64(k) * int64(k) * int64(k)); err != nil {
		return never, err
	}
	p := &sparsePath{derivation: d, patterns: make([]*matrix, (k+1)*(k+1)), prices: make(map[key][]Price)}
	for r := 1; r <= k; r++ {
		last, err := m.of(d.route.Edges[r-1])
		for l := r - 2; l >= 0 && err == nil; l-- {
			p.patterns[l*(k+1)+r], err = m.times(last, p.patterns[l*(k+1)+r-1])
		}
		if err != nil {
			return never, err
		}
		p.patterns[(r-1)*(k+1)+r] = last
	}
	_ = d.route.each(func(price Price) error {
		base := price.base().key()
		p.prices[base] = append(p.prices[base], price)
		return nil
	})
	best := make([]wide, (k+1)*(k+1))
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			cost, err := p.subpath(best, l, l+length)
			if err != nil {
				return never, err
			}
			best[l*(k+1)+l+length] = cost
		}
	}
	return best[k], nil
}

// subpath is the cost of the cheapest derivation of [l,r).
func (p *sparsePath) subpath(best []wide, l, r int) (wide, error) {
	g, edges, k1 := p.scope.g, p.route.Edges, len(p.route.Edges)+1
	first, last := edges[l], edges[r-1]
	if r == l+1 {
		if g.Edges[first].HasJacobian {
			return wide{}, nil
		}
		cost, err := p.scope.accumulation(first)
		if err != nil {
			return never, err
		}
		return p.step(Resource{Kind: "ACC", Edge: first}, cost), nil
	}
	charge := make([]wide, r-l)
	for _, c := range p.charges {
		if c.covers(l, r) {
			charge[int(c.split)-l] = charge[int(c.split)-l].plus(widen(c.amount))
		}
	}
	a, b := p.route.vertices[l], p.route.vertices[r]
	low := never
	try := func(split int, parts, step wide) {
		if parts == never || step == never {
			return
		}
		if cost := parts.plus(step).plus(charge[split-l]); cost.less(low) {
			low = cost
		}
	}
	if part := best[l*k1+r-1]; part != never && g.Edges[last].HasModel {
		n, err := p.lines(l, r, true)
		if err != nil {
			return never, err
		}
		try(r-1, part, p.step(Resource{Kind: "TAN", Edge: last, A: a}, g.Edges[last].Tangents(n)))
	}
	if part := best[(l+1)*k1+r]; part != never && g.Edges[first].HasModel {
		n, err := p.lines(l, r, false)
		if err != nil {
			return never, err
		}
		try(l+1, part, p.step(Resource{Kind: "ADJ", Edge: first, B: b}, g.Edges[first].Adjoints(n)))
	}
	for m := l + 1; m < r; m++ {
		left, right := best[l*k1+m], best[m*k1+r]
		if left == never || right == never {
			continue
		}
		j := p.route.vertices[m]
		least, err := p.scope.multiply(a, j, b, p.patterns[l*k1+m], p.patterns[m*k1+r])
		if err != nil {
			return never, err
		}
		try(m, left.plus(right), p.step(Resource{Kind: "MUL", A: a, J: j, B: b}, least))
	}
	return low, nil
}

// lines is how many tangents (adjoints) the Jacobian of [l,r) takes at least where the last
// (first) edge joins the rest.
func (p *sparsePath) lines(l, r int, tangents bool) (model.Cost, error) {
	whole, from, to := p.patterns[l*(len(p.route.Edges)+1)+r], p.route.vertices[l], p.route.vertices[r-1]
	most := whole.inRow
	if !tangents {
		most, from, to = whole.inCol, p.route.vertices[l+1], p.route.vertices[r]
	}
	alone, err := p.scope.isAlone(from, to)
	if err != nil {
		return 0, err
	}
	n := int64(1)
	switch {
	case alone && tangents:
		n, err = p.scope.patterns().colors(whole)
	case alone:
		n, err = p.scope.patterns().rowColors(whole)
	default:
		err = p.scope.spend(int64(len(most)))
		for _, entries := range most {
			n = max(n, int64(entries))
		}
	}
	return model.Cost(n), err
}

// multiply is the price of the product of two parts.
func (s *scope) multiply(a, j, b int, left, right *matrix) (model.Cost, error) {
	if left.unit || right.unit {
		return 0, nil
	}
	dense := s.product(a, j, b)
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

// step is what the path pays for an operation whose least price this is, never if it is
// not available.
func (p *sparsePath) step(base Resource, least model.Cost) wide {
	s, selected, any := p.scope, model.Cost(0), false
	for _, part := range s.parts[base.key()] {
		switch {
		case s.forbidden[part] && part.To <= least:
			return never
		case s.selected[part]:
			any, selected = true, selected.Add(part.To-part.From)
		}
	}
	switch {
	case !any && least >= s.cutoff():
		return never
	case any && base.Kind == "ACC":
		return wide{}
	case p.route.Rest:
		return p.left(base, max(0, least-selected))
	}
	sum := wide{}
	for _, price := range p.prices[base.key()] {
		if price.To <= least && !s.selected[*price.Resource] {
			sum = sum.plus(widen(price.Amount))
		}
	}
	return sum
}

// left is what the prices of all paths leave of a price.
func (p *sparsePath) left(base Resource, price model.Cost) wide {
	high, low := bits.Mul64(uint64(price), uint64(p.denominator))
	for _, part := range p.scope.parts[base.key()] {
		sum := p.priced.of(part)
		if sum == nil {
			continue
		}
		var borrow uint64
		if low, borrow = bits.Sub64(low, sum.low, 0); high < sum.high+borrow {
			return wide{}
		}
		high -= sum.high + borrow
	}
	return wide{int64(min(high, 1<<50)), low}
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
