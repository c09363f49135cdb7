package model

import (
	"context"
	"math/bits"
	"slices"

	"facet/model/pattern"
)

// ClassicalMode is a way to a Jacobian that everybody knows, with its cost on a dag.
type ClassicalMode struct {
	Name string // as in "dense tangent"
	Cost Cost
}

// Modes lists them: dense and sparse modes, and between them the compressed ones, where some
// Jacobian is sparse and each edge has its models.
func (c *Classical) Modes() []ClassicalMode {
	return append(c.atOnce(), ClassicalMode{"sparse tangent", c.SparseTangent},
		ClassicalMode{"sparse adjoint", c.SparseAdjoint})
}

// atOnce lists the modes that evaluate all seeds of an edge together: these are no
// elimination sequences, as the sparse modes are.
func (c *Classical) atOnce() []ClassicalMode {
	all := []ClassicalMode{{"dense tangent", c.DenseTangent}, {"dense adjoint", c.DenseAdjoint}}
	if c.CompressedTangent != nil {
		all = append(all, ClassicalMode{"compressed tangent", *c.CompressedTangent},
			ClassicalMode{"compressed adjoint", *c.CompressedAdjoint})
	}
	return all
}

// Classical is the costs of the classical modes.
type Classical struct {
	DenseTangent, DenseAdjoint           Cost
	SparseTangent, SparseAdjoint         Cost
	CompressedTangent, CompressedAdjoint *Cost // nil where no Jacobian is sparse, or an edge has no models
}

// ClassicalOf computes them. On dags with large patterns that takes seconds: it ends early,
// with the context's error, between two products of patterns.
func ClassicalOf(ctx context.Context, g *Dag) (Classical, error) {
	stop := func() bool { return ctx.Err() != nil }
	c := AtOnceOf(g, stop)
	c.SparseTangent, c.SparseAdjoint = g.sparse(forwards(g), stop), g.sparse(backwards(g), stop)
	return c, ctx.Err()
}

// CompressedOf computes the compressed modes alone, of a dag with or without patterns; nil
// where an edge has no models, and where stop says so between two products or colourings.
func CompressedOf(g *Dag, stop func() bool) (c Classical) {
	if slices.ContainsFunc(g.Edges, func(e Edge) bool { return !e.HasModel }) {
		return c
	}
	jacobian := g.wholeJacobian(stop)
	if stop() {
		return c
	}
	if jacobian != nil && !jacobian.IsDense() {
		jacobian.Prepare(stop)
		jacobian.PrepareRows(stop)
	}
	if stop() {
		return c
	}
	t, _ := g.compressed(jacobian, (*pattern.Pattern).Colors, g.IsSource, (*Edge).Tangents)
	a, _ := g.compressed(jacobian, (*pattern.Pattern).RowColors, g.IsSink, (*Edge).Adjoints)
	c.CompressedTangent, c.CompressedAdjoint = &t, &a
	return c
}

// WorkOfClassical estimates how many words [ClassicalOf] looks at; 64 rows of a pattern
// count as 4096.
func WorkOfClassical(g *Dag) int64 {
	var sources, sinks, rows int64
	for i := range g.Vertices {
		if g.IsSource(i) {
			sources++
		}
		if g.IsSink(i) {
			sinks++
		}
	}
	for k := range g.Edges {
		rows += g.Vertices[g.Edges[k].Source].Size/64 + g.Vertices[g.Edges[k].Target].Size/64 + 1
	}
	if g.patterned {
		return (sources + sinks) * 4096 * rows
	}
	return ((sources+63)/64 + (sinks+63)/64) * int64(len(g.Edges))
}

// never is a stop for what is computed to its end.
func never() bool { return false }

// AtOnceOf is the costs of the modes that are no elimination sequences, the compressed ones
// where some Jacobian is sparse; these are nil where stop says so.
func AtOnceOf(g *Dag, stop func() bool) Classical {
	var c Classical
	if g.patterned {
		c = CompressedOf(g, stop)
	}
	c.DenseTangent, c.DenseAdjoint = g.DenseTangent(), g.DenseAdjoint()
	return c
}

