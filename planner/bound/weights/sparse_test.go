package weights

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// Where Jacobians have patterns the bound is never above what exhaustive search finds.
func TestNeverAboveTheOptimumWithPatterns(t *testing.T) {
	linegraphtest.Shards(t, 500, 900, func(t *testing.T, r *rand.Rand,
		dags func(func(int) bool)) (states int) {
		equal, roots := 0, 0
		for n := range dags {
			g := linegraphtest.RandomSparse(t, r, n, 4+n%5)
			x := linegraphtest.Solver{Limit: 3000}
			for k, s := range linegraphtest.Walk(r, g) {
				optimum, ok := x.Optimum(s)
				if !ok || k > 1 {
					break
				}
				o := Options{Incumbent: optimum + model.Cost(r.IntN(3)), Rounds: 200}
				if n%3 == 0 || optimum.IsSaturated() {
					o.Incumbent = 0
				}
				in, _ := linegraph.FromState(s)
				got := Run(in, o)
				if got.Bound > optimum {
					t.Fatalf("dag %d, step %d: bound %d, optimum %d\n%s", n, k, got.Bound, optimum, s)
				}
				states++
				if k == 0 {
					verified(t, g, got.Dual)
					roots++
					if got.Bound == optimum {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum at the root of %d of %d dags", equal, roots)
		return states
	})
}
