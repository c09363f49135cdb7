package heuristic

import (
	"math/bits"
	"slices"

	"facet/model"
)

// SparseTangent preaccumulates every vertex that starts in a source in tangent
// mode, then eliminates the faces in topological order of junctions, with TAN
// while v has no Jacobian and MUL where it has one. When stop says so it gives
// up, and the plan has no operations; so do the other modes here.
func SparseTangent(start *model.State, stop Stop) Plan {
	return sweep{build(start, stop), true}.sparse()
}

// SparseAdjoint is the mirror image of SparseTangent.
func SparseAdjoint(start *model.State, stop Stop) Plan {
	return sweep{build(start, stop), false}.sparse()
}

// LocalSparseTangent goes through the junctions as SparseTangent does, but
// preaccumulates in the cheaper mode, and accumulates an elemental behind a
// junction where its Jacobian and explicit products undercut its tangents.
func LocalSparseTangent(start *model.State, stop Stop) Plan {
	return sweep{build(start, stop), true}.local()
}

// LocalSparseAdjoint is the mirror image of LocalSparseTangent.
func LocalSparseAdjoint(start *model.State, stop Stop) Plan {
	return sweep{build(start, stop), false}.local()
}

// sweep goes through the junctions once: from the sources to the sinks, or back.
type sweep struct {
	*builder
	forward bool
}

// outer lists the vertices that start in a source, going back those that end in a
// sink, and have no Jacobian.
func (w sweep) outer() []model.Z {
	s, g := w.state, w.state.Dag()
	return slices.DeleteFunc(s.Vertices(), func(z model.Z) bool {
		return s.HasJacobian(z) || w.forward && !g.IsSource(s.Source(z)) || !w.forward &&
			!g.IsSink(s.Target(z))
	})
}

// order lists the vertices of the dag as the sweep passes them.
func (w sweep) order() []int {
	order := slices.Clone(w.state.Dag().Topological())
	if !w.forward {
		slices.Reverse(order)
	}
	return order
}

// next is the vertex of face (u,v) that the sweep has not reached.
func (w sweep) next(u, v model.Z) model.Z {
	if w.forward {
		return v
	}
	return u
}

func (w sweep) sparse() Plan {
	mode := model.ADJ
	if w.forward {
		mode = model.TAN
	}
	for _, z := range w.outer() {
		if w.state.IsLive(z) && !w.stopped() {
			w.do(model.Accumulate(z, mode))
		}
	}
	for _, j := range w.order() {
		w.eliminate(j, func(u, v model.Z) model.Mode {
			if w.state.HasJacobian(w.next(u, v)) {
				return model.MUL
			}
			return mode
		})
	}
	return w.finish()
}

func (w sweep) local() Plan {
	for _, z := range w.outer() {
		if w.state.IsLive(z) && !w.stopped() {
			w.accumulate(z)
		}
	}
	for _, j := range w.order() {
		ahead := w.tape.Ending(j)
		if w.forward {
			ahead = w.tape.Starting(j)
		}
		for _, z := range slices.Clone(ahead) {
			if w.state.IsLive(z) && !w.state.HasJacobian(z) && !w.stopped() && w.pays(z) {
				w.accumulate(z)
			}
		}
		w.eliminate(j, w.cheapest)
	}
	return w.finish()
}

// pays reports whether the Jacobian of z and explicit products with what the sweep
// has come along with undercut the tangents or adjoints of z.
func (w sweep) pays(z model.Z) bool {
	s, g := w.state, w.state.Dag()
	elemental := s.Elemental(z)
	var matrixFree, products model.Cost
	add := func(one, product model.Cost) {
		matrixFree, products = matrixFree.Add(one), products.Add(min(product, one))
	}
	if w.forward {
		for _, u := range s.Preds(z) {
			add(w.tangent(u, z), w.product(u, z))
		}
	} else {
		for _, v := range s.Succs(z) {
			add(w.adjoint(z, v), w.product(z, v))
		}
	}
	return g.LeastAccumulation(elemental).Add(products) < matrixFree
}

// product is the price of the explicit product at face (u,v).
func (b *builder) product(u, v model.Z) model.Cost {
	s, g := b.state, b.state.Dag()
	return g.Multiply(s.Source(u), s.Target(u), s.Target(v), s.Pattern(u), s.Pattern(v))
}

// tangent is the price of TAN at face (u,v), of which v has its models.
func (b *builder) tangent(u, v model.Z) model.Cost {
	s := b.state
	return s.Elemental(v).Tangents(s.Dag().Columns(s.Source(u), s.Product(model.Face{U: u, V: v})))
}

// adjoint is the price of ADJ at face (u,v), of which u has its models.
func (b *builder) adjoint(u, v model.Z) model.Cost {
	s := b.state
	return s.Elemental(u).Adjoints(s.Dag().Rows(s.Target(v), s.Product(model.Face{U: u, V: v})))
}

// cheapest is the default mode of Rule 2 for a face.
func (b *builder) cheapest(u, v model.Z) model.Mode {
	return b.modeOf(u, v, false, false)
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

func dense(s *model.State, isEnd func(int) bool, end func(model.Z) int,
	price func(*model.Edge, model.Cost) model.Cost) model.Cost {
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
			sum = sum.Add(g.ProductWith(s.Source(z), s.Target(z), s.Pattern(z), seeds))
		}
	}
	return sum
}

// SparseOperations is about how many faces the sparse modes eliminate on a fresh line
// dag: each junction passes on what comes from every source that reaches it, or from
// every sink. Where there are many sources, a part of them stands for all.
func SparseOperations(g *model.Dag) (tangent, adjoint float64) {
	order := g.Topological()
	return reached(g, order, g.IsSource, true), reached(g, order, g.IsSink, false)
}

// mostEnds is how many sources or sinks are looked at, 64 at a time, and mostPassed how many
// edges, all times together.
const (
	mostEnds   = 4096
	mostPassed = 1 << 23
)

// reached sums, over the junctions, how many ends reach it times how many edges lead
// on from it. It looks at 64 ends at a time.
func reached(g *model.Dag, order []int, isEnd func(int) bool, forward bool) float64 {
	var ends []int
	for _, i := range order {
		if isEnd(i) {
			ends = append(ends, i)
		}
	}
	looked := min(len(ends), mostEnds, 64*(1+mostPassed/(1+len(g.Edges))))
	from := make([]uint64, len(g.Vertices))
	sum := 0.0
	for first := 0; first < looked; first += 64 {
		clear(from)
		for bit, i := range ends[first:min(first+64, looked)] {
			from[i] = 1 << bit
		}
		pass := func(i int) {
			if from[i] == 0 {
				return
			}
			on := g.In(i)
			if forward {
				on = g.Out(i)
			}
			for _, k := range on {
				next := g.Edges[k].Source
				if forward {
					next = g.Edges[k].Target
				}
				from[next] |= from[i]
			}
			if g.IsJunction(i) {
				sum += float64(bits.OnesCount64(from[i]) * len(on))
			}
		}
		if forward {
			for _, i := range order {
				pass(i)
			}
			continue
		}
		for _, i := range slices.Backward(order) {
			pass(i)
		}
	}
	return sum * float64(len(ends)) / float64(max(1, looked))
}
