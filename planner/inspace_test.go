package planner

import (
	"context"
	"testing"

	"facet/model"
	"facet/planner/linegraph/linegraphtest"
)

// TestCheckSpace: the optima of Bat's three spaces differ, so each one's sequence
// lies in its own space and in no smaller one.
func TestCheckSpace(t *testing.T) {
	s := model.NewState(linegraphtest.Bat().Classic())
	for method, own := range map[Method]space{VertexElimination: vertices, EdgeElimination: edges, BranchAndBound: faces} {
		run, err := Start(context.Background(), s, Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		got, err := run.Wait()
		if err != nil {
			t.Fatal(err)
		}
		for sp := vertices; sp <= faces; sp++ {
			if err := checkSpace(s, got.Incumbent.Ops, sp); (err == nil) != (sp >= own) {
				t.Errorf("%s in space %d: %v", method, sp, err)
			}
		}
	}
}
