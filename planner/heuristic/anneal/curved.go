package anneal

import "facet/model"

// pairs is joined where costs are not linear: then entries of several neighbours
// do not add up, and each face has its own price.
func (s *scales) pairs(j int32, full []neighbour, side int, free []neighbour, chosen *[]int32) float64 {
	total := 0.0
	for _, n := range full {
		if n.kind >= bare {
			total += s.arcs[n.arc].acc
			if chosen != nil {
				*chosen = append(*chosen, n.arc)
			}
		}
	}
	for _, n := range free {
		var apart, accumulated float64 // without an accumulation, and with one
		for _, m := range full {
			// After its accumulation a neighbour of full is a product's factor; it has
			// kept its models unless it was merged.
			product := s.product(j, m, n)
			if m.kind == given || m.kind == bare {
				product = min(product, s.batch(m.arc, side, n.vertex))
			}
			var through float64 // the models of n
			if n.kind != fill {
				through = s.batch(n.arc, 1-side, m.vertex)
			}
			switch n.kind {
			case fill:
				apart += product
			case given:
				apart += min(product, through)
			case bare:
				apart += through
				accumulated += min(product, through)
			case besides:
				apart += through + product
				accumulated += product
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

// product is the price of an explicit product at junction j.
func (s *scales) product(j int32, m, n neighbour) float64 {
	p := s.start.Dag().Product
	return float64(p.Setup) + float64(p.Cost)*s.size[m.vertex]*s.size[j]*s.size[n.vertex]
}

// batch is the price of the models of an arc, on side of the junction, for a
// Jacobian on the other side that ends (starts) in vertex i.
func (s *scales) batch(arc int32, side int, i int32) float64 {
	e, k := s.arcs[arc].model, model.Cost(s.size[i])
	if side == forward {
		return float64(e.Tangents(k))
	}
	return float64(e.Adjoints(k))
}
