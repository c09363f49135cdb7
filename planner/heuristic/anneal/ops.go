package anneal

import (
	"facet/model"
)

// Plan is an order written out as operations from the state of its graph.
type Plan struct {
	Ops  []model.Op
	Cost model.Cost // of Ops, in the dag's cost unit
}

// Write carries an order out on the state of its graph: each junction's
// accumulations, each in its cheaper mode, then its faces, each in the cheapest
// mode that is there; windows of the order are carried out by their own operations, all
// members of each in the place of the last one. The cost is that of the order. Check is
// asked before each junction with how many operations there are, and its error ends the
// work.
func (g *Graph) Write(found Found, check func(operations int) error) (Plan, error) {
	order, windows := found.Order, found.Windows
	w := writer{
		order: g.newOrder(order), tape: model.NewTape(g.start),
		held: make(map[[2]int32]model.Z, len(g.arcs)), names: make(map[model.Z][2]int32),
	}
	for k := range g.arcs {
		a := &g.arcs[k]
		if a.held != model.NoZ {
			w.hold(a.held, [2]int32{a.from, a.to})
		}
	}
	member := make(map[int32]bool)
	at := make(map[int32]*Window)
	for k := range windows {
		members := windows[k].members
		for _, j := range members {
			member[j] = true
		}
		at[members[len(members)-1]] = &windows[k]
	}
	for _, j := range order {
		if err := check(len(w.plan.Ops)); err != nil {
			return Plan{}, err
		}
		var err error
		switch {
		case at[j] != nil:
			err = w.through(at[j])
		case !member[j]:
			err = w.eliminate(j)
		}
		if err != nil {
			return Plan{}, err
		}
	}
	for k := range g.arcs {
		a := &g.arcs[k]
		if a.lone != model.NoZ && !g.isJunction(a.from) && !g.isJunction(a.to) {
			if err := w.accumulate(a); err != nil {
				return Plan{}, err
			}
		}
	}
	return w.plan, nil
}

// writer carries an order out on a tape.
type writer struct {
	order *Order
	tape  *model.Tape
	held  map[[2]int32]model.Z // the vertex with a Jacobian between two vertices of the graph
	names map[model.Z][2]int32
	plan  Plan
}

func (w *writer) hold(z model.Z, between [2]int32) { w.held[between], w.names[z] = z, between }

func (w *writer) do(op model.Op) (model.Change, error) {
	change, err := w.tape.Do(op)
	if err == nil {
		w.plan.Ops = append(w.plan.Ops, op)
		w.plan.Cost = w.plan.Cost.Add(change.Price)
	}
	return change, err
}

func (w *writer) accumulate(a *arc) error {
	best, _ := model.Cheapest(w.tape.State().Accumulations(a.lone))
	change, err := w.do(best.Op)
	if err != nil {
		return err
	}
	survivor := a.lone
	for _, e := range change.Events {
		if e.Kind == model.Merged && (e.Z == survivor || e.Other == survivor) {
			survivor = e.Z
		}
	}
	w.hold(survivor, [2]int32{a.from, a.to})
	return nil
}

// eliminate carries out the faces of junction j.
func (w *writer) eliminate(j int32) error {
	in, out := w.order.lists[backward][j], w.order.lists[forward][j]
	accumulated := make(map[int32]bool)
	for _, k := range w.order.choose(j, in, out) {
		accumulated[k] = true
		if err := w.accumulate(&w.order.arcs[k]); err != nil {
			return err
		}
	}
	members := func(n neighbour, between [2]int32) []model.Z {
		var zs []model.Z
		if n.kind >= bare && !accumulated[n.arc] {
			zs = append(zs, w.order.arcs[n.arc].lone)
			if n.kind == bare {
				return zs
			}
		}
		return append(zs, w.held[between])
	}
	for _, u := range in {
		for _, v := range out {
			for _, a := range members(u, [2]int32{u.vertex, j}) {
				for _, b := range members(v, [2]int32{j, v.vertex}) {
					if err := w.face(model.Face{U: a, V: b}, [2]int32{u.vertex, v.vertex}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func (w *writer) face(f model.Face, between [2]int32) error {
	best, _ := model.Cheapest(w.tape.State().Choices(f))
	change, err := w.do(best.Op)
	if err != nil {
		return err
	}
	for _, e := range change.Events {
		if e.Kind == model.Born {
			w.hold(e.Z, between)
		}
	}
	return nil
}

// through carries a window out: each operation of its dag for all that the two
// ends of the product stand for.
func (w *writer) through(window *Window) error {
	l := window.local
	inside := model.NewTape(model.NewState(l.dag))
	real := make(map[model.Z]map[[2]int32]model.Z) // by vertex of the window's line dag, by ends
	each := func(from, to int, visit func(ends [2]int32) error) error {
		for _, a := range l.groups[from] {
			for _, b := range l.groups[to] {
				if err := visit([2]int32{a, b}); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for k, e := range l.dag.Edges {
		z := model.Z(k)
		real[z] = make(map[[2]int32]model.Z)
		_ = each(e.Source, e.Target, func(ends [2]int32) error {
			if e.HasJacobian {
				real[z][ends] = w.held[ends]
			} else {
				real[z][ends] = w.order.arcs[l.arcs[k]].lone
			}
			return nil
		})
	}
	for _, op := range window.ops {
		s := inside.State()
		from, to := s.Source(op.U), s.Target(op.U)
		if !op.IsAccumulation() {
			to = s.Target(op.V)
		}
		junction := int32(-1)
		if !op.IsAccumulation() {
			junction = l.groups[s.Target(op.U)][0]
		}
		born := make(map[[2]int32]model.Z)
		err := each(from, to, func(ends [2]int32) error {
			outside := model.Accumulate(real[op.U][ends], op.Mode)
			if !op.IsAccumulation() {
				u, v := real[op.U][[2]int32{ends[0], junction}], real[op.V][[2]int32{junction, ends[1]}]
				outside = model.Eliminate(model.Face{U: u, V: v}, op.Mode)
			}
			change, err := w.do(outside)
			for _, e := range change.Events {
				if e.Kind == model.Born {
					born[ends] = e.Z
				}
			}
			return err
		})
		if err != nil {
			return err
		}
		change, err := inside.Do(op)
		if err != nil {
			return err
		}
		for _, e := range change.Events {
			switch e.Kind {
			case model.Born:
				real[e.Z] = born
			case model.Merged:
				for ends, z := range real[e.Other] {
					if w.tape.State().IsLive(z) {
						real[e.Z][ends] = z
					}
				}
			}
		}
	}
	for _, z := range inside.State().Vertices() {
		for ends, held := range real[z] {
			if w.tape.State().IsLive(held) {
				w.hold(held, ends)
			}
		}
	}
	return nil
}
