package dive

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/generate"
)

// BenchmarkDive dives from converged relaxations and reports the cheapest
// sequence in multiples of the bound.
func BenchmarkDive(b *testing.B) {
	random, err := generate.Random(42, 100, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	for name, dag := range map[string]*model.Dag{"random100": random, "random100classic": random.Classic()} {
		b.Run(name, func(b *testing.B) {
			s := begin(b, model.NewState(dag))
			p := NewProblem(s.state)
			o := Options{Limit: model.Saturated, Rand: rand.New(rand.NewPCG(1, 1)), Check: never}
			best := model.Saturated
			for b.Loop() {
				r, err := p.Dive(s.bound.Support, o)
				if err != nil {
					b.Fatal(err)
				}
				best = min(best, r.Cost)
				o.Noise = stirring
			}
			b.ReportMetric(float64(best)/float64(s.bound.Bound), "bounds")
		})
	}
}
