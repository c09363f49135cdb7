package planner_test

import (
	"testing"

	"facet/model"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// What is known before a run is where it begins: a sequence is the first incumbent,
// and one that meets a known bound ends the run.
func TestRunFromWhatIsKnown(t *testing.T) {
	start := model.NewState(linegraphtest.Bat())
	best := solve(t, start, planner.Options{})
	run, err := planner.Start(t.Context(), start, planner.Options{Sequence: best.Incumbent.Ops, Lower: best.Incumbent.Cost})
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.Wait()
	if err != nil || !got.Proven || got.Incumbent.Cost != best.Incumbent.Cost || got.Bound != best.Incumbent.Cost {
		t.Errorf("%+v, %v", got, err)
	}
	if first := run.Incumbents(0)[0]; first.Cost != best.Incumbent.Cost {
		t.Errorf("the first incumbent costs %s", first.Cost)
	}
	run, err = planner.Start(t.Context(), start, planner.Options{Sequence: best.Incumbent.Ops[:2]})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Wait(); err == nil {
		t.Error("an incomplete sequence is an incumbent")
	}
}
