package packed_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/packed"
)

// BenchmarkState eliminates junctions of large random dags, forwards, and reports
// what one face costs and what one state takes.
func BenchmarkState(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, edges := range [...]int{30, 200, 600, 2000} {
		g := linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: edges, MaxSize: 4, MaxCost: 9,
			Jacobian: 1, NoModel: 1})
		problem, err := packed.NewProblem(g)
		if err != nil {
			b.Fatal(err)
		}
		start := packed.FromModel(problem, model.NewState(g))
		b.Run(fmt.Sprint(edges), func(b *testing.B) {
			var s packed.State
			faces, most := 0, 0
			for b.Loop() {
				s.CopyFrom(start)
				for left := 3000; left > 0; left-- {
					u, v := first(&s)
					if u < 0 {
						break
					}
					s.Eliminate(u, v)
					faces++
				}
				most = max(most, s.Bytes())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(faces), "ns/face")
			b.ReportMetric(float64(most), "bytes")
		})
		b.Run(fmt.Sprint("copy/", edges), func(b *testing.B) {
			var s packed.State
			for b.Loop() {
				s.CopyFrom(start)
			}
		})
	}
}

// first is a face at the first junction that has one.
func first(s *packed.State) (u, v int) {
	for u := range packed.Bits(s.Live()) {
		for v := range packed.Bits(s.S(u)) {
			return u, v
		}
	}
	return -1, -1
}
