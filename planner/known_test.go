package planner_test

import (
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner"
)

// What is known before a run is where it begins: a sequence is the first incumbent,
// and one that meets a known bound ends the run.
func TestRunFromWhatIsKnown(t *testing.T) {
	start := model.NewState(modeltest.Sample(t, "bat"))
	best := solve(t, start, planner.Options{})
	got, err := planner.Solve(t.Context(), start, planner.Options{Sequence: best.Incumbent.Ops,
		Lower: best.Incumbent.Cost})
	if err != nil || !got.Proven || got.Incumbent.Cost != best.Incumbent.Cost ||
		got.Bound != best.Incumbent.Cost {
		t.Errorf("%+v, %v", got, err)
	}
	if first := got.Found[0]; first.Cost != best.Incumbent.Cost {
		t.Errorf("the first incumbent costs %s", first.Cost)
	}
	if _, err := planner.Solve(t.Context(), start,
		planner.Options{Sequence: best.Incumbent.Ops[:2]}); err == nil || planner.IsEarly(err) {
		t.Error("an incomplete sequence is an incumbent")
	}
}
