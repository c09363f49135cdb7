package packed

import "facet/model"

// AccMode is which vertices have their Jacobian when a face (u,v) is eliminated. A search
// branches over faces and ways; everything else follows.
//
// Accumulating is put off until just before the first use: nothing is lost,
// since a Jacobian that waits can only merge with or absorb what it would merge
// with at its first use. For the same reason the adjoint of u is never used in a
// move that accumulates u, nor the tangent of v in one that accumulates v: the
// accumulation could wait. (It would also be wrong to price it so: an
// accumulation can merge u, and then its models are gone.)
type AccMode uint8

// The modes.
const (
	Left  AccMode = iota // u has its Jacobian, v keeps what it has: TAN
	Right                // v has its Jacobian, u keeps what it has: ADJ
	Both                 // both have: the cheapest mode that is left
)

// AccModes lists the ways of face (u,v) that differ in the state they lead to or in
// cost.
func (s *State) AccModes(u, v int) []AccMode {
	a, b := s.Vertex[u].Jacobian, s.Vertex[v].Jacobian
	switch {
	case a && b:
		return justBoth
	case a:
		return leftBoth
	case b:
		return rightBoth
	}
	return anySide
}

var (
	anySide   = []AccMode{Left, Right, Both}
	leftBoth  = []AccMode{Left, Both}
	rightBoth = []AccMode{Right, Both}
	justBoth  = []AccMode{Both}
)

// Take eliminates face (u,v) in a way and gives the move, so that it can be
// played again, and its price.
func (s *State) Take(u, v int, acc AccMode) (Move, model.Cost) {
	m := Move{U: int32(u), V: int32(v)}
	m.AccU = acc != Right && !s.Vertex[u].Jacobian
	m.AccV = acc != Left && !s.Vertex[v].Jacobian
	u, v, cost := s.prepare(u, v, m.AccU, m.AccV)
	mode, price, _ := s.cheapest(u, v, m.AccU, m.AccV)
	m.Mode = mode
	s.Eliminate(u, v)
	return m, cost.Add(price)
}
