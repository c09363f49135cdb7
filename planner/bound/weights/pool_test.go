package weights

import (
	"errors"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// A pool that was ended at any of its questions has paths that count, and does not claim
// that they are all.
func TestPoolsEnd(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, 2)))
	begun := func(last int) (p pool, asked int) {
		table := paths.NewTable(paths.NewCatalogue(in, model.Saturated, nil, nil))
		p = newPool(table, in, defaultMemory, rand.New(rand.NewPCG(1, 1)))
		p.begin(func(int) error {
			if asked++; asked == last {
				return errors.New("stop")
			}
			return nil
		})
		return p, asked
	}
	whole, questions := begun(0)
	if !whole.all || questions != len(whole.paths) || questions < 3 {
		t.Fatalf("%d questions for %d paths, all %v", questions, len(whole.paths), whole.all)
	}
	for n := 1; n <= questions; n++ {
		if p, asked := begun(n); asked != n || len(p.paths) != n || p.all {
			t.Errorf("ended at %d: %d questions, %d of %d paths, all %v", n, asked, len(p.paths), questions,
				p.all)
		}
	}
}
