package anneal

import "facet/model/pattern"

// pairs is joined where entries of several neighbours do not add up: where costs are not
// linear, or there are patterns, each face has its own price, which depends on both of its
// Jacobians.
func (s *scales) pairs(j int32, full []neighbour, side int, free []neighbour, chosen *[]int32) float64 {
	total := 0.0
	for k := range full {
		if n := &full[k]; n.kind >= bare {
			total += s.arcs[n.arc].acc
			if chosen != nil {
				*chosen = append(*chosen, n.arc)
			}
		}
	}
	for k := range free {
		n := &free[k]
		var apart, accumulated float64 // without an accumulation, and with one
		for i := range full {
			m := &full[i]
			left := s.whole(m)
			// made is the cheapest way with the Jacobian p of n: a product, or the models of m,
			// which it has kept after an accumulation unless it was merged.
			made := func(p *pattern.Pattern) float64 {
				cost := s.product(j, m, n, side, left, p)
				if m.kind == given || m.kind == bare {
					cost = min(cost, s.batch(m, side, n.vertex, s.over(side, left, p)))
				}
				return cost
			}
			through := func() float64 { // the models of n
				return s.batch(n, 1-side, m.vertex, s.over(side, left, s.lone(n)))
			}
			switch n.kind {
			case fill:
				apart += made(s.held(n))
			case given:
				apart += min(made(s.held(n)), through())
			case bare:
				once := through()
				apart += once
				accumulated += min(made(s.lone(n)), once)
			case besides:
				apart += through() + made(s.held(n))
				accumulated += made(s.whole(n))
			}
		}
		if n.kind >= bare {
			if accumulated += s.arcs[n.arc].acc; accumulated < apart {
				apart = accumulated
				if chosen != nil {
					*chosen = append(*chosen, n.arc)
				}
			}
		}
		total += apart
	}
	return total
}

// over is the pattern of the product of what lies on a side of a junction, full, and of
// what lies on the other, free.
func (s *scales) over(side int, full, free *pattern.Pattern) *pattern.Pattern {
	return join(1-side, full, free)
}

// product is the price of an explicit product at junction j, of m on a side and n on
// the other, with the patterns of both.
func (s *scales) product(j int32, m, n *neighbour, side int, full, free *pattern.Pattern) float64 {
	from, to, u, v := m.vertex, n.vertex, full, free
	if side == forward {
		from, to, u, v = n.vertex, m.vertex, free, full
	}
	return float64(s.start.Dag().Multiply(int(s.vertex[from]), int(s.vertex[j]), int(s.vertex[to]), u, v))
}

// batch is the price of the models of an arc, on side of the junction, for as many
// seeds as the product has colours; i is its far end.
func (s *scales) batch(n *neighbour, side int, i int32, product *pattern.Pattern) float64 {
	e, g := s.arcs[n.arc].model, s.start.Dag()
	if side == forward {
		return float64(e.Tangents(g.Columns(int(s.vertex[i]), product)))
	}
	return float64(e.Adjoints(g.Rows(int(s.vertex[i]), product)))
}
