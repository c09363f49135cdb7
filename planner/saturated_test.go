package planner_test

import (
	"testing"

	"facet/model"
	"facet/planner"
)

// A total that does not fit into 64 bits proves nothing: of two that saturate, one may cost
// three times as much as the other.
func TestSaturatedTotalsProveNothing(t *testing.T) {
	g, err := model.NewDag("f", []model.Vertex{{ID: "a", Size: 9}, {ID: "b", Size: 3}},
		[]model.Edge{{Source: 0, Target: 1, HasModel: true, Tangent: 9e18, Adjoint: 9e18}})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range planner.Methods() {
		got := found(t, model.NewState(g), planner.Options{Method: m})
		if got.Proven || !got.Incumbent.Cost.IsSaturated() || got.Gap() < 1 {
			t.Errorf("%s: cost %s, bound %s, proven %v, gap %v", m, got.Incumbent.Cost, got.Bound, got.Proven,
				got.Gap())
		}
	}
}
