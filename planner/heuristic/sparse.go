package heuristic

import (
	"slices"

	"facet/model"
	"facet/planner/packed"
)

// SparseTangent preaccumulates every vertex that starts in a source in tangent
// mode, then eliminates the faces in topological order of junctions, with TAN
// while v has no Jacobian and MUL where it has one. When stop says so it gives
// up, and the plan has no moves; so do the other modes here.
func SparseTangent(start *packed.State, stop func() bool) Plan {
	b := build(start, stop)
	s := b.state
	for _, z := range slots(s.Live()) {
		if s.IsLive(z) && s.Problem.Source[s.Vertex[z].From] && !s.Vertex[z].Jacobian {
			b.play(packed.Accumulation(z, packed.TAN))
		}
	}
	for _, j := range s.Problem.Dag.Topological() {
		b.sweep(int32(j), func(_, v int) packed.Mode {
			if s.Vertex[v].Jacobian {
				return packed.MUL
			}
			return packed.TAN
		})
	}
	return b.settle()
}

// SparseAdjoint is the mirror image of SparseTangent.
func SparseAdjoint(start *packed.State, stop func() bool) Plan {
	b := build(start, stop)
	s := b.state
	for _, z := range slots(s.Live()) {
		if s.IsLive(z) && s.Problem.Sink[s.Vertex[z].To] && !s.Vertex[z].Jacobian {
			b.play(packed.Accumulation(z, packed.ADJ))
		}
	}
	for _, j := range slices.Backward(s.Problem.Dag.Topological()) {
		b.sweep(int32(j), func(u, _ int) packed.Mode {
			if s.Vertex[u].Jacobian {
				return packed.MUL
			}
			return packed.ADJ
		})
	}
	return b.settle()
}

// sweep eliminates all faces at junction j in the modes that are asked for.
func (b *builder) sweep(j int32, mode func(u, v int) packed.Mode) {
	s := b.state
	for u := 0; u < s.Slots(); u++ {
		for s.IsLive(u) && s.Vertex[u].To == j {
			v := first(s.S(u))
			if v < 0 || b.stopped() {
				break
			}
			b.play(packed.Move{U: int32(u), V: int32(v), Mode: mode(u, v)})
		}
	}
}

func first(row []uint64) int {
	for z := range packed.Bits(row) {
		return z
	}
	return -1
}

// LocalSparseTangent goes through the junctions as SparseTangent does, but
// preaccumulates in the cheaper mode, and accumulates an elemental behind a
// junction where its Jacobian and explicit products undercut its tangents.
func LocalSparseTangent(start *packed.State, stop func() bool) Plan {
	b := build(start, stop)
	s := b.state
	for _, z := range slots(s.Live()) {
		if s.IsLive(z) && s.Problem.Source[s.Vertex[z].From] && !s.Vertex[z].Jacobian {
			b.accumulate(z)
		}
	}
	for _, j := range s.Problem.Dag.Topological() {
		for _, v := range at(s, int32(j), false) {
			if !s.IsLive(v) || s.Vertex[v].Jacobian {
				continue
			}
			var tangents, products model.Cost
			for u := range packed.Bits(s.P(v)) {
				tangents = tangents.Add(s.Tangent(u, v))
				products = products.Add(min(s.Product(u, v), s.Tangent(u, v)))
			}
			if _, c := s.Accumulation(v); c.Add(products) < tangents {
				b.accumulate(v)
			}
		}
		b.sweep(int32(j), b.cheapest)
	}
	return b.settle()
}

// LocalSparseAdjoint is the mirror image of LocalSparseTangent.
func LocalSparseAdjoint(start *packed.State, stop func() bool) Plan {
	b := build(start, stop)
	s := b.state
	for _, z := range slots(s.Live()) {
		if s.IsLive(z) && s.Problem.Sink[s.Vertex[z].To] && !s.Vertex[z].Jacobian {
			b.accumulate(z)
		}
	}
	for _, j := range slices.Backward(s.Problem.Dag.Topological()) {
		for _, u := range at(s, int32(j), true) {
			if !s.IsLive(u) || s.Vertex[u].Jacobian {
				continue
			}
			var adjoints, products model.Cost
			for v := range packed.Bits(s.S(u)) {
				adjoints = adjoints.Add(s.Adjoint(u, v))
				products = products.Add(min(s.Product(u, v), s.Adjoint(u, v)))
			}
			if _, c := s.Accumulation(u); c.Add(products) < adjoints {
				b.accumulate(u)
			}
		}
		b.sweep(int32(j), b.cheapest)
	}
	return b.settle()
}

func (b *builder) cheapest(u, v int) packed.Mode {
	mode, _, _ := b.state.CheapestWay(u, v)
	return mode
}

// DenseTangent is the cost of all unit tangents through what is left, as many as
// the sources have entries: tangents of each vertex, or a product without a model.
func DenseTangent(s *packed.State) model.Cost {
	return dense(s, s.Problem.Source, func(v *packed.Vertex) int32 { return v.From },
		(*model.Edge).Tangents)
}

// DenseAdjoint is the cost of all unit adjoints back through what is left.
func DenseAdjoint(s *packed.State) model.Cost {
	return dense(s, s.Problem.Sink, func(v *packed.Vertex) int32 { return v.To },
		(*model.Edge).Adjoints)
}

func dense(s *packed.State, ends []bool, end func(*packed.Vertex) int32, price func(*model.Edge, model.Cost) model.Cost) model.Cost {
	var seeds, sum model.Cost
	seen := make(map[int32]bool)
	for z := range packed.Bits(s.Live()) {
		v := &s.Vertex[z]
		if i := end(v); ends[i] && !seen[i] {
			seen[i] = true
			seeds = seeds.Add(s.Size(i))
		}
	}
	for z := range packed.Bits(s.Live()) {
		v := &s.Vertex[z]
		if v.Edge >= 0 {
			sum = sum.Add(price(&s.Problem.Dag.Edges[v.Edge], seeds))
		} else {
			sum = sum.Add(s.Problem.Dag.Product.Of(seeds, s.Size(v.From), s.Size(v.To)))
		}
	}
	return sum
}
