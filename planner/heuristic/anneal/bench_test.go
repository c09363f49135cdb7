package anneal

import (
	"errors"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
)

// BenchmarkAnneal anneals for as long as the benchmark lasts and reports
// proposals a second and the price that was reached.
func BenchmarkAnneal(b *testing.B) {
	random, err := generate.Random(700, 2000, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	for _, dag := range []*model.Dag{modeltest.Newton(b, 50), random.Classic(), random} {
		b.Run(dag.Name, func(b *testing.B) {
			g := graph(b, model.NewState(dag))
			var best Best
			stop := errors.New("stop")
			chunks := 0
			for b.Loop() {
				asked := 0
				_ = Search(g, Options{Best: &best, Check: func() error {
					if asked++; asked > 1000+g.junctions*int(starts) {
						return stop
					}
					chunks++
					return nil
				}})
			}
			_, price := best.Get()
			b.ReportMetric(float64(chunks)*chunk/b.Elapsed().Seconds(), "proposals/s")
			b.ReportMetric(price, "cost")
		})
	}
}
