package ranges

import (
	"math"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// corners is the brute force: the optimum at every corner of the box, by all states of
// the line dag. It gives the largest x by bisection.
func corners(c *checker, percent float64) float64 {
	measures := measured(c.g)
	fails := func(x float64) bool {
		over := int64(math.Round(x * 1000))
		for corner := range 1 << len(measures) {
			g := *c.g
			g.Edges = append([]model.Edge(nil), c.g.Edges...)
			g.Product.Cost, g.Product.Setup = g.Product.Cost*model.Cost(over*1000),
				g.Product.Setup*model.Cost(over*1000)
			g.Sparse.Cost, g.Sparse.Setup = g.Sparse.Cost*model.Cost(over*1000),
				g.Sparse.Setup*model.Cost(over*1000)
			for k, m := range measures {
				by := model.Cost(1000 * 1000)
				if corner>>k&1 > 0 {
					by = model.Cost(over * over)
				}
				if e := &g.Edges[m.At]; m.What == TangentCost {
					e.Tangent *= by
				} else {
					e.Adjoint *= by
				}
			}
			if float64(costOf(c.T, &g, c.ops)) > (1+percent/100)*float64(c.all.Optimum(&g))*(1+1e-12) {
				return true
			}
		}
		return false
	}
	low, high := 1.0, 64.0
	if fails(low) {
		return 0
	}
	if !fails(high) {
		return math.Inf(1)
	}
	for high-low > 0.0015 {
		if middle := math.Round((low+high)*500) / 1000; fails(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// On small dags the factor is that of all corners of the box of costs.
func TestRobustnessAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 11))
	between, one, far := 0, 0, 0
	for dags := 0; dags < some(60); {
		g := linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 6, MaxSize: 4, MaxCost: 12,
			Jacobian: 0.5, NoModel: 0.6})
		all, ok := linegraphtest.NewStateGraph(g, 300)
		if !ok || len(measured(g)) > 8 {
			continue
		}
		dags++
		percent := [...]float64{0, 5, 12.5, 50}[dags%4]
		got, err := Analyse(t.Context(), g, nil, Options{Search: planner.Options{Workers: 1}, Robust: true,
			Within: percent})
		if err != nil {
			t.Fatal(err)
		}
		r := got.Robustness
		want := corners(&checker{t, g, all, got.Ops}, percent)
		switch {
		case !r.Exact || !r.Holds:
			t.Errorf("%+v is not exact", r)
		case math.IsInf(want, 1):
			if far++; r.Factor < 64 {
				t.Errorf("%+v, want no limit", r)
			}
		case math.Abs(r.Factor-want) > 0.002:
			t.Errorf("%+v, want %v on\n%s", r, want, model.NewState(g))
		case want == 1:
			one++
		default:
			between++
		}
	}
	if between < 20 && extent.Full {
		t.Errorf("%d factors are between, %d are 1, %d infinite", between, one, far)
	}
	t.Logf("%d factors are between, %d are 1, %d infinite", between, one, far)
}
