package heuristic_test

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/heuristic"
	"facet/planner/linegraph/linegraphtest"
)

// TestSparseOperations: in classic mode the number is that of the operations.
func TestSparseOperations(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for n := range 100 {
		shapes := linegraphtest.Shapes(4 + rng.IntN(40))
		g := linegraphtest.RandomDag(rng, shapes[rng.IntN(len(shapes))]).Classic()
		s := model.NewState(g)
		tangent, adjoint := heuristic.SparseOperations(g)
		if a, b := len(heuristic.SparseTangent(s, nil).Ops), len(heuristic.SparseAdjoint(s, nil).
			Ops); float64(a) != tangent || float64(b) != adjoint {
			t.Errorf("dag %d: %d and %d operations, not %g and %g", n, a, b, tangent, adjoint)
		}
	}
}
