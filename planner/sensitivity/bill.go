package sensitivity

import (
	"cmp"
	"maps"
	"slices"

	"facet/model"
)

// resource is one kind of operation with a price of its own: ACC of an edge in a
// mode, TAN of edge e from vertex i, ADJ of edge e to vertex i, MUL from i through j
// to k.
type resource struct {
	accumulates bool
	mode        model.Mode
	e, i, j, k  int32
}

func (r resource) price(g *model.Dag) model.Cost {
	switch {
	case r.accumulates:
		return g.Accumulation(&g.Edges[r.e], r.mode)
	case r.mode == model.TAN:
		return g.Edges[r.e].Tangents(g.Size(int(r.i)))
	case r.mode == model.ADJ:
		return g.Edges[r.e].Adjoints(g.Size(int(r.i)))
	}
	return g.Product.Of(g.Size(int(r.i)), g.Size(int(r.j)), g.Size(int(r.k)))
}

// bill is what a sequence uses, and how often: all that its cost depends on.
type bill []use

type use struct {
	resource
	times model.Cost
}

// newBill carries a sequence out from the fresh line dag. The error is that of an
// operation that is impossible.
func newBill(g *model.Dag, ops []model.Op) (bill, *model.State, error) {
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
		times[r]++
	})
	if err != nil {
		return nil, nil, err
	}
	b := make(bill, 0, len(times))
	for _, r := range slices.SortedFunc(maps.Keys(times), compareResources) {
		b = append(b, use{r, times[r]})
	}
	return b, end, nil
}

func compareResources(a, b resource) int {
	return cmp.Or(cmp.Compare(a.mode, b.mode), cmp.Compare(a.e, b.e), cmp.Compare(a.i, b.i),
		cmp.Compare(a.j, b.j), cmp.Compare(a.k, b.k), cmp.Compare(btoi(a.accumulates), btoi(b.accumulates)))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cost is the sum of the prices.
func (b bill) cost(g *model.Dag) model.Cost {
	var sum model.Cost
	for _, u := range b {
		sum = sum.Add(u.price(g).Times(u.times))
	}
	return sum
}
