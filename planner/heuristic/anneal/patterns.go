package anneal

import (
	"facet/model"
	"facet/model/pattern"
)

// Where Jacobians have patterns, a neighbour needs to know that of what fill has brought:
// prices depend on it. The pattern of what lies between two vertices is that of all paths
// through the junctions that are gone, in whatever order they went, so that a move still
// changes the two junctions alone that change places.

// book gives patterns numbers, so that lists of neighbours stay small and without
// pointers. It belongs to one order.
type book struct {
	all   []*pattern.Pattern // number 0 is none
	of    map[*pattern.Pattern]int
	after int // how many there were when numbers were given anew
}

func newBook(first []*pattern.Pattern) book {
	b := book{all: append([]*pattern.Pattern{nil}, first...), of: make(map[*pattern.Pattern]int)}
	for k, p := range b.all {
		b.of[p] = k
	}
	b.after = len(b.all)
	return b
}

func (b *book) number(p *pattern.Pattern) int {
	k, known := b.of[p]
	if !known {
		k = len(b.all)
		b.all, b.of[p] = append(b.all, p), k
	}
	return k
}

// number is the place of the pattern in the book of the order: what is held between the
// two vertices, with a Jacobian.
func (n *neighbour) number() int { return int(n.high)<<16 | int(n.low) }

func (n *neighbour) write(number int) { n.high, n.low = uint8(number>>16), uint16(number) }

// held is the pattern of what n has a Jacobian of.
func (s *scales) held(n *neighbour) *pattern.Pattern { return s.book.all[n.number()] }

// lone is that of its elemental without Jacobian, or of one that is given.
func (s *scales) lone(n *neighbour) *pattern.Pattern { return s.arcs[n.arc].model.Pattern }

// whole is that of all that lies there.
func (s *scales) whole(n *neighbour) *pattern.Pattern {
	switch n.kind {
	case bare:
		return s.lone(n)
	case besides:
		return s.lone(n).Union(s.held(n))
	}
	return s.held(n)
}

// fill is n after the arrival of a product.
func (s *scales) fill(n *neighbour, p *pattern.Pattern) {
	if n.kind != bare {
		p = s.held(n).Union(p)
	}
	n.kind = filled[n.kind]
	n.write(s.book.number(p))
}

// join is the pattern of the product of two Jacobians, of which far lies on a side of
// near.
func join(side int, near, far *pattern.Pattern) *pattern.Pattern {
	if side == forward {
		return model.Join(near, far)
	}
	return model.Join(far, near)
}

// gatherPatterns is gather with patterns: each junction that went before and touched j
// then brings the products of what it had on both sides. later reports which vertices
// count as later than j.
func (o *Order) gatherPatterns(j int32, side int, later func(int32) bool, list []neighbour) []neighbour {
	o.stamp++
	stack := o.stack[:0]
	reach := func(n neighbour) {
		if seen := o.mark[n.vertex] == o.stamp; later(n.vertex) {
			if !seen {
				o.place[n.vertex] = int32(len(list))
				list = append(list, n)
			}
		} else if !seen {
			stack = append(stack, n.vertex)
		}
		o.mark[n.vertex] = o.stamp
	}
	for _, n := range o.at[side][j] {
		reach(n)
	}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var near *pattern.Pattern // between j and p, when p went
		for k := range o.lists[1-side][p] {
			if n := &o.lists[1-side][p][k]; n.vertex == j {
				near = o.whole(n)
			}
		}
		for k := range o.lists[side][p] {
			n := &o.lists[side][p][k]
			if !later(n.vertex) {
				reach(neighbour{vertex: n.vertex})
				continue
			}
			if near == nil {
				continue // what p has there comes through a junction that went after it
			}
			product := join(side, near, o.whole(n))
			o.listed += joining
			if o.mark[n.vertex] != o.stamp {
				fresh := neighbour{vertex: n.vertex, arc: -1, kind: fill}
				fresh.write(o.book.number(product))
				reach(fresh)
			} else {
				o.fill(&list[o.place[n.vertex]], product)
			}
		}
	}
	o.stack = stack
	return list
}

// joining is how many neighbours are listed in about the time that a product of patterns takes.
const joining = 256

// mostNumbers is how many times as many patterns as are in use the book may have.
const mostNumbers = 8

// tidy forgets the patterns that no list has any more.
func (o *Order) tidy() {
	if !o.sparse || len(o.book.all) < mostNumbers*o.book.after+1<<12 {
		return
	}
	old := o.book.all
	o.book = newBook(o.patterns)
	again := func(list []neighbour) {
		for k := range list {
			list[k].write(o.book.number(old[list[k].number()]))
		}
	}
	for side := range o.lists {
		for _, list := range o.lists[side] {
			again(list)
		}
	}
	for k := range o.trail {
		again(o.trail[k].list)
	}
	o.book.after = len(o.book.all)
}

// sparsePairs is pairs with patterns: what a face costs depends on both of its Jacobians.
func (s *scales) sparsePairs(j int32, full []neighbour, side int, free []neighbour, chosen *[]int32) float64 {
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
			// made is the cheapest way with the Jacobian p of n: a product, or m's models.
			made := func(p *pattern.Pattern) float64 {
				cost := s.sparseProduct(j, m, n, side, left, p)
				if m.kind == given || m.kind == bare {
					cost = min(cost, s.sparseBatch(m, side, n.vertex, s.over(side, left, p)))
				}
				return cost
			}
			through := func() float64 { // the models of n
				return s.sparseBatch(n, 1-side, m.vertex, s.over(side, left, s.lone(n)))
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

// sparseProduct is the price of an explicit product at junction j, of m on a side and n on
// the other, with the patterns of both.
func (s *scales) sparseProduct(j int32, m, n *neighbour, side int, full, free *pattern.Pattern) float64 {
	from, to, u, v := m.vertex, n.vertex, full, free
	if side == forward {
		from, to, u, v = n.vertex, m.vertex, free, full
	}
	return float64(s.start.Dag().Multiply(int(s.vertex[from]), int(s.vertex[j]), int(s.vertex[to]), u, v))
}

// sparseBatch is the price of the models of an arc, on side of the junction, for as many
// seeds as the product has colours; i is its far end.
func (s *scales) sparseBatch(n *neighbour, side int, i int32, product *pattern.Pattern) float64 {
	e, g := s.arcs[n.arc].model, s.start.Dag()
	if side == forward {
		return float64(e.Tangents(g.Columns(int(s.vertex[i]), product)))
	}
	return float64(e.Adjoints(g.Rows(int(s.vertex[i]), product)))
}