// Beaten is the cheapest way to the Jacobian that is no elimination sequence and costs less
// than total; false if there is none. Only cost curves make that possible: such a way
// evaluates many seeds at once, and pays a setup once.
func (c *Classical) Beaten(total Cost) (by ClassicalMode, is bool) {
	for _, m := range c.atOnce() {
		if m.Cost < total && (!is || m.Cost < by.Cost) {
			by, is = m, true
		}
	}
	return by, is
}

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
			total = total.Add(g.ProductWith(e.Source, e.Target, e.Pattern, seeds))
		}
	}
	return total
}

// ProductWith is the cost of the product of a Jacobian from vertex i to vertex j with a
// dense matrix of so many columns, or of one of so many rows with it.
func (g *Dag) ProductWith(i, j int, p *pattern.Pattern, lines Cost) Cost {
	dense := g.Product.Of(lines, g.Size(i), g.Size(j))
	switch {
	case p == nil || p.IsDense() && !p.IsUnit():
		return dense
	case p.IsUnit():
		return 0
	default:
		return min(dense, g.Sparse.of(Cost(p.Entries()).Times(lines)))
	}
}

// CompressedTangent is the cost of propagating compressed unit tangents through the whole
// dag (Curtis, Powell and Reid 1974): as many as the columns of the whole Jacobian, of all
// sinks by all sources, have colours, times the tangents of all edges. ok is false where
// an edge has no tangent. Where all Jacobians are dense, columns of a source and of another
// share no row if no sink can be reached from both.
func (g *Dag) CompressedTangent() (total Cost, ok bool) {
	return g.compressed(g.wholeJacobian(never), (*pattern.Pattern).Colors, g.IsSource, (*Edge).Tangents)
}

// CompressedAdjoint is the cost of propagating compressed unit adjoints backwards,
// likewise with the colours of the rows.
func (g *Dag) CompressedAdjoint() (total Cost, ok bool) {
	return g.compressed(g.wholeJacobian(never), (*pattern.Pattern).RowColors, g.IsSink, (*Edge).Adjoints)
}

func (g *Dag) compressed(jacobian *pattern.Pattern, colors func(*pattern.Pattern) int64, isEnd func(int) bool,
	model func(*Edge, Cost) Cost) (total Cost, ok bool) {
	if slices.ContainsFunc(g.Edges, func(e Edge) bool { return !e.HasModel }) {
		return 0, false
	}
	if jacobian == nil {
		return g.dense(isEnd, model), true
	}
	k := Cost(colors(jacobian))
	for at := range g.Edges {
		total = total.Add(model(&g.Edges[at], k))
	}
	return total, true
}

// Jacobian is the pattern of the whole Jacobian F', the sinks by the sources in the order
// of the file; nil in a dag without patterns. The chain rule goes from the sources on, so
// that few entries are multiplied with many.
func (g *Dag) Jacobian() *pattern.Pattern {
	if !g.patterned {
		return nil
	}
	return g.jacobian(never)
}

