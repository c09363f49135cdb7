package planner_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// TestCurvesEqualExhaustiveSearch compares every method with a solver that tries
// everything, on dags with cost curves, and has every certificate checked as it
// would be read from a file. With -tags long it takes 3000 dags.
func TestCurvesEqualExhaustiveSearch(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	seeds := uint64(extent.Of(20, 3000))
	compared, optimal := 0, 0
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(17, seed))
		shapes := linegraphtest.Shapes(4 + rng.IntN(4))
		g := modeltest.Curved(t, rng, linegraphtest.RandomDag(rng, shapes[rng.IntN(len(shapes))]))
		s := model.NewState(g)
		best := map[linegraphtest.Space]model.Cost{}
		for _, space := range []linegraphtest.Space{linegraphtest.Faces, linegraphtest.Edges,
			linegraphtest.Vertices} {
			x := linegraphtest.Solver{Limit: 4000, Space: space}
			if want, ok := x.Optimum(s); ok {
				best[space] = want
			}
		}
		want, ok := best[linegraphtest.Faces]
		if !ok {
			continue
		}
		compared++
		for _, o := range variants {
			got := solve(t, s, o)
			if got.Incumbent.Cost != want || got.Proven == want.IsSaturated() {
				t.Fatalf("seed %d: %+v: cost %s proven %v, want %s on\n%s", seed, o, got.Incumbent.Cost,
					got.Proven, want, s)
			}
		}
		for _, m := range planner.Methods() {
			run, err := planner.Start(context.Background(), s, planner.Options{Method: m})
			if err != nil {
				continue // ChainDP where paths touch
			}
			got, err := run.Wait()
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, m, err)
			}
			if got.Bound > want || got.Incumbent.Cost < want && !m.CostOnly() {
				t.Fatalf("seed %d: %s: cost %s, bound %s, optimum %s", seed, m, got.Incumbent.Cost, got.Bound,
					want)
			}
			space, exact := map[planner.Method]linegraphtest.Space{
				planner.EdgeElimination:   linegraphtest.Edges,
				planner.VertexElimination: linegraphtest.Vertices,
			}[m]
			if own, known := best[space]; exact && known &&
				(got.Incumbent.Cost != own || got.Proven == own.IsSaturated()) {
				t.Fatalf("seed %d: %s: %s, proven %v, want %s", seed, m, got.Incumbent.Cost, got.Proven, own)
			}
			if m == planner.BranchAndBound && verified(t, g, got).Optimal {
				optimal++
			}
		}
	}
	modeltest.Counted(t, "dags", compared, 40)
	if compared*9 > optimal*10 {
		t.Errorf("only %d of %d optima are certified", optimal, compared)
	}
}
