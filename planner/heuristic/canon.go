package heuristic

import (
	"cmp"
	"slices"

	"facet/model"
	"facet/model/field"
)

// canon numbers the dag's vertices forward, so that the numbers depend on the
// dag and not on the order of its file: by distance from the sources, then by a
// colour that sums up sizes, costs and flags of everything before and behind.
// Vertices of one colour look the same from everywhere, but for rare
// regularities; only they are told apart by their order in the file.
func canon(g *model.Dag) []int32 {
	n := len(g.Vertices)
	depth := make([]int, n)
	for _, i := range g.Topological() {
		for _, k := range g.Out(i) {
			depth[g.Edges[k].Target] = max(depth[g.Edges[k].Target], depth[i]+1)
		}
	}
	colour := make([]uint64, n)
	for i := range colour {
		colour[i] = stir(uint64(g.Vertices[i].Size))
	}
	for range 2 { // once there and back spreads everything, twice tells more apart
		for _, i := range g.Topological() {
			sum := colour[i]
			for _, k := range g.In(i) {
				sum += stir(edgeColour(g, k) + 3*colour[g.Edges[k].Source])
			}
			colour[i] = stir(sum)
		}
		for _, i := range slices.Backward(g.Topological()) {
			sum := colour[i]
			for _, k := range g.Out(i) {
				sum += stir(edgeColour(g, k) + 5*colour[g.Edges[k].Target])
			}
			colour[i] = stir(sum)
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(depth[a], depth[b]), cmp.Compare(colour[a], colour[b]))
	})
	number := make([]int32, n)
	for k, i := range order {
		number[i] = int32(k)
	}
	return number
}

func edgeColour(g *model.Dag, k int) uint64 {
	e := &g.Edges[k]
	x := stir(uint64(e.Tangents(1))) + 7*stir(uint64(e.Adjoints(1))+1)
	if e.HasJacobian {
		x += 0x51ed270b
	}
	if e.HasModel {
		x += 0x2b5ad4ce00
	}
	return stir(x)
}

func stir(x uint64) uint64 {
	return field.Mix(x + 0x9e3779b97f4a7c15)
}