// wholeJacobian is the pattern of the whole Jacobian of any dag; nil where stop says so, and
// where it is dense, or has more rows or columns than patterns have, of a dag without
// patterns.
func (g *Dag) wholeJacobian(stop func() bool) *pattern.Pattern {
	if g.patterned {
		return g.jacobian(stop)
	}
	var sources, sinks []int
	columns, rows := Cost(0), Cost(0)
	for i := range g.Vertices {
		if g.IsSource(i) {
			sources, columns = append(sources, i), columns.Add(g.Size(i))
		}
		if g.IsSink(i) {
			sinks, rows = append(sinks, i), rows.Add(g.Size(i))
		}
	}
	if max(columns, rows) > pattern.MostRows {
		return nil
	}
	blocks, heights := make([][]int32, len(sinks)), make([]int64, len(sinks))
	reached := make([]uint64, len(g.Vertices)) // a bit for each of 64 sources
	first, isDense := int32(0), true
	for part := range slices.Chunk(sources, 64) {
		if stop() {
			return nil
		}
		clear(reached)
		for bit, i := range part {
			reached[i] |= 1 << bit
		}
		for _, i := range g.order {
			for _, k := range g.out[i] {
				reached[g.Edges[k].Target] |= reached[i]
			}
		}
		for bit, i := range part {
			behind := first + int32(g.Size(i))
			for n, sink := range sinks {
				switch last := len(blocks[n]) - 1; {
				case reached[sink]>>bit&1 == 0:
					isDense = false
				case last > 0 && blocks[n][last] == first:
					blocks[n][last] = behind
				default:
					blocks[n] = append(blocks[n], first, behind)
				}
			}
			first = behind
		}
	}
	if isDense {
		return nil
	}
	for n, i := range sinks {
		heights[n] = int64(g.Size(i))
	}
	return pattern.Blocks(int64(columns), heights, blocks)
}

// jacobian is nil where stop says so between two products.
func (g *Dag) jacobian(stop func() bool) *pattern.Pattern {
	behind := g.behind(stop, false)
	if behind == nil {
		return nil
	}
	var sinks []*pattern.Pattern
	for i := range g.Vertices {
		if g.IsSink(i) {
			sinks = append(sinks, behind[i])
		}
	}
	return pattern.Stacked(sinks)
}

// Behind are the patterns of all vertices by all sources, of a dag with patterns.
func (g *Dag) Behind() []*pattern.Pattern { return g.behind(never, true) }

// behind forgets those that no edge needs any more, unless all are kept; nil where stop says so.
func (g *Dag) behind(stop func() bool, keep bool) []*pattern.Pattern {
	var inputs int64
	for i, v := range g.Vertices {
		if g.IsSource(i) {
			inputs += v.Size
		}
	}
	if inputs > pattern.MostRows {
		inputs = pattern.MostRows + 1
	}
	behind := make([]*pattern.Pattern, len(g.Vertices))
	var at int64
	for i, v := range g.Vertices {
		if g.IsSource(i) {
			behind[i] = pattern.Shifted(v.Size, inputs, at)
			at += v.Size
		}
	}
	left := make([]int, len(g.Vertices)) // edges that have not used it
	for i := range left {
		left[i] = len(g.out[i])
	}
	for _, i := range g.order {
		for _, k := range g.in[i] {
			if stop() {
				return nil
			}
			e := &g.Edges[k]
			p := e.Pattern.Times(behind[e.Source])
			if behind[i] != nil {
				p = behind[i].Union(p)
			}
			behind[i] = p
			if left[e.Source]--; left[e.Source] == 0 && !keep {
				behind[e.Source] = nil
			}
		}
	}
	return behind
}

// SparseTangent is the cost of sparse tangent mode: every vertex that starts in
// a source is preaccumulated in tangent mode, then the faces are eliminated in
// topological order of junctions, with TAN while v has no Jacobian, with MUL
// where it has one. In closed form, the sum over sources x of
//
//	0 for each edge (x,j) with a Jacobian, the accumulation of each without, and
//	for each edge behind a junction that x reaches, n_x tangents where it has no
//	Jacobian, a product with n_x columns where it has one.
func (g *Dag) SparseTangent() Cost { return g.sparse(forwards(g), never) }

// SparseAdjoint is the mirror image of SparseTangent.
func (g *Dag) SparseAdjoint() Cost { return g.sparse(backwards(g), never) }

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

func forwards(g *Dag) direction {
	return direction{
		order: g.order, isEnd: g.IsSource, edges: g.out, mode: TAN, evaluations: (*Edge).Tangents,
		from: func(e *Edge) int { return e.Source }, to: func(e *Edge) int { return e.Target },
	}
}

func backwards(g *Dag) direction {
	order := slices.Clone(g.order)
	slices.Reverse(order)
	return direction{
		order: order, isEnd: g.IsSink, edges: g.in, mode: ADJ, evaluations: (*Edge).Adjoints,
		from: func(e *Edge) int { return e.Target }, to: func(e *Edge) int { return e.Source },
	}
}

