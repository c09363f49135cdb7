package planner

import (
	"context"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// TestMembership: the optima of Bat's three spaces differ, so each one's sequence
// lies in that space and in no smaller one.
func TestMembership(t *testing.T) {
	s := model.NewState(modeltest.Sample(t, "bat").Classic())
	for method, own := range map[Method]space{VertexElimination: vertices, EdgeElimination: edges,
		BranchAndBound: faces} {
		got, err := Solve(context.Background(), s, Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		for sp := vertices; sp <= faces; sp++ {
			in := newMembership(sp)
			if _, err := model.Walk(s, got.Incumbent.Ops, func(s *model.State, o model.Op, _ model.Cost) {
				in.see(s, o)
			}); err != nil {
				t.Fatal(err)
			}
			if err := in.check(s, got.Incumbent.Ops); (err == nil) != (sp >= own) {
				t.Errorf("%s in space %d: %v", method, sp, err)
			}
		}
	}
}

// TestEachStrategyHasAShare: branch and bound asks each on dags of some size, and each says of
// which runs.
func TestEachStrategyHasAShare(t *testing.T) {
	for _, row := range strategies {
		if row.asked == nil || row.share == (shares{}) {
			t.Errorf("%s is never asked", row.name)
		}
	}
}
