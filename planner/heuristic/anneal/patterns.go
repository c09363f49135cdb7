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
	switch {
	case n.kind == bare:
		return s.lone(n)
	case n.kind == besides && s.sparse:
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
// then brings the products of what it had on both sides.
func (o *Order) gatherPatterns(j int32, side int) []neighbour {
	o.stamp++
	list, stack := o.fresh(), o.stack[:0]
	later := func(i int32) bool { return o.pos[i] > o.pos[j] }
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
