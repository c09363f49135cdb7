package measuring

import (
	"testing"

	"facet/model"
	"facet/model/measured"
	"facet/planner"
)

// What is said of a plan follows from its bound, as docs/words.md has it.
func TestWordsOfAPlan(t *testing.T) {
	for _, c := range []struct {
		cost, bound model.Cost
		want        string
	}{
		{100, 100, "optimal, proved"},
		{100, 75, "at most 25.0 % above the best"},
		{100, 0, "at most 100.0 % above the best"},
		{model.Saturated, model.Saturated, "not proved: its cost does not fit into 64 bits"},
		{model.Saturated, 7, "not proved: its cost does not fit into 64 bits"},
	} {
		end := planner.Snapshot{HasIncumbent: true, Incumbent: planner.Incumbent{Cost: c.cost},
			Bound: c.bound}
		if got := proofOf(end); got != c.want {
			t.Errorf("%s with a bound of %s: %q, want %q", c.cost, c.bound, got, c.want)
		}
	}
}

// What fails beside the first check is named once each, as far as there is room.
func TestOthersThatFail(t *testing.T) {
	var failed []measured.Check
	for _, argument := range []string{"x", "x", "p", "p", "u"} {
		failed = append(failed, measured.Check{Module: "step", Argument: argument})
	}
	if got := others(failed); got != ", also step for p, step for u" {
		t.Errorf("got %q", got)
	}
	if got := others(failed[:2]); got != "" {
		t.Errorf("got %q", got)
	}
}
