package linegraphtest

import (
	"facet/model"
)

// StateGraph is every state that can be reached from a fresh line dag, with every
// operation in every mode. The rules look at neither costs nor sizes, so that it
// gives the optimum for all of them: it is built once, and a dag with other numbers
// takes one pass. Another pattern is another graph.
type StateGraph struct {
	states [][]arcTo // in the order of ends first
	kinds  []operationKind
}

// arcTo is an operation of some kind and the state after it.
type arcTo struct{ kind, state int }

// operationKind is all that the price of an operation depends on: the ends of what it
// touches, and whose model it takes.
type operationKind struct {
	mode             model.Mode
	accumulates      bool
	edge             int // whose model
	source, mid, end int

	// Where there are patterns: the colours of what is made, or the multiplications, and
	// whether one of the factors is sparse or unit.
	seeds        model.Cost
	sparse, unit bool
}

// kindOf describes an operation.
func kindOf(s *model.State, o model.Op) operationKind {
	kind := operationKind{mode: o.Mode, accumulates: o.IsAccumulation(), edge: int(o.U),
		source: s.Source(o.U), end: s.Target(o.U)}
	made := s.Pattern(o.U)
	if !kind.accumulates {
		kind.mid, kind.end = s.Target(o.U), s.Target(o.V)
		switch o.Mode {
		case model.TAN:
			kind.edge = int(o.V)
		case model.MUL:
			kind.edge = 0
		}
		made = model.Join(s.Pattern(o.U), s.Pattern(o.V))
	}
	if made == nil {
		return kind
	}
	switch o.Mode {
	case model.TAN:
		kind.seeds = model.Cost(made.Colors())
	case model.ADJ:
		kind.seeds = model.Cost(made.RowColors())
	default:
		u, v := s.Pattern(o.U), s.Pattern(o.V)
		kind.sparse, kind.unit = !u.IsDense() || !v.IsDense(), u.IsUnit() || v.IsUnit()
		for j := range u.Rows() {
			in, out := model.Cost(0), model.Cost(0)
			for i := range u.Columns() {
				if u.Has(j, i) {
					in++
				}
			}
			for k := range v.Rows() {
				if v.Has(k, j) {
					out++
				}
			}
			kind.seeds += in * out
		}
	}
	return kind
}

// price follows the table of Rules 2 and 3, and the cost curves.
func (o operationKind) price(g *model.Dag) model.Cost {
	n := func(i int) model.Cost { return model.Cost(g.Vertices[i].Size) }
	many := func(k, c model.Cost, v model.Curve) model.Cost {
		if v.Width > 1 {
			k = (k + model.Cost(v.Width) - 1) / model.Cost(v.Width)
		}
		return v.Setup.Add(k.Times(c))
	}
	if o.mode == model.MUL {
		dense := g.Product.Setup.Add(g.Product.Cost.Times(n(o.source)).Times(n(o.mid)).Times(n(o.end)))
		switch {
		case o.unit:
			return 0
		case o.sparse:
			return min(dense, g.Sparse.Setup.Add(g.Sparse.Cost.Times(o.seeds)))
		}
		return dense
	}
	e := g.Edges[o.edge]
	c, v, k := e.Tangent, e.TangentCurve, n(o.source)
	if o.mode == model.ADJ {
		c, v, k = e.Adjoint, e.AdjointCurve, n(o.end)
	}
	if o.seeds > 0 {
		k = o.seeds
	}
	if o.accumulates && v.Colors > 0 {
		k = model.Cost(v.Colors)
	}
	return many(k, c, v)
}

// NewStateGraph looks at no more than limit states; ok is false if there are more.
func NewStateGraph(g *model.Dag, limit int) (all *StateGraph, ok bool) {
	all = &StateGraph{}
	known, written := make(map[string]int), make(texts)
	kinds := make(map[operationKind]int)
	var reach func(s *model.State) (int, bool)
	reach = func(s *model.State) (int, bool) {
		key := stateKey(s, written)
		if at, ok := known[key]; ok {
			return at, true
		}
		if len(known) >= limit {
			return 0, false
		}
		var arcs []arcTo
		for _, c := range s.Operations() {
			o := c.Op
			kind := kindOf(s, o)
			next, _, err := s.Apply(o)
			if err != nil {
				panic(err)
			}
			to, ok := reach(next)
			if !ok {
				return 0, false
			}
			at, seen := kinds[kind]
			if !seen {
				at = len(kinds)
				kinds[kind], all.kinds = at, append(all.kinds, kind)
			}
			arcs = append(arcs, arcTo{at, to})
		}
		all.states = append(all.states, arcs)
		known[key] = len(all.states) - 1
		return known[key], true
	}
	_, ok = reach(model.NewState(g))
	return all, ok
}

// Optimum is the least cost of a complete sequence of a dag that has the same
// vertices, edges and flags, and any costs and sizes.
func (a *StateGraph) Optimum(g *model.Dag) model.Cost {
	prices := make([]model.Cost, len(a.kinds))
	for k, o := range a.kinds {
		prices[k] = o.price(g)
	}
	costs := make([]model.Cost, len(a.states))
	for s, arcs := range a.states {
		for k, next := range arcs {
			if cost := prices[next.kind].Add(costs[next.state]); k == 0 || cost < costs[s] {
				costs[s] = cost
			}
		}
	}
	return costs[len(costs)-1]
}

// Size is the number of states.
func (a *StateGraph) Size() int { return len(a.states) }
