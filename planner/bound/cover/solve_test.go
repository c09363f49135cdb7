package cover

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

func solveState(s *model.State, o Options) Result {
	in, _ := linegraph.FromState(s)
	return Solve(context.Background(), in, o)
}

func TestProvesTheCasesOfTheLiterature(t *testing.T) {
	for _, c := range linegraphtest.Cases(t) {
		started := time.Now()
		got := solveState(model.NewState(c.Dag),
			Options{Incumbent: c.Optimum, Time: 20 * time.Second})
		t.Logf("%s: %d of %d, %d paths, %d cuts, %d rounds, %d pivots, denominator %d, %v", c.Name, got.Bound,
			c.Optimum,
			got.Paths, got.Cuts, got.Rounds, got.Pivots, got.Dual.Denominator, time.Since(started))
		if got.Bound != c.Optimum {
			t.Errorf("%s: bound %d, want %d", c.Name, got.Bound, c.Optimum)
		}
	}
}

// The bound is never above what exhaustive search finds, whatever incumbent it
// is given, with inequalities and without, at the root and in every state of a random
// walk.
func TestNeverAboveTheOptimum(t *testing.T) {
	linegraphtest.Shards(t, 600, 2500, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		equal, roots, states := 0, 0, 0
		for n := range dags {
			shapes := linegraphtest.Shapes(4 + n%5)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			x := linegraphtest.Solver{Limit: 3000}
			for k, s := range linegraphtest.Walk(r, g) {
				optimum, ok := x.Optimum(s)
				if !ok {
					break
				}
				incumbent := optimum + model.Cost(r.IntN(3))
				if n%3 == 0 || optimum.IsSaturated() {
					incumbent = 0
				}
				got := solveState(s, Options{Incumbent: incumbent, Inequalities: n%2 == 0})
				if got.Bound > optimum {
					t.Fatalf("dag %d, step %d: bound %d, optimum %d, incumbent %d\n%s", n, k, got.Bound,
						optimum, incumbent, s)
				}
				states++
				if k == 0 {
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

// Waiting in Check does not count against the time, an error of Check ends the
// work soon, and memory is kept to.
func TestChecksAndLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, _ := linegraph.FromState(model.NewState(modeltest.Sample(t, "openfoam")))
		paused := 0
		got := Solve(context.Background(), in, Options{Incumbent: 4912999465, Time: time.Second,
			Check: func() error {
				paused++
				time.Sleep(time.Hour)
				return nil
			}})
		if got.Bound != 4912999465 || got.Worked > time.Second || paused < 10 {
			t.Errorf("bound %d after %v and %d pauses", got.Bound, got.Worked, paused)
		}
	})
	in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, 10)))
	asked := 0
	Solve(context.Background(), in, Options{Check: func() error {
		if asked++; asked > 50 {
			return errors.New("stop")
		}
		return nil
	}})
	if asked != 51 {
		t.Errorf("asked %d times, to stop at the 51st", asked)
	}
	small := Solve(context.Background(), in, Options{Memory: 1 << 20, Rounds: 20})
	large := Solve(context.Background(), in, Options{Rounds: 20})
	if small.Paths == 0 || small.Paths >= large.Paths {
		t.Errorf("%d paths in 1 MB, %d without a limit", small.Paths, large.Paths)
	}
}
