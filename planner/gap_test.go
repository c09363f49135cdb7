package planner_test

import (
	"fmt"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest/extent"
)

// TestGapsOfThePlainBound: on these dags the chain-cover bound without
// valid inequalities stays below the optimum, or no heuristic finds the optimum. Valid inequalities and
// branching at the root, and dives from what the relaxation pays for, close the gap
// without a search of more than a few nodes. The larger ones need that
// resources are fixed at zero first.
func TestGapsOfThePlainBound(t *testing.T) {
	extent.FullOnly(t)
	for _, k := range []struct {
		vertices, edges int
		seed            uint64
		optimum         model.Cost
	}{
		{8, 17, 344, 954847}, {12, 31, 33, 2247193}, {12, 30, 74, 4480683}, {12, 31, 96, 8081048},
		{25, 60, 95, 11922682}, {42, 100, 39, 10533021},
	} {
		t.Run(fmt.Sprint(k.seed), func(t *testing.T) {
			g, err := generate.Random(k.vertices, k.edges, generate.Elementals{MaxSize: 100, Seed: k.seed})
			if err != nil {
				t.Fatal(err)
			}
			verdict, end := certified(t, g)
			t.Logf("%s, %d nodes explored", verdict, end.Explored)
			if !end.Proven || !verdict.Optimal || verdict.Cost != k.optimum {
				t.Errorf("%s, the run's bound is %d; want %d", verdict, end.Bound, k.optimum)
			}
		})
	}
}
