package anneal

// Of two elementals without Jacobian that meet at a junction at least one has to
// be accumulated. So either all of them on its left are, or all on its right,
// and then each on the other side decides for itself: the best choice is the
// cheaper of two sums that fall apart into one term for each neighbour.

// scales prices junctions; it holds room for the work and belongs to one
// goroutine.
type scales struct {
	*Graph
	book
	size2, act []float64 // of the neighbours with Jacobian and models, sizes and acts
}

// price is what the elimination of junction j costs at least when these are its
// later neighbours.
func (s *scales) price(j int32, in, out []neighbour) float64 {
	if s.classic {
		var left, right float64
		for _, n := range in {
			left += s.size[n.vertex]
		}
		for _, n := range out {
			right += s.size[n.vertex]
		}
		return left * s.size[j] * right
	}
	if !lacks(in) {
		return s.joined(j, in, backward, out, nil)
	}
	if !lacks(out) {
		return s.joined(j, out, forward, in, nil)
	}
	return min(s.joined(j, in, backward, out, nil), s.joined(j, out, forward, in, nil))
}

// choose gives the arcs whose elementals are accumulated for that price.
func (s *scales) choose(j int32, in, out []neighbour) []int32 {
	var left, right []int32
	byLeft, byRight := s.joined(j, in, backward, out, &left), s.joined(j, out, forward, in, &right)
	if byRight < byLeft {
		return right
	}
	return left
}

func lacks(side []neighbour) bool {
	for _, n := range side {
		if n.kind >= bare {
			return true
		}
	}
	return false
}

// joined is the price when everything in full, which is on side of junction j,
// is given its Jacobian, and each neighbour in free does what is best for it.
// The arcs that are accumulated are appended to chosen, if that is not nil.
func (s *scales) joined(j int32, full []neighbour, side int, free []neighbour, chosen *[]int32) float64 {
	if s.sparse || !s.linear {
		return s.pairs(j, full, side, free, chosen)
	}
	var (
		total   float64
		entries float64 // of all in full: what a model on the other side is applied to
		plain   float64 // of those in full that have no models
		kernel  float64 // of products and models of full, for each entry on the other side
	)
	size := s.size[j]
	s.size2, s.act = s.size2[:0], s.act[:0]
	for _, n := range full {
		m := s.size[n.vertex]
		entries += m
		if n.kind >= bare {
			total += s.arcs[n.arc].acc
			if chosen != nil {
				*chosen = append(*chosen, n.arc)
			}
		}
		if n.kind == given || n.kind == bare {
			act := s.arcs[n.arc].act[side]
			kernel += min(m*size, act)
			s.size2, s.act = append(s.size2, m), append(s.act, act)
		} else {
			kernel += m * size
			plain += m
		}
	}
	for _, n := range free {
		m := s.size[n.vertex]
		switch n.kind {
		case fill:
			total += m * kernel
		case given:
			total += s.faces(m, m*size, s.arcs[n.arc].act[1-side], plain)
		case bare:
			a := &s.arcs[n.arc]
			model := entries * a.act[1-side]
			if accumulated := a.acc + s.faces(m, m*size, a.act[1-side], plain); accumulated < model {
				model = accumulated
				if chosen != nil {
					*chosen = append(*chosen, n.arc)
				}
			}
			total += model
		case besides:
			a := &s.arcs[n.arc]
			apart := entries*a.act[1-side] + m*kernel
			if merged := a.acc + m*kernel; merged < apart {
				apart = merged
				if chosen != nil {
					*chosen = append(*chosen, n.arc)
				}
			}
			total += apart
		}
	}
	return total
}

// faces is the price of all faces of a neighbour of size m that has both its
// Jacobian and its models: an entry on the other side costs product or act, and
// an entry of this neighbour the act of the other side's models.
func (s *scales) faces(m, product, act, plain float64) float64 {
	cheap := min(product, act)
	total := plain * cheap
	for k, n := range s.size2 {
		total += min(n*cheap, m*s.act[k])
	}
	return total
}
