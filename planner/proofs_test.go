package planner

import (
	"testing"

	"facet/model"
)

// TestProofsOfEachStrategy: the best proof of each strategy is kept, and no worse one than
// there is.
func TestProofsOfEachStrategy(t *testing.T) {
	var p proofs
	for k, c := range []struct {
		source Source
		bound  model.Cost
		want   []model.Cost
	}{
		{FromPacking, 10, []model.Cost{10}},
		{FromWeights, 20, []model.Cost{10, 20}},
		{FromCover, 15, []model.Cost{10, 20}},
		{FromWeights, 30, []model.Cost{10, 30}},
		{FromCover, 40, []model.Cost{10, 30, 40}},
		{FromWeights, 40, []model.Cost{10, 30, 40}},
		{FromWeights, 50, []model.Cost{10, 40, 50}},
	} {
		before := len(p.list()) > 0 && p.list()[len(p.list())-1].bound >= c.bound
		if p.wants(c.bound) == before {
			t.Errorf("%d: wants %v", k, !before)
		}
		p.keep(c.source, c.bound, nil)
		all := p.list()
		if len(all) != len(c.want) {
			t.Fatalf("%d: %v", k, all)
		}
		for n, one := range all {
			if one.bound != c.want[n] {
				t.Errorf("%d: %v", k, all)
			}
		}
	}
}
