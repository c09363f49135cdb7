package packed

import (
	"math/bits"

	"facet/model"
	"facet/model/field"
	"facet/model/pattern"
)

// Eliminate carries out Rule 2 on face (u,v) in whatever mode, since the mode
// changes the cost and not the line dag. It gives the slot that holds the
// product afterwards.
func (s *State) Eliminate(u, v int) int {
	a, b := s.Vertex[u], s.Vertex[v]
	value, entries := field.Mul(a.Value, b.Value), model.Join(s.Pattern(u), s.Pattern(v))
	product := s.absorber(u, v)
	if product >= 0 { // Rule 2.1, absorb
		w := &s.Vertex[product]
		w.Value, w.Edge = field.Add(w.Value, value), -1
		s.join(product, entries)
	} else { // Rule 2.1, fill
		product = s.add(Vertex{Value: value, From: a.From, To: b.To, Edge: -1, Jacobian: true}, entries)
		copy(s.P(product), s.P(u))
		copy(s.S(product), s.S(v))
		for p := range Bits(s.P(product)) {
			set(s.S(p), product)
		}
		for w := range Bits(s.S(product)) {
			set(s.P(w), product)
		}
	}
	s.Paths.fuse(int32(u), int32(v), int32(product))
	unset(s.S(u), v) // Rule 2.2
	unset(s.P(v), u)
	s.touch(product)
	if empty(s.S(u)) { // Rule 2.3
		s.remove(u)
	} else {
		set(s.dirty, u)
	}
	if empty(s.P(v)) { // Rule 2.4
		s.remove(v)
	} else {
		set(s.dirty, v)
	}
	product, _ = s.merge(product, product)
	return product
}

// join makes slot z hold a sum with a Jacobian of this pattern.
func (s *State) join(z int, p *pattern.Pattern) {
	if p != nil {
		s.pattern[z] = s.pattern[z].Union(p)
	}
}

// Accumulate carries out Rule 3 on slot z and gives the slot that holds its
// Jacobian afterwards: z itself, or the twin that it merged with.
func (s *State) Accumulate(z int) int {
	z, _ = s.AccumulateBeside(z, z)
	return z
}

// AccumulateBeside is Accumulate for a caller that needs another
// vertex as well: a merge can make twins of the neighbours, so that the other
// one may end up in a different slot, too.
func (s *State) AccumulateBeside(z, other int) (int, int) {
	s.Vertex[z].Jacobian = true
	set(s.dirty, z)
	return s.merge(z, other)
}

// absorber finds the vertex that takes the product of face (u,v): same source,
// same sink, a Jacobian, P(w)=P(u) and S(w)=S(v). There is at most one.
func (s *State) absorber(u, v int) int {
	return s.like(s.Vertex[u].From, s.Vertex[v].To, s.P(u), s.S(v), -1)
}

// like finds a vertex other than self with a Jacobian, this source and sink, and
// these neighbours, or gives -1. It looks among those that have a neighbour on
// each side in common with it: in all of a large state it would look for long.
func (s *State) like(from, to int32, preds, succs []uint64, self int) int {
	before, behind := s.live, s.live
	if z := first(succs); z >= 0 {
		behind = s.P(z)
	}
	if z := first(preds); z >= 0 {
		before = s.S(z)
	}
	for k, word := range behind {
		for word &= before[k]; word != 0; word &= word - 1 {
			w := k<<6 + bits.TrailingZeros64(word)
			x := &s.Vertex[w]
			if w != self && x.From == from && x.To == to && x.Jacobian && equal(s.P(w), preds) &&
				equal(s.S(w), succs) {
				return w
			}
		}
	}
	return -1
}

// touch marks z and its neighbours, whose rows have changed.
func (s *State) touch(z int) {
	set(s.dirty, z)
	p, n := s.P(z), s.S(z)
	for k := range s.dirty {
		s.dirty[k] |= p[k] | n[k]
	}
}

// merge restores the invariant that no two vertices with Jacobians agree in
// source, sink, P and S. A merge changes the rows of its neighbours, so it goes
// on until nothing is marked. It gives the slots in which the vertices of slots
// a and b have ended up.
func (s *State) merge(a, b int) (int, int) {
	for k := 0; k < len(s.dirty); {
		if s.dirty[k] == 0 {
			k++
			continue
		}
		z := k<<6 + bits.TrailingZeros64(s.dirty[k])
		s.dirty[k] &= s.dirty[k] - 1
		v := &s.Vertex[z]
		if !v.Jacobian {
			continue
		}
		w := s.Twin(z)
		if w < 0 {
			continue
		}
		keep, drop := min(z, w), max(z, w) // the lower slot stays, whatever the order
		s.Vertex[keep].Value = field.Add(s.Vertex[keep].Value, s.Vertex[drop].Value)
		s.Vertex[keep].Edge = -1
		s.join(keep, s.Pattern(drop))
		s.remove(drop)
		s.Paths.rename(int32(drop), int32(keep))
		s.touch(keep)
		if a == drop {
			a = keep
		}
		if b == drop {
			b = keep
		}
		k = 0
	}
	return a, b
}

// Twin finds another vertex with a Jacobian and the source, sink, P and S of z, or
// gives -1.
func (s *State) Twin(z int) int {
	v := &s.Vertex[z]
	return s.like(v.From, v.To, s.P(z), s.S(z), z)
}
