package packing

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

func rootBound(g *model.Dag) model.Cost {
	in, _ := linegraph.FromState(model.NewState(g))
	var b Bounder
	return b.Bound(in)
}

func TestFiguresOfTheLiterature(t *testing.T) {
	want := map[string]model.Cost{
		"lion": 12, "bat": 21, "newton2": 150000, "newton10": 758000, "openfoam": 2386189675,
	}
	for _, c := range linegraphtest.Cases(t) {
		got := rootBound(c.Dag)
		if got > c.Optimum {
			t.Errorf("%s: bound %d is above the optimum %d", c.Name, got, c.Optimum)
		}
		if w, known := want[c.Name]; known && got < w {
			t.Errorf("%s: bound %d, want at least %d", c.Name, got, w)
		}
		t.Logf("%s: %d of %d", c.Name, got, c.Optimum)
	}
}

// The bound is never above what exhaustive search finds, at the root and in
// every state of a random walk.
func TestNeverAboveTheOptimum(t *testing.T) {
	linegraphtest.Shards(t, 1200, 5500, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		var b Bounder
		equal, roots, states := 0, 0, 0
		for n := range dags {
			shapes := linegraphtest.Shapes(4 + n%5)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			x := linegraphtest.Solver{Limit: 4000}
			for k, s := range linegraphtest.Walk(r, g) {
				optimum, ok := x.Optimum(s)
				if !ok {
					break
				}
				in, _ := linegraph.FromState(s)
				bound := b.Bound(in)
				if bound > optimum {
					t.Fatalf("dag %d, step %d: bound %d, optimum %d\n%s", n, k, bound, optimum, s)
				}
				states++
				if k == 0 {
					roots++
					if bound == optimum {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum at the root of %d of %d dags", equal, roots)
		return states
	})
}

func TestBoundOfACompleteStateIsZero(t *testing.T) {
	states := linegraphtest.Walk(rand.New(rand.NewPCG(3, 4)), modeltest.Sample(t, "bat"))
	in, _ := linegraph.FromState(states[len(states)-1])
	var b Bounder
	if got := b.Bound(in); got != 0 || !in.Done() {
		t.Errorf("bound %d, done %v; want 0 and true", got, in.Done())
	}
}

func TestNoAllocationAfterTheFirstCall(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(modeltest.Sample(t, "openfoam")))
	var b Bounder
	b.Bound(in)
	if n := testing.AllocsPerRun(100, func() { b.Bound(in) }); n > 0 {
		t.Errorf("%v allocations per call, want none", n)
	}
}

func BenchmarkBound(b *testing.B) {
	for _, c := range linegraphtest.Cases(b) {
		b.Run(c.Name, func(b *testing.B) {
			in, _ := linegraph.FromState(model.NewState(c.Dag))
			var x Bounder
			b.ReportAllocs()
			var bound model.Cost
			for b.Loop() {
				bound = x.Bound(in)
			}
			b.ReportMetric(100*float64(bound)/float64(c.Optimum), "%optimum")
		})
	}
}
