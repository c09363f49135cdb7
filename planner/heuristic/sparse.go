package heuristic

import (
	"slices"

	"facet/model"
)

// SparseTangent preaccumulates every vertex that starts in a source in tangent
// mode, then eliminates the faces in topological order of junctions, with TAN
// while v has no Jacobian and MUL where it has one. When stop says so it gives
// up, and the plan has no operations; so do the other modes here.
func SparseTangent(start *model.State, stop func() bool) Plan {
	b := build(start, stop)
	g := start.Dag()
	for _, z := range start.Vertices() {
		if b.state.IsLive(z) && g.IsSource(b.state.Source(z)) && !b.state.HasJacobian(z) {
			b.do(model.Accumulate(z, model.TAN))
		}
	}
	for _, j := range g.Topological() {
		b.sweep(j, func(_, v model.Z) model.Mode {
			if b.state.HasJacobian(v) {
				return model.MUL
			}
			return model.TAN
		})
	}
	return b.finish()
}

// SparseAdjoint is the mirror image of SparseTangent.
func SparseAdjoint(start *model.State, stop func() bool) Plan {
	b := build(start, stop)
	g := start.Dag()
	for _, z := range start.Vertices() {
		if b.state.IsLive(z) && g.IsSink(b.state.Target(z)) && !b.state.HasJacobian(z) {
			b.do(model.Accumulate(z, model.ADJ))
		}
	}
	for _, j := range slices.Backward(g.Topological()) {
		b.sweep(j, func(u, _ model.Z) model.Mode {
			if b.state.HasJacobian(u) {
				return model.MUL
			}
			return model.ADJ
		})
	}
	return b.finish()
}

// sweep eliminates all faces at junction j in the modes that are asked for.
func (b *builder) sweep(j int, mode func(u, v model.Z) model.Mode) {
	for _, u := range b.live(b.ending[j]) {
		for b.state.IsLive(u) && len(b.state.Succs(u)) > 0 && !b.stopped() {
			v := b.state.Succs(u)[0]
			b.do(model.Eliminate(model.Face{U: u, V: v}, mode(u, v)))
		}
	}
}

// LocalSparseTangent goes through the junctions as SparseTangent does, but
// preaccumulates in the cheaper mode, and accumulates an elemental behind a
// junction where its Jacobian and explicit products undercut its tangents.
func LocalSparseTangent(start *model.State, stop func() bool) Plan {
	b := build(start, stop)
	s, g := b.state, start.Dag()
	for _, z := range start.Vertices() {
		if s.IsLive(z) && g.IsSource(s.Source(z)) && !s.HasJacobian(z) {
			b.accumulate(z)
		}
	}
	for _, j := range g.Topological() {
		for _, v := range b.live(b.starting[j]) {
			if !s.IsLive(v) || s.HasJacobian(v) || b.stopped() {
				continue
			}
			elemental := s.Elemental(v)
			var tangents, products model.Cost
			for _, u := range s.Preds(v) {
				tangent := elemental.Tangents(g.Size(s.Source(u)))
				tangents = tangents.Add(tangent)
				products = products.Add(min(b.product(u, v), tangent))
			}
			if g.LeastAccumulation(elemental).Add(products) < tangents {
				b.accumulate(v)
			}
		}
		b.sweep(j, b.cheapest)
	}
	return b.finish()
}

// LocalSparseAdjoint is the mirror image of LocalSparseTangent.
func LocalSparseAdjoint(start *model.State, stop func() bool) Plan {
	b := build(start, stop)
	s, g := b.state, start.Dag()
	for _, z := range start.Vertices() {
		if s.IsLive(z) && g.IsSink(s.Target(z)) && !s.HasJacobian(z) {
			b.accumulate(z)
		}
	}
	for _, j := range slices.Backward(g.Topological()) {
		for _, u := range b.live(b.ending[j]) {
			if !s.IsLive(u) || s.HasJacobian(u) || b.stopped() {
				continue
			}
			elemental := s.Elemental(u)
			var adjoints, products model.Cost
			for _, v := range s.Succs(u) {
				adjoint := elemental.Adjoints(g.Size(s.Target(v)))
				adjoints = adjoints.Add(adjoint)
				products = products.Add(min(b.product(u, v), adjoint))
			}
			if g.LeastAccumulation(elemental).Add(products) < adjoints {
				b.accumulate(u)
			}
		}
		b.sweep(j, b.cheapest)
	}
	return b.finish()
}

// product is the price of the explicit product at face (u,v).
func (b *builder) product(u, v model.Z) model.Cost {
	s, g := b.state, b.state.Dag()
	return g.Product.Of(g.Size(s.Source(u)), g.Size(s.Target(u)), g.Size(s.Target(v)))
}

// cheapest is the default mode of Rule 2 for a face.
func (b *builder) cheapest(u, v model.Z) model.Mode {
	mode := b.modeOf(u, v, false, false)
	return mode
}

// DenseTangent is the cost of all unit tangents through what is left, as many as
// the sources have entries: tangents of each vertex, or a product without a model.
func DenseTangent(s *model.State) model.Cost {
	return dense(s, s.Dag().IsSource, s.Source, (*model.Edge).Tangents)
}

// DenseAdjoint is the cost of all unit adjoints back through what is left.
func DenseAdjoint(s *model.State) model.Cost {
	return dense(s, s.Dag().IsSink, s.Target, (*model.Edge).Adjoints)
}

func dense(s *model.State, isEnd func(int) bool, end func(model.Z) int, price func(*model.Edge, model.Cost) model.Cost) model.Cost {
	g := s.Dag()
	var seeds, sum model.Cost
	seen := make(map[int]bool)
	for _, z := range s.Vertices() {
		if i := end(z); isEnd(i) && !seen[i] {
			seen[i] = true
			seeds = seeds.Add(g.Size(i))
		}
	}
	for _, z := range s.Vertices() {
		if elemental := s.Elemental(z); elemental != nil {
			sum = sum.Add(price(elemental, seeds))
		} else {
			sum = sum.Add(g.Product.Of(seeds, g.Size(s.Source(z)), g.Size(s.Target(z))))
		}
	}
	return sum
}
