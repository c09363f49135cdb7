package cover

import (
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// A cancelled run still gives a bound, which is none too large.
func TestStopsAtOnceWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, 10)))
	if got := Solve(ctx, in, Options{Incumbent: 758000}); got.Bound > 758000 || got.Converged {
		t.Errorf("bound %d, converged %v", got.Bound, got.Converged)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, c := range linegraphtest.Cases(b) {
		b.Run(c.Name, func(b *testing.B) {
			in, _ := linegraph.FromState(model.NewState(c.Dag))
			var got Result
			for b.Loop() {
				got = Solve(context.Background(), in, Options{Incumbent: c.Optimum})
			}
			b.ReportMetric(100*float64(got.Bound)/float64(c.Optimum), "%optimum")
			b.ReportMetric(float64(got.Pivots), "pivots")
			b.ReportMetric(float64(got.Paths), "paths")
		})
	}
	b.Run("random26to32", func(b *testing.B) {
		r := rand.New(rand.NewPCG(61, 62))
		pivots, runs := 0, 0
		for b.Loop() {
			g := linegraphtest.RandomDag(r, linegraphtest.Shape{Edges: 26 + r.IntN(7), MaxSize: 30,
				MaxCost: 50})
			in, _ := linegraph.FromState(model.NewState(g))
			pivots += Solve(context.Background(), in, Options{}).Pivots
			runs++
		}
		b.ReportMetric(float64(pivots)/float64(runs), "pivots")
	})
}
