package planner_test

import (
	"context"
	"testing"
	"time"

	"facet/model"
	"facet/planner"
)

// A sequence that does not fit into the memory is given up, before it is made where that
// can be told; and the run says so.
func TestLongSequencesAreGivenUp(t *testing.T) {
	g := straightLine(t, 2000)
	for _, method := range []planner.Method{
		planner.SparseTangent, planner.SparseAdjoint, planner.LocalSparseTangent, planner.GreedyLocalCost, planner.BranchAndBound,
	} {
		o := planner.Options{Method: method, Workers: 1, Memory: 1 << 20}
		if method == planner.BranchAndBound {
			o.Time = time.Second
		}
		run, err := planner.Start(context.Background(), model.NewState(g), o)
		if err != nil {
			t.Fatal(err)
		}
		end, err := run.Wait()
		if err != nil || end.HasIncumbent || !end.GaveUp {
			t.Errorf("%s: a sequence %v, given up %v (%v)", method, end.HasIncumbent, end.GaveUp, err)
		}
	}
	o := planner.Options{Method: planner.SparseTangent, Workers: 1}
	run, err := planner.Start(context.Background(), model.NewState(g), o)
	if err != nil {
		t.Fatal(err)
	}
	if end, err := run.Wait(); err != nil || !end.HasIncumbent || end.GaveUp {
		t.Errorf("with room: a sequence %v, given up %v (%v)", end.HasIncumbent, end.GaveUp, err)
	}
}
