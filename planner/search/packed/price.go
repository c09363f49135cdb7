package packed

import (
	"facet/model"
	"facet/model/pattern"
)

// accumulateIn is the price of accumulating slot z in a mode (Rule 3):
// n_i*T or n_j*A where costs are linear. The vertex must have its models.
func (s *State) accumulateIn(z int, mode model.Mode) model.Cost {
	v := &s.Vertex[z]
	return s.Problem.Dag.Accumulation(&s.Problem.Dag.Edges[v.Edge], mode)
}

// Accumulation is the cheaper mode of accumulating slot z and its price; a tie
// goes to TAN.
func (s *State) Accumulation(z int) (model.Mode, model.Cost) {
	return s.Problem.Dag.CheaperAccumulation(&s.Problem.Dag.Edges[s.Vertex[z].Edge])
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
func (s *State) CheapestMode(u, v int) (mode model.Mode, cost model.Cost, ok bool) {
	return s.cheapest(u, v, false, false)
}

// cheapest is CheapestMode where u or v have just been accumulated for this face, so that
// their models are of no use.
func (s *State) cheapest(u, v int, accU, accV bool) (mode model.Mode, cost model.Cost, ok bool) {
	mode, cost = model.MUL, model.Saturated
	for m := model.TAN; m <= model.MUL; m++ {
		if accV && m == model.TAN || accU && m == model.ADJ || !s.Ready(u, v, m) {
			continue
		}
		if c := s.Price(u, v, m); !ok || c < cost {
			mode, cost, ok = m, c, true
		}
	}
	return mode, cost, ok
}
