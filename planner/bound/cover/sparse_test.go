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

// Where Jacobians have patterns the bound is never above what exhaustive search finds, at the
// root and in every state of a random walk.
func TestNeverAboveTheOptimumWithPatterns(t *testing.T) {
	linegraphtest.Shards(t, 2000, 8000, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		equal, roots, states := 0, 0, 0
		sum := 0.0
		for n := range dags {
			g := linegraphtest.RandomSparse(t, r, n, 4+n%5)
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
				if k == 0 && optimum > 0 {
					roots++
					sum += float64(got.Bound) / float64(optimum)
					if got.Bound == optimum {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum at the root of %d of %d dags, %.4f of it on average", equal, roots,
			sum/float64(roots))
		return states
	})
}

// Branch and cut with patterns decides on parts of prices: its bound is none too large, and
// with inequalities and branchings nearly always the optimum.
func TestBranchAndCutWithPatterns(t *testing.T) {
	linegraphtest.Shards(t, 600, 500, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		proved, branched, all := 0, 0, 0
		for n := range dags {
			g := linegraphtest.RandomSparse(t, r, n, 5+n%6)
			x := linegraphtest.Solver{Limit: 4000}
			optimum, ok := x.Optimum(model.NewState(g))
			if !ok || optimum.IsSaturated() {
				continue
			}
			in, _ := linegraph.FromState(model.NewState(g))
			tree := Prove(context.Background(), in, Options{Incumbent: optimum + model.Cost(r.IntN(2))},
				50)
			if tree.Bound > optimum {
				t.Fatalf("dag %d: bound %d, optimum %d", n, tree.Bound, optimum)
			}
			all++
			if tree.Bound == optimum {
				proved++
			}
			if tree.Dual == nil {
				branched++
			}
		}
		t.Logf("%d of %d proved, %d with more than one leaf", proved, all, branched)
		return all
	})
}

// Certificates of random dags with patterns are accepted, and prove what branch and cut did;
// with a number or a line changed they are refused, or what they still claim is true.
func TestCertificatesWithPatterns(t *testing.T) {
	linegraphtest.Shards(t, 200, 2000, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		proved, all, refused, accepted := 0, 0, 0, 0
		for n := range dags {
			g := linegraphtest.RandomSparse(t, r, n, 4+n%5)
			x := linegraphtest.Solver{Limit: 3000}
			optimum, ok := x.Optimum(model.NewState(g))
			if !ok || optimum.IsSaturated() {
				continue
			}
			c, bound := certify(t, g, optimum+model.Cost(r.IntN(2)))
			v, err := certificate.Verify(g, c)
			if err != nil || v.Bound != bound || bound > optimum {
				t.Fatalf("dag %d: proved %d, the bound is %d, the optimum %d: %v", n, v.Bound, bound, optimum,
					err)
			}
			if all++; bound == optimum {
				proved++
			}
			var file bytes.Buffer
			if err := certificate.Write(&file, c); err != nil {
				t.Fatal(err)
			}
			for range 60 {
				forged, err := certificate.Read(bytes.NewReader(tamper(r, file.Bytes())))
				if err != nil {
					refused++
					continue
				}
				v, err := certificate.Verify(g, forged)
				if err != nil {
					refused++
					continue
				}
				accepted++
				if v.Bound > optimum {
					t.Fatalf("dag %d: %q, but the optimum is %d", n, v, optimum)
				}
			}
		}
		t.Logf("%d of %d proved to the optimum; of changed ones %d refused, %d accepted", proved, all,
			refused, accepted)
		return refused
	})
}
