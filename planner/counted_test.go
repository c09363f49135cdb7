package planner_test

import (
	"slices"
	"testing"

	"facet/planner"
)

// TestCounted: the same seed and number of cycles give the same sequence.
func TestCounted(t *testing.T) {
	for _, g := range families(t)[:3] {
		ops, cost, err := planner.Counted(t.Context(), g, 3, 2)
		again, same, errAgain := planner.Counted(t.Context(), g, 3, 2)
		if err != nil || errAgain != nil || cost != same || !slices.Equal(ops, again) {
			t.Errorf("%d operations for %s, then %d for %s (%v, %v)", len(ops), cost, len(again), same, err, errAgain)
		}
	}
}
