package packing

import (
	"facet/model"
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// Certify writes what proves the bound of a fresh line dag, whose vertices are
// its edges: the amounts F and G of its packed paths. The second result is the
// bound; stop is that of a [Bounder].
func Certify(in *linegraph.Graph, stop func() bool) (*certificate.Proof, model.Cost) {
	b := Bounder{Stop: stop}
	bound := b.Bound(in)
	p := &certificate.Packing{In: make([]int64, len(in.Vertices)), Out: make([]int64, len(in.Vertices))}
	for z := range in.Vertices {
		p.In[z], p.Out[z] = int64(b.arrive[z]), int64(b.leave[z])
	}
	return &certificate.Proof{Packing: p}, bound
}
