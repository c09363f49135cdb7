package linegraphtest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// Shape says what random dags look like.
type Shape struct {
	Edges    int   // at most so many
	MaxSize  int64 // of a vertex
	MaxCost  int64 // T and A are about it at most
	Jacobian float64
	NoModel  float64 // of the edges with a Jacobian
	Free     float64 // share of zero costs
}

// Shapes are the mixtures that property tests go through: matrix-free only,
// mixed flags, many zero costs, classic, and sizes whose products do not fit
// into int64.
func Shapes(edges int) []Shape {
	return []Shape{
		{Edges: edges, MaxSize: 6, MaxCost: 40},
		{Edges: edges, MaxSize: 6, MaxCost: 40, Jacobian: 0.4, NoModel: 0.4},
		{Edges: edges, MaxSize: 4, MaxCost: 8, Jacobian: 0.3, NoModel: 0.2, Free: 0.4},
		{Edges: edges, MaxSize: 9, MaxCost: 1, Jacobian: 1, NoModel: 1},
		{Edges: edges, MaxSize: 4e8, MaxCost: 4e10, Jacobian: 0.3, NoModel: 0.3, Free: 0.1},
		{Edges: edges, MaxSize: 100, MaxCost: 1000, Jacobian: 0.1},
	}
}

// RandomDag makes a dag of up to shape.Edges edges.
func RandomDag(r *rand.Rand, shape Shape) *model.Dag {
	for {
		n := 3 + r.IntN(max(2, shape.Edges*2/3))
		vertices := make([]model.Vertex, n)
		for i := range vertices {
			vertices[i] = model.Vertex{ID: fmt.Sprint(i), Size: 1 + r.Int64N(shape.MaxSize)}
		}
		var edges []model.Edge
		for _, k := range r.Perm(n * n) {
			i, j := k/n, k%n
			if i >= j || len(edges) == shape.Edges {
				continue
			}
			edges = append(edges, randomEdge(r, shape, i, j))
		}
		g, err := model.NewDag("random", vertices, edges)
		if err != nil {
			panic(err)
		}
		for i := range vertices {
			if g.IsJunction(i) {
				return g
			}
		}
	}
}

func randomEdge(r *rand.Rand, shape Shape, i, j int) model.Edge {
	e := model.Edge{Source: i, Target: j, HasModel: true}
	e.HasJacobian = r.Float64() < shape.Jacobian
	if e.HasJacobian && r.Float64() < shape.NoModel {
		e.HasModel = false
		return e
	}
	if r.Float64() >= shape.Free {
		e.Tangent = model.Cost(1 + r.Int64N(shape.MaxCost))
	}
	if r.Float64() >= shape.Free {
		e.Adjoint = model.Cost(1 + r.Int64N(2*shape.MaxCost))
	}
	return e
}

// Walk gives the states on a random way from the beginning to the end.
func Walk(r *rand.Rand, g *model.Dag) []*model.State {
	states := []*model.State{model.NewState(g)}
	for s := states[0]; !s.Done(); {
		moves := moves(s)
		next, _, err := s.Apply(moves[r.IntN(len(moves))].Op)
		if err != nil {
			panic(err)
		}
		s = next
		states = append(states, s)
	}
	return states
}

// RandomSparse makes a dag of up to so many edges whose Jacobians have patterns; small, so
// that columns matter, and of all mixtures of flags and cost curves by turns.
func RandomSparse(t testing.TB, r *rand.Rand, n, edges int) *model.Dag {
	shapes := Shapes(edges)[:4]
	g := RandomDag(r, shapes[n%len(shapes)])
	if n%3 == 1 {
		g = modeltest.Curved(t, r, g)
	}
	return modeltest.Patterned(t, r, g)
}
