package ranges_test

import (
	"testing"
	"time"

	"facet/model/modeltest"
	"facet/planner"
	"facet/planner/ranges"
)

// Sizes whose costs rise in steps that are too wide to be looked at are called so, and no
// time is asked for.
func TestWideBatchesAreNotLookedAt(t *testing.T) {
	g := modeltest.Sample(t, "lion")
	g.Edges[0].TangentCurve.Width = 1 << 20
	report, err := ranges.Analyse(t.Context(), g, nil,
		ranges.Options{Search: planner.Options{Time: 40 * time.Second, Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Ranges {
		if r.Unexamined != (r.What == ranges.Size) || r.Unexamined && r.Proved() {
			t.Errorf("%+v", r)
		}
	}
}
