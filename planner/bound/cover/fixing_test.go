package cover

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// Whatever incumbent is known, near or far, ruling resources out and distinguishing
// never lift the bound above what exhaustive search finds, and the proof holds.
// The incumbent falls while the tree grows, as it does in a run.
func TestNothingCheapIsRuledOut(t *testing.T) {
	linegraphtest.Shards(t, 400, 250, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		ruledOut, proved, all := 0, 0, 0
		for n := range dags {
			shapes := linegraphtest.Shapes(5 + n%4)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			x := linegraphtest.Solver{Limit: 3000}
			optimum, ok := x.Optimum(model.NewState(g))
			if !ok || optimum.IsSaturated() || optimum == 0 {
				continue
			}
			in, _ := linegraph.FromState(model.NewState(g))
			p := NewBranchAndCut(in)
			incumbent := optimum + model.Cost(r.Int64N(int64(optimum)))
			for range 30 {
				incumbent -= model.Cost(r.Int64N(int64(incumbent-optimum) + 1))
				_, more := p.Step(context.Background(), Options{Incumbent: incumbent})
				if p.Root.Bound > optimum {
					t.Fatalf("dag %d: bound %d, optimum %d, incumbent %d", n, p.Root.Bound, optimum,
						incumbent)
				}
				if !more {
					break
				}
			}
			c, err := certificate.New(g, nil, p.Root.Bound, Certify(in, p.Root))
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if err := certificate.Write(&file, c); err != nil {
				t.Fatal(err)
			}
			if c, err = certificate.Read(&file); err != nil {
				t.Fatal(err)
			}
			if v, err := certificate.Verify(g, c); err != nil || v.Bound != p.Root.Bound {
				t.Fatalf("dag %d: %v, %v, want a proof of %d", n, v, err, p.Root.Bound)
			}
			for at := p.Root; at.Rest != nil; at = at.Rest {
				ruledOut += len(at.Fixing.Resources)
			}
			if all++; p.Root.Bound == optimum {
				proved++
			}
		}
		t.Logf("%d resources ruled out, %d of %d dags proved", ruledOut, proved, all)
		return all
	})
}
