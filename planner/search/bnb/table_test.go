package bnb

import (
	"math/rand/v2"
	"testing"

	"facet/planner/search/packed"
)

// A table that has room forgets nothing, so that a search is what the rules say, node by node.
func TestTableForgetsNothingWhileItHasRoom(t *testing.T) {
	const states = 300_000
	table, forgotten := newTable(1<<30), 0
	for turn := range 2 {
		rng := rand.New(rand.NewPCG(1, 1))
		for range states {
			if table.reach(packed.Key{Hi: rng.Uint64(), Lo: rng.Uint64()}, 7) && turn > 0 {
				forgotten++
			}
		}
	}
	if forgotten > 0 {
		t.Errorf("%d of %d states are forgotten", forgotten, states)
	}
}
