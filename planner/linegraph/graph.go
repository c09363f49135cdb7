// Package linegraph holds what a lower bound has to know of a line dag in any
// state, as plain arrays: vertices, their costs, and which follows which.
//
// A vertex is a live vertex of the line dag, a Z-vertex. A path is a maximal
// path of vertices, and every way to complete an elimination fuses each path,
// face by face, into a single vertex with a Jacobian. Bounds are about paths;
// how the vertices came about does not matter to them.
//
// Both a [model.State] and the packed states of a search can fill a
// [Graph], and one Graph can be filled again and again without
// allocation.
package linegraph

import "facet/model"

// Vertex is a live vertex z = (i,*,j) of the line dag.
type Vertex struct {
	From, To int32 // i and j, positions in Graph.Size

	// Jacobian tells that F'(z) is available. Model is the edge of the dag whose
	// elemental tangent and adjoint z has, nil for none. A vertex has at least one
	// of the two.
	Jacobian bool
	Model    *model.Edge
}

// Graph is a line dag in some state.
//
// A vertex without predecessors starts in a source of the dag and a vertex
// without successors ends in a sink: the inequalities leave no other loose ends. If s
// is in Succ[z] then z is in Pred[s], and Vertices[z].To equals Vertices[s].From.
type Graph struct {
	Dag        *model.Dag   // says what operations cost
	Size       []model.Cost // n_i >= 1 by vertex of the dag
	Vertices   []Vertex
	Succ, Pred [][]int32 // vertices by vertex: S(z) and P(z) without X and Y
}

// Acc is the cost of the preaccumulation of z in its cheaper mode; Saturated if z
// has no model.
func (in *Graph) Acc(z int32) model.Cost {
	l := &in.Vertices[z]
	if l.Model == nil {
		return model.Saturated
	}
	return in.Dag.LeastAccumulation(l.Model)
}

// Tan is the cost, n_a T(z) where it is linear, of the tangent of z applied to a Jacobian that
// starts in vertex a; Saturated if z has no model.
func (in *Graph) Tan(z, a int32) model.Cost {
	if in.Vertices[z].Model == nil {
		return model.Saturated
	}
	return in.Vertices[z].Model.Tangents(in.Size[a])
}

// Adj is the cost, n_b A(z) where it is linear, of the adjoint of z applied to a Jacobian that ends
// in vertex b; Saturated if z has no model.
func (in *Graph) Adj(z, b int32) model.Cost {
	if in.Vertices[z].Model == nil {
		return model.Saturated
	}
	return in.Vertices[z].Model.Adjoints(in.Size[b])
}

// Mul is the cost n_a n_j n_b of a product of two Jacobians at junction j.
func (in *Graph) Mul(a, j, b int32) model.Cost {
	return in.Dag.Product.Of(in.Size[a], in.Size[j], in.Size[b])
}

// FreeTangent tells that tangents of z cost nothing, however many there are.
func (in *Graph) FreeTangent(z int32) bool {
	l := &in.Vertices[z]
	return l.Model != nil && l.Model.Tangents(1) == 0
}

// FreeAdjoint tells that adjoints of z cost nothing.
func (in *Graph) FreeAdjoint(z int32) bool {
	l := &in.Vertices[z]
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

// Done tells whether nothing is left to do: no face, and every vertex has its
// Jacobian.
func (in *Graph) Done() bool {
	for z := range in.Vertices {
		if !in.Vertices[z].Jacobian || len(in.Succ[z]) > 0 {
			return false
		}
	}
	return true
}
