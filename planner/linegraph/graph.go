// Package linegraph holds what a lower bound has to know of a line dag in any
// state, as plain arrays: letters, their costs, and which follows which.
//
// A letter is a live vertex of the line dag, a Z-vertex. A word is a maximal
// path of letters, and every way to complete an elimination fuses each word,
// face by face, into a single letter with a Jacobian. Bounds are about words;
// how the letters came about does not matter to them.
//
// Both a [model.State] and the compact states of a search can fill an
// [Graph], and one Graph can be filled again and again without
// allocation.
package linegraph

import "facet/model"

// Letter is a live vertex z = (i,*,j) of the line dag.
type Letter struct {
	From, To int32 // i and j, positions in Graph.Size

	// Jacobian tells that F'(z) is available. Model is the edge of the dag whose
	// elemental tangent and adjoint z has, nil for none. A letter has at least one
	// of the two.
	Jacobian bool
	Model    *model.Edge
}

// Graph is a line dag in some state.
//
// A letter without predecessors starts in a source of the dag and a letter
// without successors ends in a sink: the rules leave no other loose ends. If s
// is in Succ[z] then z is in Pred[s], and Letters[z].To equals Letters[s].From.
type Graph struct {
	Dag        *model.Dag   // says what operations cost
	Size       []model.Cost // n_i >= 1 by vertex of the dag
	Letters    []Letter
	Succ, Pred [][]int32 // letters by letter: S(z) and P(z) without X and Y
}

// Acc is the price of the preaccumulation of z in its cheaper mode; Saturated if z
// has no model.
func (in *Graph) Acc(z int32) model.Cost {
	l := &in.Letters[z]
	if l.Model == nil {
		return model.Saturated
	}
	return in.Dag.LeastAccumulation(l.Model)
}

// Tan is the price, n_a T(z) where it is linear, of the tangent of z applied to a Jacobian that
// starts in vertex a; Saturated if z has no model.
func (in *Graph) Tan(z, a int32) model.Cost {
	if in.Letters[z].Model == nil {
		return model.Saturated
	}
	return in.Letters[z].Model.Tangents(in.Size[a])
}

// Adj is the price, n_b A(z) where it is linear, of the adjoint of z applied to a Jacobian that ends
// in vertex b; Saturated if z has no model.
func (in *Graph) Adj(z, b int32) model.Cost {
	if in.Letters[z].Model == nil {
		return model.Saturated
	}
	return in.Letters[z].Model.Adjoints(in.Size[b])
}

// Mul is the price n_a n_j n_b of a product of two Jacobians at junction j.
func (in *Graph) Mul(a, j, b int32) model.Cost {
	return in.Dag.Product.Of(in.Size[a], in.Size[j], in.Size[b])
}

// FreeTangent tells that tangents of z cost nothing, however many there are.
func (in *Graph) FreeTangent(z int32) bool {
	l := &in.Letters[z]
	return l.Model != nil && l.Model.Tangents(1) == 0
}

// FreeAdjoint tells that adjoints of z cost nothing.
func (in *Graph) FreeAdjoint(z int32) bool {
	l := &in.Letters[z]
	return l.Model != nil && l.Model.Adjoints(1) == 0
}

// Faces counts the faces of the line dag.
func (in *Graph) Faces() int {
	n := 0
	for _, s := range in.Succ {
		n += len(s)
	}
	return n
}

// Done tells whether nothing is left to do: no face, and every letter has its
// Jacobian.
func (in *Graph) Done() bool {
	for z := range in.Letters {
		if !in.Letters[z].Jacobian || len(in.Succ[z]) > 0 {
			return false
		}
	}
	return true
}
