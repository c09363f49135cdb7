package partition

import (
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph"
)

// Windows follow one another without a gap, and none is far from its length.
func TestCuts(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, 20)))
	p, _ := newParts(in)
	for length := 1; length <= len(p.order); length++ {
		cuts := p.cuts(length)
		if cuts[0] != 0 || cuts[len(cuts)-1] != len(p.order) {
			t.Fatalf("windows of %d: from %d to %d of %d junctions", length, cuts[0], cuts[len(cuts)-1],
				len(p.order))
		}
		for k, at := range cuts[1:] {
			if n := at - cuts[k]; 4*n > 5*length || 4*n < 3*length && at != len(p.order) {
				t.Errorf("a window of %d instead of %d", n, length)
			}
		}
	}
}
