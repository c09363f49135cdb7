package packing

import (
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// Certify writes what proves the bound of a fresh line dag, whose vertices are
// its edges: the amounts F and G of its packed paths.
func Certify(in *linegraph.Graph) *certificate.Proof {
	var b Bounder
	b.Bound(in)
	p := &certificate.Packing{In: make([]int64, len(in.Vertices)), Out: make([]int64, len(in.Vertices))}
	for z := range in.Vertices {
		p.In[z], p.Out[z] = int64(b.arrive[z]), int64(b.leave[z])
	}
	return &certificate.Proof{Packing: p}
}
