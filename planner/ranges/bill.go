package ranges

import (
	"cmp"
	"maps"
	"slices"

	"facet/model"
)

// resource is one kind of operation with a price of its own: ACC of an edge in a
// mode, TAN of edge e from vertex i, ADJ of edge e to vertex i, MUL from i through j
// to k. With patterns it has the number of seeds, or of the multiplications of a sparse
// product, and sizes are of no account but for dense products.
type resource struct {
	accumulates bool
	mode        model.Mode
	kind        productKind
	e, i, j, k  int32
	seeds       model.Cost // 0: those of the size
}

// productKind is how a product may be carried out.
type productKind uint8

const (
	denseProduct  productKind = iota
	sparseProduct             // dense or sparse, whichever is cheaper
	unitProduct               // by moving entries
)

// price follows the table of Rules 2 and 3, and the cost curves.
func (r resource) price(v view) model.Cost {
	if r.mode == model.MUL {
		dense := v.of.Product.Of(v.size(r.i), v.size(r.j), v.size(r.k))
		switch r.kind {
		case unitProduct:
			return 0
		case sparseProduct:
			return min(dense, v.sparse().Of(1, 1, r.seeds))
		}
		return dense
	}
	e := v.edge(r.e)
	curve, n := e.TangentCurve, r.i
	if r.accumulates {
		n = int32(e.Source)
	}
	if r.mode == model.ADJ {
		if curve = e.AdjointCurve; r.accumulates {
			n = int32(e.Target)
		}
	}
	k := r.seeds
	if k == 0 {
		k = v.size(n)
	}
	if r.accumulates && curve.Colors > 0 {
		k = model.Cost(curve.Colors)
	}
	if r.mode == model.ADJ {
		return e.Adjoints(k)
	}
	return e.Tangents(k)
}

// view is a dag with another number in one place, which is not the width of a band,
// without a copy of the dag.
type view struct {
	of    *model.Dag
	p     Parameter
	value int64
}

func (v view) size(i int32) model.Cost {
	if v.p.What == Size && v.p.At == int(i) {
		return model.Cost(v.value)
	}
	return v.of.Size(int(i))
}

func (v view) sparse() model.Product {
	p := v.of.Sparse
	switch v.p.What {
	case SparseProductCost:
		p.Cost = model.Cost(v.value)
	case SparseProductSetup:
		p.Setup = model.Cost(v.value)
	}
	return p
}

func (v view) edge(k int32) model.Edge {
	e := v.of.Edges[k]
	if v.p.At == int(k) && v.p.What == TangentCost {
		e.Tangent = model.Cost(v.value)
	} else if v.p.At == int(k) && v.p.What == AdjointCost {
		e.Adjoint = model.Cost(v.value)
	}
	return e
}

// parameters are the numbers that the price depends on.
func (r resource) parameters(g *model.Dag) []Parameter {
	size := func(i int) Parameter { return Parameter{Size, i} }
	e := &g.Edges[r.e]
	switch {
	case r.mode == model.MUL && r.kind == sparseProduct:
		return []Parameter{{SparseProductCost, 0}, {SparseProductSetup, 0}}
	case r.mode == model.MUL:
		return []Parameter{size(int(r.i)), size(int(r.j)), size(int(r.k))}
	case r.mode == model.TAN && r.accumulates:
		return []Parameter{{TangentCost, int(r.e)}, size(e.Source)}
	case r.mode == model.TAN:
		return []Parameter{{TangentCost, int(r.e)}, size(int(r.i))}
	case r.accumulates:
		return []Parameter{{AdjointCost, int(r.e)}, size(e.Target)}
	}
	return []Parameter{{AdjointCost, int(r.e)}, size(int(r.i))}
}

// bill is what a sequence uses, and how often: all that its cost depends on.
type bill struct {
	ops  []model.Op
	uses []use
	by   map[Parameter][]int32 // the uses that depend on it
	now  model.Cost            // the sum as things are
}

type use struct {
	resource
	times model.Cost
}

// newBill carries a sequence out from the fresh line dag. The error is that of an
// operation that is impossible.
func newBill(g *model.Dag, ops []model.Op) (*bill, *model.State, error) {
	times := make(map[resource]model.Cost)
	end, err := model.Walk(model.NewState(g), ops, func(s *model.State, o model.Op, _ model.Cost) {
		r := resource{accumulates: o.IsAccumulation(), mode: o.Mode}
		switch {
		case r.accumulates:
			r.e = int32(o.U)
		case o.Mode == model.TAN:
			r.e, r.i = int32(o.V), int32(s.Source(o.U))
		case o.Mode == model.ADJ:
			r.e, r.i = int32(o.U), int32(s.Target(o.V))
		default:
			r.i, r.j, r.k = int32(s.Source(o.U)), int32(s.Target(o.U)), int32(s.Target(o.V))
		}
		if g.HasPatterns() {
			r.count(s, o)
		}
		times[r]++
	})
	if err != nil {
		return nil, nil, err
	}
	b := &bill{ops: ops, by: make(map[Parameter][]int32)}
	for _, r := range slices.SortedFunc(maps.Keys(times), compareResources) {
		for _, p := range r.parameters(g) {
			b.by[p] = append(b.by[p], int32(len(b.uses)))
		}
		b.uses = append(b.uses, use{r, times[r]})
	}
	b.now = b.cost(view{of: g, p: Parameter{At: -1}})
	return b, end, nil
}

// count takes in what the patterns of an operation say.
func (r *resource) count(s *model.State, o model.Op) {
	g, made := s.Dag(), s.Makes(o)
	if o.Mode != model.MUL {
		if r.seeds = g.Columns(0, made); o.Mode == model.ADJ {
			r.seeds = g.Rows(0, made)
		}
		return
	}
	switch u, v := s.Pattern(o.U), s.Pattern(o.V); {
	case u.IsUnit() || v.IsUnit():
		r.kind = unitProduct
	case !u.IsDense() || !v.IsDense():
		r.kind, r.seeds = sparseProduct, model.Cost(v.Multiplications(u))
	}
}

func compareResources(a, b resource) int {
	accumulates := func(r resource) int {
		if r.accumulates {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.mode, b.mode), cmp.Compare(a.e, b.e), cmp.Compare(a.i, b.i),
		cmp.Compare(a.j, b.j), cmp.Compare(a.k, b.k), cmp.Compare(accumulates(a), accumulates(b)),
		cmp.Compare(a.kind, b.kind), cmp.Compare(a.seeds, b.seeds))
}

// cost is the sum of the prices.
func (b *bill) cost(v view) model.Cost {
	var sum model.Cost
	for _, u := range b.uses {
		sum = sum.Add(u.price(v).Times(u.times))
	}
	return sum
}

// at is cost, by way of the uses that depend on the parameter.
func (b *bill) at(v view) model.Cost {
	if b.now.IsSaturated() {
		return b.cost(v)
	}
	sum, now := b.now, view{of: v.of, p: Parameter{At: -1}}
	for _, k := range b.by[v.p] {
		sum -= b.uses[k].price(now).Times(b.uses[k].times)
	}
	for _, k := range b.by[v.p] {
		sum = sum.Add(b.uses[k].price(v).Times(b.uses[k].times))
	}
	return sum
}
