package model

import (
	"math/bits"
	"slices"
)

// DenseTangent is the cost of propagating all unit tangents through the whole
// dag: (sum of n over sources) * (sum over edges of T, or n_i·n_j for an edge
// without a model).
func (g *Dag) DenseTangent() Cost {
	return g.dense(g.IsSource, func(e *Edge) Cost { return e.Tangent })
}

// DenseAdjoint is the cost of propagating all unit adjoints backwards:
// (sum of n over sinks) * (sum over edges of A, or n_i·n_j without a model).
func (g *Dag) DenseAdjoint() Cost {
	return g.dense(g.IsSink, func(e *Edge) Cost { return e.Adjoint })
}

func (g *Dag) dense(isEnd func(int) bool, model func(*Edge) Cost) Cost {
	var seeds, sweep Cost
	for i := range g.Vertices {
		if isEnd(i) {
			seeds = seeds.Add(g.Size(i))
		}
	}
	for k := range g.Edges {
		if e := &g.Edges[k]; e.HasModel {
			sweep = sweep.Add(model(e))
		} else {
			sweep = sweep.Add(g.entries(e))
		}
	}
	return seeds.Times(sweep)
}

// entries is n_i·n_j: what one column or row costs is a factor of it.
func (g *Dag) entries(e *Edge) Cost { return g.Size(e.Source).Times(g.Size(e.Target)) }

// SparseTangent is the cost of sparse tangent mode: every vertex that starts in
// a source is preaccumulated in tangent mode, then the faces are eliminated in
// topological order of junctions, with TAN while v has no Jacobian, with MUL
// where it has one. In closed form, the sum over sources x of n_x times
//
//	0 for each edge (x,j) with a Jacobian, T for each without, and
//	n_j·n_k for each edge (j,k) with a Jacobian behind a junction j that x
//	reaches, T for each without.
func (g *Dag) SparseTangent() Cost {
	var total Cost
	seeds := g.seeds(g.order, g.IsSource, g.out, func(e *Edge) int { return e.Target })
	for k := range g.Edges {
		e := &g.Edges[k]
		total = total.Add(seeds[e.Source].Times(g.sweep(e, e.Tangent, g.IsSource(e.Source))))
	}
	return total
}

// SparseAdjoint is the mirror image of SparseTangent.
func (g *Dag) SparseAdjoint() Cost {
	var total Cost
	backwards := slices.Clone(g.order)
	slices.Reverse(backwards)
	seeds := g.seeds(backwards, g.IsSink, g.in, func(e *Edge) int { return e.Source })
	for k := range g.Edges {
		e := &g.Edges[k]
		total = total.Add(seeds[e.Target].Times(g.sweep(e, e.Adjoint, g.IsSink(e.Target))))
	}
	return total
}

// sweep is what one seed costs on its way through an edge; first tells that the
// way starts with this edge.
func (g *Dag) sweep(e *Edge, model Cost, first bool) Cost {
	switch {
	case !e.HasJacobian:
		return model
	case first:
		return 0
	}
	return g.entries(e)
}

// seeds gives, for every vertex, the sum of n over the ends (sources or sinks)
// from which the edges lead to it. The ends are taken 64 at a time, one bit for
// each: a dag can have 10^5 of them.
func (g *Dag) seeds(order []int, isEnd func(int) bool, edges [][]int, to func(*Edge) int) []Cost {
	sums := make([]Cost, len(g.Vertices))
	reached := make([]uint64, len(g.Vertices))
	var ends []int
	for _, i := range order {
		if isEnd(i) {
			ends = append(ends, i)
		}
	}
	for part := range slices.Chunk(ends, 64) {
		clear(reached)
		for bit, i := range part {
			reached[i] |= 1 << bit
		}
		var last uint64
		var sum Cost // over the ends in last: neighbours are often reached from the same
		for _, i := range order {
			if reached[i] == 0 {
				continue
			}
			if reached[i] != last {
				last, sum = reached[i], 0
				for set := last; set != 0; set &= set - 1 {
					sum = sum.Add(g.Size(part[bits.TrailingZeros64(set)]))
				}
			}
			sums[i] = sums[i].Add(sum)
			for _, k := range edges[i] {
				reached[to(&g.Edges[k])] |= reached[i]
			}
		}
	}
	return sums
}
