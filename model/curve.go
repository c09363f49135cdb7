package model

import (
	"fmt"

	"facet/model/pattern"
)

// Curve says what evaluations of an elemental tangent (adjoint) cost where that
// is not their number times the cost of one: a batch shares a factorization, a
// matrix product, a launch. k evaluations at once cost
//
//	Setup + c·ceil(k / Width)
//
// with the c of the edge, Tangent or Adjoint. The zero value is the paper's k·c.
type Curve struct {
	Setup Cost  // of a batch, whatever its size; at least 0
	Width int64 // how many evaluations cost as much as one; 0 is 1

	// Colors is how many evaluations the Jacobian takes where its structure is
	// known: columns (rows) that have no row (column) in common are evaluated
	// together. 0 is one for each column (row).
	Colors int64
}

// cost is what k evaluations cost, where one costs c. k is at least 1.
func (v *Curve) cost(c, k Cost) Cost {
	if v.Width > 1 {
		k = (k-1)/Cost(v.Width) + 1
	}
	return v.Setup.Add(k.Times(c))
}

func (v *Curve) rate(c Cost) Cost {
	if v.Width > 1 {
		return c / Cost(v.Width)
	}
	return c
}

// isLinear reports whether k evaluations cost k times as much as one.
func (v *Curve) isLinear() bool { return v.Setup == 0 && v.Width <= 1 }

// check says what is wrong with a curve of the evaluations for a Jacobian with n
// columns (rows).
func (v *Curve) check(what, lines string, n int64) error {
	switch {
	case v.Setup < 0:
		return fmt.Errorf("has a negative %s_setup: costs are whole numbers from 0", what)
	case v.Width < 0:
		return fmt.Errorf("has %s_width %d: a batch is at least 1 wide", what, v.Width)
	case v.Colors < 0 || v.Colors > n:
		return fmt.Errorf("has %s_colors %d: its Jacobian has %d %s, so that 1 to %d colors are possible",
			what, v.Colors, n, lines, n)
	}
	return nil
}

// Product says what explicit products of matrices cost: Setup + Cost for each
// multiplication. NewDag sets the paper's, which is one unit for each.
type Product struct {
	Setup, Cost Cost
}

// Of is the cost of the product of an n_k x n_j and an n_j x n_i matrix, the
// operation MUL.
func (p Product) Of(i, j, k Cost) Cost {
	return p.of(i.Times(j).Times(k))
}

// of is the cost of n multiplications.
func (p Product) of(n Cost) Cost {
	if p.Cost != 1 {
		n = n.Times(p.Cost)
	}
	return p.Setup.Add(n)
}

// Tangents is the cost of k evaluations of the elemental tangent at once: n_i·T
// for k = n_i where nothing else is known. The edge has a model.
func (e *Edge) Tangents(k Cost) Cost { return e.TangentCurve.cost(e.Tangent, k) }

// Adjoints is the cost of k evaluations of the elemental adjoint at once.
func (e *Edge) Adjoints(k Cost) Cost { return e.AdjointCurve.cost(e.Adjoint, k) }

// TangentRate is a lower bound on the cost of each tangent, however many are evaluated
// at once: T for the paper's.
func (e *Edge) TangentRate() Cost { return e.TangentCurve.rate(e.Tangent) }

// AdjointRate is a lower bound on the cost of each adjoint, likewise.
func (e *Edge) AdjointRate() Cost { return e.AdjointCurve.rate(e.Adjoint) }

// Accumulation is the cost of Rule 3 at edge e = (i,j) in a mode, TAN or ADJ: as
// many tangents as its Jacobian needs, n_i where no structure is known, or as
// many adjoints, n_j. The edge has a model.
func (g *Dag) Accumulation(e *Edge, m Mode) Cost {
	if m == TAN {
		if e.TangentCurve.Colors > 0 {
			return e.Tangents(Cost(e.TangentCurve.Colors))
		}
		return e.Tangents(g.Columns(e.Source, e.Pattern))
	}
	if e.AdjointCurve.Colors > 0 {
		return e.Adjoints(Cost(e.AdjointCurve.Colors))
	}
	return e.Adjoints(g.Rows(e.Target, e.Pattern))
}

// Columns is how many columns of a Jacobian that starts in vertex i are evaluated one by
// one: the colours of its pattern, or n_i where it has none.
func (g *Dag) Columns(i int, p *pattern.Pattern) Cost {
	if p == nil {
		return g.Size(i)
	}
	return Cost(p.Colors())
}

// Rows is likewise how many rows of a Jacobian that ends in vertex k.
func (g *Dag) Rows(k int, p *pattern.Pattern) Cost {
	if p == nil {
		return g.Size(k)
	}
	return Cost(p.RowColors())
}

// Entries is how many entries a Jacobian from vertex i to vertex k holds.
func (g *Dag) Entries(i, k int, p *pattern.Pattern) Cost {
	if p == nil {
		return g.Size(i).Times(g.Size(k))
	}
	return Cost(p.Entries())
}

// Multiply is the cost of MUL at i, j, k: of the product of the Jacobian with pattern v,
// n_k x n_j, and that with pattern u, n_j x n_i; without patterns both are dense. A
// product with a unit matrix moves entries and costs nothing; where one of the two is
// sparse, the cheaper of the dense and the sparse product is taken.
func (g *Dag) Multiply(i, j, k int, u, v *pattern.Pattern) Cost {
	switch {
	case u != nil && (u.IsUnit() || v.IsUnit()):
		return 0
	case u == nil || u.IsDense() && v.IsDense():
		return g.Product.Of(g.Size(i), g.Size(j), g.Size(k))
	}
	return min(g.Product.Of(g.Size(i), g.Size(j), g.Size(k)), g.Sparse.of(Cost(v.Multiplications(u))))
}

// Join is the pattern of the product of the Jacobians with patterns u and v, of which v
// comes behind u; nil without patterns.
func Join(u, v *pattern.Pattern) *pattern.Pattern {
	if u == nil {
		return nil
	}
	return v.Times(u)
}

// LeastAccumulation is the cost of Rule 3 at edge e in its cheaper mode.
func (g *Dag) LeastAccumulation(e *Edge) Cost {
	_, cost := g.CheaperAccumulation(e)
	return cost
}

// CheaperAccumulation is the cheaper mode of Rule 3 at edge e, and its cost; a tie goes to TAN.
func (g *Dag) CheaperAccumulation(e *Edge) (Mode, Cost) {
	tangents, adjoints := g.Accumulation(e, TAN), g.Accumulation(e, ADJ)
	if adjoints < tangents {
		return ADJ, adjoints
	}
	return TAN, tangents
}

// IsLinear reports whether every cost is the paper's: k evaluations cost k times as
// much as one, a Jacobian takes one for each column or row and has no pattern, and
// products cost one unit for each multiplication. What relies on more than the order of costs, such
// as a reduction of the dag or vertices taken together, may ask for it.
func (g *Dag) IsLinear() bool {
	for k := range g.Edges {
		e := &g.Edges[k]
		if !g.IsLinearAt(e) || e.HasModel && (e.TangentCurve.Colors != 0 || e.AdjointCurve.Colors != 0) {
			return false
		}
	}
	return g.Product == Product{Cost: 1} && !g.patterned
}

// IsLinearAt reports whether what passes through the edge costs as much a column or
// row, however many there are.
func (g *Dag) IsLinearAt(e *Edge) bool {
	return !g.patterned && g.Product.Setup == 0 && (!e.HasModel || e.TangentCurve.isLinear() &&
		e.AdjointCurve.isLinear())
}
