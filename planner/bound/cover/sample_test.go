package cover

import (
	"context"
	"testing"

	"facet/model"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// Where the usual search for violated cuts finds no more, chance does: the bound is higher
// than that of the cuts found first, with all paths in the pool and with a part of them.
func TestCutsAreNotMissed(t *testing.T) {
	const first = 98856 // of the cuts that the usual search finds
	in, _ := linegraph.FromState(model.NewState(linegraphtest.VCycles(2, 2)))
	all := Solve(context.Background(), in, Options{})
	few := Solve(context.Background(), in, Options{Paths: all.Paths})
	if !all.Converged || few.Paths >= all.Paths {
		t.Fatalf("%d paths, converged %v; %d of them", all.Paths, all.Converged, few.Paths)
	}
	if all.Bound <= first || few.Bound <= first {
		t.Errorf("bounds %d with %d paths, %d with %d; want more than %d", all.Bound, all.Paths, few.Bound,
			few.Paths, first)
	}
}
