package packing

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/letters"
	"facet/planner/letters/letterstest"
)

func rootBound(g *model.Dag) model.Cost {
	in, _ := letters.FromState(model.NewState(g))
	var b Bounder
	return b.Bound(in)
}

func TestFiguresOfTheLiterature(t *testing.T) {
	want := map[string]model.Cost{
		"lion": 12, "bat": 21, "newton2": 150000, "newton10": 758000, "openfoam": 2386189675,
	}
	for _, c := range letterstest.Cases() {
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
	letterstest.Shards(t, 1200, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) {
		var b Bounder
		equal, states := 0, 0
		for n := range dags {
			shapes := letterstest.Shapes(4 + n%5)
			g := letterstest.RandomDag(r, shapes[n%len(shapes)])
			x := letterstest.Solver{Limit: 4000}
			for k, s := range letterstest.Walk(r, g) {
				optimum, ok := x.Optimum(s)
				if !ok {
					break
				}
				in, _ := letters.FromState(s)
				bound := b.Bound(in)
				if bound > optimum {
					t.Fatalf("dag %d, step %d: bound %d, optimum %d\n%s", n, k, bound, optimum, s)
				}
				if k == 0 {
					states++
					if bound == optimum {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum at the root of %d of %d dags", equal, states)
	})
}

func TestBoundOfACompleteStateIsZero(t *testing.T) {
	states := letterstest.Walk(rand.New(rand.NewPCG(3, 4)), letterstest.Bat())
	in, _ := letters.FromState(states[len(states)-1])
	var b Bounder
	if got := b.Bound(in); got != 0 || !in.Done() {
		t.Errorf("bound %d, done %v; want 0 and true", got, in.Done())
	}
}

func TestNoAllocationAfterTheFirstCall(t *testing.T) {
	in, _ := letters.FromState(model.NewState(letterstest.OpenFOAM()))
	var b Bounder
	b.Bound(in)
	if n := testing.AllocsPerRun(100, func() { b.Bound(in) }); n > 0 {
		t.Errorf("%v allocations per call, want none", n)
	}
}

func BenchmarkBound(b *testing.B) {
	for _, c := range letterstest.Cases() {
		b.Run(c.Name, func(b *testing.B) {
			in, _ := letters.FromState(model.NewState(c.Dag))
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