// Seeds are, by vertex, the tangents that go through it, one for each entry of the sources that
// it depends on; or the adjoints, one for each entry of the sinks that depend on it.
func Seeds(g *Dag, mode Mode) []Cost {
	d := forwards(g)
	if mode == ADJ {
		d = backwards(g)
	}
	all := make([]Cost, len(g.Vertices))
	d.through(g, never, func(i int, _ []int, _ uint64, seeds Cost) { all[i] = all[i].Add(seeds) })
	return all
}

// ends are the vertices where it begins.
func (d *direction) ends() (all []int) {
	for _, i := range d.order {
		if d.isEnd(i) {
			all = append(all, i)
		}
	}
	return all
}

// through visits what ends reach, in the order of the direction. The ends are taken 64 at a time,
// with one bit for each in a set: a dag can have 10^5 of them. Seeds are those of all ends in the
// set. It breaks off where stop says so.
func (d *direction) through(g *Dag, stop func() bool, visit func(i int, ends []int, set uint64, seeds Cost)) {
	reached := make([]uint64, len(g.Vertices))
	for part := range slices.Chunk(d.ends(), 64) {
		if stop() {
			return
		}
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
				reached[d.to(&g.Edges[k])] |= last
			}
			visit(i, part, last, seeds)
		}
	}
}

// sparse adds up what the seeds of each end cost on their way. Where the cost of an
// edge is linear, the seeds of all of them are taken together. Where stop says so it
// gives up, and what it returns means nothing.
func (g *Dag) sparse(d direction, stop func() bool) Cost {
	if g.patterned {
		return g.sparseByPatterns(d, d.ends(), stop)
	}
	var total Cost
	d.through(g, stop, func(i int, ends []int, set uint64, seeds Cost) {
		for _, k := range d.edges[i] {
			e := &g.Edges[k]
			if g.IsLinearAt(e) {
				total = total.Add(g.sweep(d, e, seeds))
				continue
			}
			for left := set; left != 0; left &= left - 1 {
				total = total.Add(g.sweep(d, e, g.Size(ends[bits.TrailingZeros64(left)])))
			}
		}
	})
	return total
}

// sparseByPatterns is sparse where Jacobians have patterns: what an end costs on its way
// depends on the pattern that it has reached.
func (g *Dag) sparseByPatterns(d direction, ends []int, stop func() bool) Cost {
	var total Cost
	for _, end := range ends {
		reached := make([]*pattern.Pattern, len(g.Vertices))
		for _, i := range d.order {
			if i != end && reached[i] == nil {
				continue
			}
			for _, k := range d.edges[i] {
				if stop() {
					return 0
				}
				e := &g.Edges[k]
				p := e.Pattern
				if i == end {
					if !e.HasJacobian {
						total = total.Add(g.Accumulation(e, d.mode))
					}
				} else {
					var cost Cost
					cost, p = g.extend(d.mode, e, end, reached[i])
					total = total.Add(cost)
				}
				if to := d.to(e); reached[to] == nil {
					reached[to] = p
				} else {
					reached[to] = reached[to].Union(p)
				}
			}
			reached[i] = nil
		}
	}
	return total
}

// extend is the cost of taking a Jacobian with pattern p, from vertex end on or up to it,
// through edge e, and the pattern of the product.
func (g *Dag) extend(m Mode, e *Edge, end int, p *pattern.Pattern) (Cost, *pattern.Pattern) {
	if m == TAN {
		product := Join(p, e.Pattern)
		if e.HasJacobian {
			return g.Multiply(end, e.Source, e.Target, p, e.Pattern), product
		}
		return e.Tangents(g.Columns(end, product)), product
	}
	product := Join(e.Pattern, p)
	if e.HasJacobian {
		return g.Multiply(e.Source, e.Target, end, e.Pattern, p), product
	}
	return e.Adjoints(g.Rows(end, product)), product
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
