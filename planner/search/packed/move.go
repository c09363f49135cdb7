package packed

import "facet/model"

// Move is one decision: the elimination of the face of slots (U,V), with the
// accumulations that it needs just before; or, where V is negative, the
// accumulation of U alone.
type Move struct {
	U, V       int32
	AccU, AccV bool       // accumulate U, V first, each in its cheaper mode
	Mode       model.Mode // of the elimination, or of the accumulation alone
}

// Accumulation gives the move that accumulates slot z alone.
func Accumulation(z int, mode model.Mode) Move { return Move{U: int32(z), V: -1, Mode: mode} }

// Play carries out the move and gives its price. A move that was made for
// another state gives nonsense.
func (s *State) Play(m Move) model.Cost {
	if m.V < 0 {
		cost := s.accumulateIn(int(m.U), m.Mode)
		s.Accumulate(int(m.U))
		return cost
	}
	_, cost, _ := s.Try(m)
	return cost
}

// Try is Play for the elimination of a face whose mode may not be there any more when its
// vertices have been accumulated: ok is false then. product is the slot of the product.
func (s *State) Try(m Move) (product int, cost model.Cost, ok bool) {
	u, v, cost := s.prepare(int(m.U), int(m.V), m.AccU, m.AccV)
	if !s.Ready(u, v, m.Mode) {
		return -1, cost, false
	}
	cost = cost.Add(s.Price(u, v, m.Mode))
	return s.Eliminate(u, v), cost, true
}

// prepare does the accumulations of a move and follows its face.
func (s *State) prepare(u, v int, accU, accV bool) (int, int, model.Cost) {
	var cost model.Cost
	if accU {
		_, cost = s.Accumulation(u)
		u, v = s.AccumulateBeside(u, v)
	}
	if accV {
		_, c := s.Accumulation(v)
		cost = cost.Add(c)
		v, u = s.AccumulateBeside(v, u)
	}
	return u, v, cost
}

// Price is the cost of eliminating face (u,v) in a mode that is available.
func (s *State) Price(u, v int, mode model.Mode) model.Cost {
	switch mode {
	case model.TAN:
		return s.tangent(u, v)
	case model.ADJ:
		return s.adjoint(u, v)
	}
	return s.product(u, v)
}

// Ready reports whether the mode is available for face (u,v) now.
func (s *State) Ready(u, v int, mode model.Mode) bool {
	a, b := &s.Vertex[u], &s.Vertex[v]
	switch mode {
	case model.TAN:
		return a.Jacobian && b.Edge >= 0
	case model.ADJ:
		return b.Jacobian && a.Edge >= 0
	}
	return a.Jacobian && b.Jacobian
}
