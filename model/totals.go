package model

import (
	"math/bits"
	"slices"
)

// DenseTangent is the cost of propagating all unit tangents through the whole
// dag: for k the sum of n over the sources, that of k tangents of every edge, or
// of a product with k columns for an edge without a model. Where costs are linear
// this is k times the sum over edges of T, or n_i·n_j without a model.
func (g *Dag) DenseTangent() Cost { return g.dense(g.IsSource, (*Edge).Tangents) }

// DenseAdjoint is the cost of propagating all unit adjoints backwards, likewise
// with the sum of n over the sinks, adjoints, and products with k rows.
func (g *Dag) DenseAdjoint() Cost { return g.dense(g.IsSink, (*Edge).Adjoints) }

func (g *Dag) dense(isEnd func(int) bool, model func(*Edge, Cost) Cost) Cost {
	var seeds, total Cost
	for i := range g.Vertices {
		if isEnd(i) {
			seeds = seeds.Add(g.Size(i))
		}
	}
	for k := range g.Edges {
		if e := &g.Edges[k]; e.HasModel {
			total = total.Add(model(e, seeds))
		} else {
			total = total.Add(g.Product.Of(seeds, g.Size(e.Source), g.Size(e.Target)))
		}
	}
	return total
}

// SparseTangent is the cost of sparse tangent mode: every vertex that starts in
// a source is preaccumulated in tangent mode, then the faces are eliminated in
// topological order of junctions, with TAN while v has no Jacobian, with MUL
// where it has one. In closed form, the sum over sources x of
//
//	0 for each edge (x,j) with a Jacobian, the accumulation of each without, and
//	for each edge behind a junction that x reaches, n_x tangents where it has no
//	Jacobian, a product with n_x columns where it has one.
func (g *Dag) SparseTangent() Cost {
	return g.sparse(direction{
		order: g.order, isEnd: g.IsSource, edges: g.out, mode: TAN, evaluations: (*Edge).Tangents,
		from: func(e *Edge) int { return e.Source }, to: func(e *Edge) int { return e.Target },
	})
}

// SparseAdjoint is the mirror image of SparseTangent.
func (g *Dag) SparseAdjoint() Cost {
	backwards := slices.Clone(g.order)
	slices.Reverse(backwards)
	return g.sparse(direction{
		order: backwards, isEnd: g.IsSink, edges: g.in, mode: ADJ, evaluations: (*Edge).Adjoints,
		from: func(e *Edge) int { return e.Target }, to: func(e *Edge) int { return e.Source },
	})
}

// direction is one of the two ways through the dag: from the sources along the
// edges, or from the sinks against them.
type direction struct {
	order       []int
	isEnd       func(int) bool // where it begins
	edges       [][]int        // that lead on, by vertex
	from, to    func(*Edge) int
	mode        Mode
	evaluations func(*Edge, Cost) Cost
}

// sparse adds up what the seeds of each end cost on their way. The ends are taken
// 64 at a time, one bit for each: a dag can have 10^5 of them. Where the cost of an
// edge is linear, the seeds of all of them are taken together.
func (g *Dag) sparse(d direction) Cost {
	var ends []int
	for _, i := range d.order {
		if d.isEnd(i) {
			ends = append(ends, i)
		}
	}
	var total Cost
	reached := make([]uint64, len(g.Vertices))
	for part := range slices.Chunk(ends, 64) {
		clear(reached)
		for bit, i := range part {
			reached[i] |= 1 << bit
		}
		var last uint64
		var seeds Cost // over the ends in last: neighbours are often reached from the same
		for _, i := range d.order {
			if reached[i] == 0 {
				continue
			}
			if reached[i] != last {
				last, seeds = reached[i], 0
				for set := last; set != 0; set &= set - 1 {
					seeds = seeds.Add(g.Size(part[bits.TrailingZeros64(set)]))
				}
			}
			for _, k := range d.edges[i] {
				e := &g.Edges[k]
				reached[d.to(e)] |= reached[i]
				if g.IsLinearAt(e) {
					total = total.Add(g.sweep(d, e, seeds))
					continue
				}
				for set := last; set != 0; set &= set - 1 {
					total = total.Add(g.sweep(d, e, g.Size(part[bits.TrailingZeros64(set)])))
				}
			}
		}
	}
	return total
}

// sweep is what the n seeds of one end cost on their way through an edge.
func (g *Dag) sweep(d direction, e *Edge, n Cost) Cost {
	first := d.isEnd(d.from(e))
	switch {
	case first && e.HasJacobian:
		return 0
	case first:
		return g.Accumulation(e, d.mode)
	case e.HasJacobian:
		return g.Product.Of(n, g.Size(e.Source), g.Size(e.Target))
	}
	return d.evaluations(e, n)
}
