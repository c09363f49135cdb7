package model_test

import (
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
)

// BenchmarkApply reports operations per second along a whole sequence.
func BenchmarkApply(b *testing.B) {
	for _, g := range []*model.Dag{modeltest.Sample(b, "bat"), modeltest.Newton(b, 2),
		modeltest.Newton(b, 10)} {
		ops := walk(g)
		b.Run(g.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := model.Replay(model.NewState(g), ops); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(ops)*b.N)/b.Elapsed().Seconds(), "ops/s")
		})
	}
}

// BenchmarkProve is the numeric proof of a whole sequence.
func BenchmarkProve(b *testing.B) {
	for _, g := range []*model.Dag{modeltest.Sample(b, "bat"), modeltest.Newton(b, 10)} {
		ops := walk(g)
		b.Run(g.Name, func(b *testing.B) {
			for b.Loop() {
				if err := model.Prove(g, ops); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// walk eliminates the junctions in topological order; a random walk over the
// faces of ten Newton steps would meet a good part of its 10^5 words one by one.
func walk(g *model.Dag) []model.Op {
	s := model.NewState(g)
	var ops []model.Op
	do := func(more ...model.Op) {
		s, _, _ = model.Replay(s, more)
		ops = append(ops, more...)
	}
	for _, j := range g.Topological() {
		if plan, err := junction.Vertex(s, j); err == nil {
			do(plan.Ops...)
		}
	}
	for _, z := range s.Vertices() {
		if c, ok := model.Cheapest(s.Accumulations(z)); ok {
			do(c.Op)
		}
	}
	return ops
}
