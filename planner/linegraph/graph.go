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

import (
	"facet/model"
	"facet/model/pattern"
)

// Vertex is a live vertex z = (i,*,j) of the line dag.
type Vertex struct {
	From, To int32 // i and j, positions in Graph.Size

	// Jacobian reports whether F'(z) is available. Model is the edge of the dag whose
	// elemental tangent and adjoint z has, nil for none. A vertex has at least one
	// of the two.
	Jacobian bool
	Model    *model.Edge

	Pattern *pattern.Pattern // of the Jacobian; nil in a dag without patterns
}

// Graph is a line dag in some state.
//
// A vertex without predecessors starts in a source of the dag and a vertex
// without successors ends in a sink: the rules leave no other loose ends. If s
// is in Succ[z] then z is in Pred[s], and Vertices[z].To equals Vertices[s].From.
type Graph struct {
	Dag        *model.Dag   // says what operations cost
	Size       []model.Cost // n_i >= 1 by vertex of the dag
	Vertices   []Vertex
	Succ, Pred [][]int32 // vertices by vertex: S(z) and P(z) without X and Y

	Ends *Ends // of a part of a dag; nil for the whole

	sparse *sparsity // nil in a dag without patterns
}

// Ends says how much of the ends of a part of a dag counts at each of its junctions: an end
// stands for what leads to it from the sources, or from it to the sinks, and all ends
// together for no more than there is of that. Costs of the part are in units of 1/Unit².
type Ends struct {
	Unit   model.Cost             // so many amounts are one
	Amount []map[int32]model.Cost // by junction, by end of a path through it
}

// count is n_i for a path through junction j, or how much of an end counts there.
func (g *Graph) count(i, j int32) model.Cost {
	if g.Ends == nil {
		return g.Size[i]
	}
	if amount, end := g.Ends.Amount[j][i]; end {
		return amount
	}
	return g.Scaled(g.Size[i])
}

// Scaled is a size, or a cost of one amount, in the unit of amounts: as it is for a whole dag.
func (g *Graph) Scaled(c model.Cost) model.Cost {
	if g.Ends == nil {
		return c
	}
	return c.Times(g.Ends.Unit)
}

// Acc is the cost of the preaccumulation of z in its cheaper mode; Saturated if z
// has no model.
func (g *Graph) Acc(z int32) model.Cost {
	l := &g.Vertices[z]
	if l.Model == nil {
		return model.Saturated
	}
	return g.Scaled(g.Scaled(g.Dag.LeastAccumulation(l.Model)))
}

// Tan is the cost, n_a T(z) where it is linear, of the tangent of z applied to a Jacobian that
// starts in vertex a; Saturated if z has no model. Where there are patterns it is the least
// that such an operation costs.
func (g *Graph) Tan(z, a int32) model.Cost {
	if g.Vertices[z].Model == nil {
		return model.Saturated
	}
	if g.sparse != nil {
		return g.TanLevels(z, a)[0]
	}
	return g.Scaled(g.Vertices[z].Model.Tangents(g.count(a, g.Vertices[z].From)))
}

// Adj is the cost, n_b A(z) where it is linear, of the adjoint of z applied to a Jacobian that ends
// in vertex b, likewise.
func (g *Graph) Adj(z, b int32) model.Cost {
	if g.Vertices[z].Model == nil {
		return model.Saturated
	}
	if g.sparse != nil {
		return g.AdjLevels(z, b)[0]
	}
	return g.Scaled(g.Vertices[z].Model.Adjoints(g.count(b, g.Vertices[z].To)))
}

// Mul is the cost n_a n_j n_b of a product of two Jacobians at junction j, likewise.
func (g *Graph) Mul(a, j, b int32) model.Cost {
	if g.sparse != nil {
		return g.MulLevels(a, j, b)[0]
	}
	return g.Dag.Product.Of(g.count(a, j), g.Size[j], g.count(b, j))
}

// FreeTangent reports whether tangents of z cost nothing, however many there are.
func (g *Graph) FreeTangent(z int32) bool {
	l := &g.Vertices[z]
	return l.Model != nil && l.Model.Tangents(1) == 0
}

// FreeAdjoint reports whether adjoints of z cost nothing.
func (g *Graph) FreeAdjoint(z int32) bool {
	l := &g.Vertices[z]
	return l.Model != nil && l.Model.Adjoints(1) == 0
}

// Faces counts the faces of the line dag.
func (g *Graph) Faces() int {
	n := 0
	for _, s := range g.Succ {
		n += len(s)
	}
	return n
}

// Done reports whether nothing is left to do: no face, and every vertex has its
// Jacobian.
func (g *Graph) Done() bool {
	for z := range g.Vertices {
		if !g.Vertices[z].Jacobian || len(g.Succ[z]) > 0 {
			return false
		}
	}
	return true
}
