package packed

import (
	"facet/model"
	"facet/model/pattern"
)

// Mode is the way in which a face is eliminated or a vertex accumulated.
type Mode uint8

// The modes of Rule 2; Rule 3 uses TAN and ADJ.
const (
	TAN Mode = iota
	ADJ
	MUL
)

// String is the mode as the paper writes it.
func (m Mode) String() string { return [...]string{"TAN", "ADJ", "MUL"}[m] }

// accumulateIn is the price of accumulating slot z in a mode (Rule 3):
// n_i*T or n_j*A where costs are linear. The vertex must have its models.
func (s *State) accumulateIn(z int, mode Mode) model.Cost {
	v := &s.Vertex[z]
	return s.Problem.Dag.Accumulation(&s.Problem.Dag.Edges[v.Edge], model.Mode(mode))
}

// Accumulation is the cheaper mode of accumulating slot z and its price; a tie
// goes to TAN.
func (s *State) Accumulation(z int) (Mode, model.Cost) {
	tangent, adjoint := s.accumulateIn(z, TAN), s.accumulateIn(z, ADJ)
	if adjoint < tangent {
		return ADJ, adjoint
	}
	return TAN, tangent
}

// tangent is the price, n_i*T(v) where it is linear, of pushing the Jacobian of u through the
// tangent of v; v must have its models.
func (s *State) tangent(u, v int) model.Cost {
	return s.Problem.Dag.Edges[s.Vertex[v].Edge].Tangents(s.Problem.Dag.Columns(int(s.Vertex[u].From),
		s.productPattern(u, v)))
}

// adjoint is the price, n_k*A(u) where it is linear, of pulling the Jacobian of v back through the
// adjoint of u; u must have its models.
func (s *State) adjoint(u, v int) model.Cost {
	return s.Problem.Dag.Edges[s.Vertex[u].Edge].Adjoints(s.Problem.Dag.Rows(int(s.Vertex[v].To),
		s.productPattern(u, v)))
}

// productPattern is the pattern of the product at face (u,v); nil in a dag without.
func (s *State) productPattern(u, v int) *pattern.Pattern {
	return model.Join(s.Pattern(u), s.Pattern(v))
}

// product is the price, n_i*n_j*n_k by default, of the explicit product.
func (s *State) product(u, v int) model.Cost {
	a, b := &s.Vertex[u], &s.Vertex[v]
	return s.Problem.Dag.Multiply(int(a.From), int(a.To), int(b.To), s.Pattern(u), s.Pattern(v))
}

// CheapestMode is the default of Rule 2 for face (u,v): the cheapest way that
// the Jacobians at hand allow, ties in the order TAN, ADJ, MUL. It fails when
// neither side has its Jacobian.
func (s *State) CheapestMode(u, v int) (mode Mode, cost model.Cost, ok bool) {
	a, b := &s.Vertex[u], &s.Vertex[v]
	if a.Jacobian && b.Edge >= 0 {
		mode, cost, ok = TAN, s.tangent(u, v), true
	}
	if b.Jacobian && a.Edge >= 0 {
		if c := s.adjoint(u, v); !ok || c < cost {
			mode, cost, ok = ADJ, c, true
		}
	}
	if a.Jacobian && b.Jacobian {
		if c := s.product(u, v); !ok || c < cost {
			mode, cost, ok = MUL, c, true
		}
	}
	return mode, cost, ok
}
