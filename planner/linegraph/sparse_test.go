package linegraph_test

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// No operation of any state costs less than the graphs of the states before it say.
func TestPricesAreLeastPrices(t *testing.T) {
	linegraphtest.Shards(t, 2000, 20000,
		func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) (compared int) {
			for n := range dags {
				g := linegraphtest.RandomSparse(t, r, n, 5+n%12)
				walk := linegraphtest.Walk(r, g)
				for k := 0; k < len(walk); k += 1 + r.IntN(4) {
					in, names := linegraph.FromState(walk[k])
					at := make(map[int]int32) // by edge: the vertex that has its model
					for v, z := range names {
						if in.Vertices[v].Model != nil {
							at[int(z)] = int32(v)
						}
					}
					for _, s := range walk[k:] {
						for _, c := range s.Operations() {
							least := model.Cost(0)
							u, o := c.Op.U, c.Op
							switch a, j := int32(s.Source(u)), int32(s.Target(u)); {
							case o.IsAccumulation():
								least = in.Acc(at[int(u)])
							case o.Mode == model.TAN:
								least = in.Tan(at[int(o.V)], a)
							case o.Mode == model.ADJ:
								least = in.Adj(at[int(u)], int32(s.Target(o.V)))
							default:
								least = in.Mul(a, j, int32(s.Target(o.V)))
							}
							if least > c.Price {
								t.Fatalf("dag %d, step %d: %v costs %d, at least %d were said", n, k, o,
									c.Price, least)
							}
							compared++
						}
					}
				}
			}
			return compared
		})
}

// A graph has the faces of its state, and is done when that is.
func TestGraphsEndWithTheirStates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, g := range []*model.Dag{modeltest.Sample(t, "bat"), modeltest.Sample(t, "lion"),
		modeltest.Sample(t, "bat").Classic()} {
		for _, s := range linegraphtest.Walk(r, g) {
			in, _ := linegraph.FromState(s)
			if faces := s.Faces(); in.Faces() != faces || in.Done() != s.Done() {
				t.Errorf("%s: %d faces of %d, done %v of %v", g.Name, in.Faces(), faces, in.Done(), s.Done())
			}
		}
	}
}
