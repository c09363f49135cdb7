package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// series is how many puzzles of each level are tried.
func series() int { return extent.Of(10, 200) }

// Random puzzles can be solved, par is the proven optimum, some move is wrong,
// and each level is harder than the one before, every single puzzle of it.
func TestRandomPuzzles(t *testing.T) {
	hardest, mean := 0.0, 0.0
	for level := 1; level <= Levels; level++ {
		sum, low, high, work := 0.0, math.Inf(1), 0.0, 0
		n := series()
		for k := range n {
			p, err := Series{Seed: uint64(k / 3), Level: level, Number: k%3 + 1}.Puzzle(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkSolvable(t, p)
			if g := p.Dag; slices.Contains([]model.Cost{g.DenseTangent(), g.DenseAdjoint(), g.SparseTangent(),
				g.SparseAdjoint()}, p.Par) {
				t.Errorf("%s: par is a total that the screen shows", p.Name)
			}
			if k < 5 {
				checkNotTrivial(t, p)
			}
			d, ok := measure(t.Context(), p.Dag, mostMeasure)
			if !ok || d.Optimum != p.Par || d.Bits != p.Bits {
				t.Errorf("%s: measured %+v, par %d, bits %f", p.Name, d, p.Par, p.Bits)
			}
			sum, low, high, work = sum+d.Bits, min(low, d.Bits), max(high, d.Bits), work+d.states
		}
		t.Logf("level %d: %.2f bits, from %.2f to %.2f", level, sum/float64(n), low, high)
		if low <= hardest || sum/float64(n) <= mean {
			t.Errorf("level %d: from %.2f, %.2f on average; the level before goes up to %.2f", level, low,
				sum/float64(n), hardest)
		}
		hardest, mean = high, sum/float64(n)
	}
}

func checkSolvable(t *testing.T, p *Puzzle) {
	t.Helper()
	snap, err := planner.Solve(t.Context(), model.NewState(p.Dag), planner.Options{Workers: 1, Seed: 7})
	if err != nil || !snap.Proven || snap.Incumbent.Cost != p.Par {
		t.Fatalf("%s: par is %d, the planner says %d, proven %v, %v", p.Name, p.Par, snap.Incumbent.Cost,
			snap.Proven, err)
	}
	if err := model.Prove(p.Dag, snap.Incumbent.Ops); err != nil {
		t.Errorf("%s: %v", p.Name, err)
	}
	brute := &linegraphtest.Solver{Limit: 300}
	if best, ok := brute.Optimum(model.NewState(p.Dag)); ok && best != p.Par {
		t.Errorf("%s: par is %d, the optimum is %d", p.Name, p.Par, best)
	}
}

// checkNotTrivial follows the hints to par and meets a wrong move on the way.
func checkNotTrivial(t *testing.T, p *Puzzle) {
	t.Helper()
	wrong := 0
	for _, pos := range followed(t, p, 0) {
		_, w, _ := pos.count()
		wrong += w
	}
	if wrong == 0 {
		t.Errorf("%s: no move is wrong", p.Name)
	}
}

// The same for everybody, on every machine and in every release.
func TestRandomPuzzlesStay(t *testing.T) {
	for _, c := range []struct {
		seed          uint64
		level, number int
		par           model.Cost
		bits          string
		dag           string
	}{
		{1, 1, 1, 8, "1.584963", "-1:1 0:2 1:1 2:1 (0,1)1/2(1,2)3/5(-1,2)1/1(-1,1)1/2"},
		{1, 2, 1, 13, "3.584963", "0:3 1:3 2:1 3:3 (0,1)5/6(1,2)2/4(2,3)1/2"},
		{7, 3, 2, 31, "5.017922", "-1:3 0:1 1:2 2:1 3:2 (0,1)2/3(1,2)3/5(2,3)3/3(-1,1)6/12"},
		{1<<63 + 5, 3, 1, 12, "5.491853", "0:3 1:1 2:3 3:2 (0,1)1/2(1,2)1/2(1,3)2/4(2,3)5/8"},
		{42, 4, 17, 52, "6.517848", "0:4 1:2 2:3 3:4 4:1 (0,1)4/7(1,2)4/8(1,3)5/6(1,4)1/2(2,4)1/1"},
		{3, 5, 1, 53, "10.661778",
			"-2:1 -1:4 0:2 1:1 2:3 3:4 4:1 5:3 (0,1)2/4(0,2)4/8(-1,3)5/9(3,4)2/3(2,5)5/10(-2,4)2/3(1,2)1/1(4,5)3/6"},
	} {
		p, err := Series{Seed: c.seed, Level: c.level, Number: c.number}.Puzzle(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%.6f", p.Bits); p.Par != c.par || got != c.bits || outline(p.Dag) != c.dag {
			t.Errorf("{%d, %d, %d, %d, %q,\n%q},", c.seed, c.level, c.number, p.Par, got, outline(p.Dag))
		}
	}
}

// outline is a dag in one line: its sizes and its edges.
func outline(g *model.Dag) string {
	var b strings.Builder
	for _, v := range g.Vertices {
		fmt.Fprintf(&b, "%s:%d ", v.ID, v.Size)
	}
	for k, e := range g.Edges {
		fmt.Fprintf(&b, "%s", g.EdgeName(k))
		if e.HasModel {
			fmt.Fprintf(&b, "%d/%d", e.Tangent, e.Adjoint)
		}
	}
	return b.String()
}

func TestRandomStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Series{Seed: 1, Level: 5, Number: 1}).Puzzle(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, c := range [][2]int{{0, 1}, {6, 1}, {-3, 1}, {1, 0}, {2, -1}} {
		if _, err := (Series{Seed: 1, Level: c[0], Number: c[1]}).Puzzle(t.Context()); err == nil {
			t.Errorf("level %d, number %d: no error", c[0], c[1])
		}
	}
}

// The measure on dags of which the chance can be worked out by hand, and on the
// literature's.
func TestMeasure(t *testing.T) {
	for _, c := range linegraphtest.Cases(t) {
		if c.Name == "newton2" {
			break
		}
		if c.Name == "bat" && !extent.Full {
			continue // half a million states
		}
		d, ok := measure(t.Context(), c.Dag, 500_000)
		if !ok || d.Optimum != c.Optimum {
			t.Errorf("%s: %+v, %v, want %d", c.Name, d, ok, c.Optimum)
		}
	}
	apart := linegraphtest.MatrixFree([]int64{2, 1, 1, 1, 2, 1}, [][4]int{ // the lion with all of bat's sinks
		{0, 1, 2, 4}, {1, 2, 1, 2}, {1, 3, 1, 2}, {2, 3, 1, 2}, {2, 4, 2, 4}, {2, 5, 1, 2},
	})
	lion, _ := measure(t.Context(), apart.Classic(), 1000)
	// One of four, two of three, and then whatever is left is right, but for one
	// of the two orders that begin with (0,1)(1,4).
	if lion.Chance != 1.0/15 || lion.Trap != 1 {
		t.Errorf("lion: %+v", lion)
	}
	if _, ok := measure(t.Context(), modeltest.Sample(t, "bat"), 100); ok {
		t.Error("Bat has more than 100 states")
	}
}
