package cover

import (
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/letters"
	"facet/planner/letters/letterstest"
)

// What realisation finds is complete, costs what it says, and is never cheaper
// than the bound; where the bound is the optimum it is found often.
func TestRealisationIsCompleteAndNoCheaperThanTheBound(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	optimal, proved := 0, 0
	for n := range 300 {
		shapes := letterstest.Shapes(4 + n%8)
		g := letterstest.RandomDag(r, shapes[n%len(shapes)])
		walk := letterstest.Walk(r, g)
		s := walk[r.IntN(len(walk))]
		in, names := letters.FromState(s)
		result := Solve(context.Background(), in, Options{})
		if result.Bound.IsSaturated() {
			continue
		}
		proved++
		found := Realise(context.Background(), s, names, &result, 500)
		if !found.Found {
			continue
		}
		end, changes, err := model.Replay(s, found.Ops)
		cost := model.Cost(0)
		for _, c := range changes {
			cost = cost.Add(c.Price)
		}
		if err != nil || !end.Done() || cost != found.Cost || cost < result.Bound {
			t.Fatalf("dag %d: cost %d, bound %d, done %v, error %v", n, found.Cost, result.Bound, end.Done(), err)
		}
		if found.Cost == result.Bound {
			optimal++
		}
	}
	t.Logf("the bound was realised in %d of %d states", optimal, proved)
	if 2*optimal < proved {
		t.Errorf("the bound was realised in %d of %d states only", optimal, proved)
	}
}

// A cancelled run still gives a bound, which is none too large.
func TestStopsAtOnceWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in, _ := letters.FromState(model.NewState(letterstest.NewtonChain(10)))
	if got := Solve(ctx, in, Options{Incumbent: 758000}); got.Bound > 758000 || got.Converged {
		t.Errorf("bound %d, converged %v", got.Bound, got.Converged)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, c := range letterstest.Cases() {
		b.Run(c.Name, func(b *testing.B) {
			in, _ := letters.FromState(model.NewState(c.Dag))
			var got Result
			for b.Loop() {
				got = Solve(context.Background(), in, Options{Incumbent: c.Optimum})
			}
			b.ReportMetric(100*float64(got.Bound)/float64(c.Optimum), "%optimum")
			b.ReportMetric(float64(got.Pivots), "pivots")
			b.ReportMetric(float64(got.Words), "words")
		})
	}
	b.Run("random26to32", func(b *testing.B) {
		r := rand.New(rand.NewPCG(61, 62))
		pivots, runs := 0, 0
		for b.Loop() {
			g := letterstest.RandomDag(r, letterstest.Shape{Edges: 26 + r.IntN(7), MaxSize: 30, MaxCost: 50})
			in, _ := letters.FromState(model.NewState(g))
			pivots += Solve(context.Background(), in, Options{}).Pivots
			runs++
		}
		b.ReportMetric(float64(pivots)/float64(runs), "pivots")
	})
}
