package planner_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner"
)

// A sequence that does not fit into the memory is given up, before it is made where that
// can be told; and the run says so.
func TestLongSequencesAreGivenUp(t *testing.T) {
	extent.NoRace(t)
	g := straightLine(t, 2000)
	for _, method := range []planner.Method{
		planner.SparseTangent, planner.SparseAdjoint, planner.LocalSparseTangent, planner.GreedyLocalCost,
		planner.BranchAndBound,
	} {
		o := planner.Options{Method: method, Workers: 1, Memory: 1 << 20}
		if method == planner.BranchAndBound {
			o.Work = 200 * time.Millisecond
		}
		end, err := planner.Solve(context.Background(), model.NewState(g), o)
		if want := "no sequence was found that fits into the memory of 1MiB"; !errors.Is(err,
			planner.ErrNothing) || err.Error() != want ||
			!planner.IsEarly(err) || end.IgnoreStop(err) == nil || end.HasIncumbent || !end.GaveUp {
			t.Errorf("%s: a sequence %v, given up %v (%v)", method, end.HasIncumbent, end.GaveUp, err)
		}
	}
	o := planner.Options{Method: planner.SparseTangent, Workers: 1}
	if end, err := planner.Solve(context.Background(), model.NewState(g), o); err != nil ||
		!end.HasIncumbent || end.GaveUp {
		t.Errorf("with room: a sequence %v, given up %v (%v)", end.HasIncumbent, end.GaveUp, err)
	}
}
