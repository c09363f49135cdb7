package heuristic

import (
	"math/rand/v2"
	"slices"

	"facet/model"
)

// sweeping says how a whole sequence is made: the junctions in the order in which they are
// eliminated, and for each edge whether its models carry what comes from the left or from
// the right, or its Jacobian is accumulated. Sequences whose calls of a module share a
// setup need the same choice for many operations, so that one change here is one there
// that no change of a single operation reaches.
type sweeping struct {
	order []int
	uses  []use // by edge
}

// use is what an edge is for.
type use uint8

const (
	tangents   use = iota // its tangents carry what ends in its source
	adjoints              // its adjoints carry what begins in its target
	byTangents            // its Jacobian is accumulated by tangents
	byAdjoints            // and by adjoints
	uses
)

func (u use) mode() model.Mode {
	if u == adjoints || u == byAdjoints {
		return model.ADJ
	}
	return model.TAN
}

// sequence carries the choices out.
func (w *sweeping) sequence(g *model.Dag, stop Stop) Plan {
	b := build(model.NewState(g), stop)
	for _, j := range w.order {
		for !b.stopped() {
			f, has := b.faceAt(j)
			if !has {
				break
			}
			b.do(w.next(b.state, f))
		}
	}
	for _, z := range b.state.Vertices() {
		if b.state.IsLive(z) && !b.state.HasJacobian(z) && !b.stopped() {
			b.do(model.Accumulate(z, w.uses[z].mode()))
		}
	}
	if b.ended {
		return Plan{}
	}
	return b.Plan
}

// faceAt is some face at a junction.
func (b *builder) faceAt(j int) (model.Face, bool) {
	for _, u := range b.tape.Ending(j) {
		if v := b.state.Succs(u); len(v) > 0 {
			return model.Face{U: u, V: v[0]}, true
		}
	}
	return model.Face{}, false
}

// next is the operation on the way to the elimination of a face.
func (w *sweeping) next(s *model.State, f model.Face) model.Op {
	mode := model.MUL
	switch {
	case s.Elemental(f.V) != nil && w.uses[f.V] == tangents:
		mode = model.TAN
	case s.Elemental(f.U) != nil && w.uses[f.U] == adjoints:
		mode = model.ADJ
	}
	switch {
	case mode != model.ADJ && !s.HasJacobian(f.U):
		return model.Accumulate(f.U, w.uses[f.U].mode())
	case mode != model.TAN && !s.HasJacobian(f.V):
		return model.Accumulate(f.V, w.uses[f.V].mode())
	}
	return model.Eliminate(f, mode)
}

// sweepsOf are tangents from the sources, adjoints from the sinks, and at most so many
// in which both meet at a vertex.
func sweepsOf(g *model.Dag, meetings int) (all []*sweeping) {
	var order []int // junctions
	for _, j := range g.Topological() {
		if !g.IsSource(j) && !g.IsSink(j) {
			order = append(order, j)
		}
	}
	meet := func(at int) {
		w := &sweeping{uses: make([]use, len(g.Edges))}
		w.order = append(w.order, order[:at]...)
		behind := slices.Clone(order[at:])
		slices.Reverse(behind)
		w.order = append(w.order, behind...)
		for _, j := range behind {
			for _, k := range g.In(j) {
				w.uses[k] = adjoints
			}
		}
		for k, e := range g.Edges {
			if g.IsSink(e.Target) && at < len(order) {
				w.uses[k] = adjoints
			}
		}
		all = append(all, w)
	}
	step := max(1, len(order)/max(1, meetings))
	for at := 0; at < len(order); at += step {
		meet(at)
	}
	meet(len(order))
	return all
}

// sweepingOf is what a sequence does, as far as that can be said so.
func sweepingOf(g *model.Dag, ops []model.Op) *sweeping {
	w := &sweeping{uses: make([]use, len(g.Edges))}
	last := make(map[int]int)
	carried := make([]bool, len(g.Edges))
	at := 0
	_, err := model.Walk(model.NewState(g), ops, func(s *model.State, o model.Op, _ model.Cost) {
		switch {
		case o.IsAccumulation():
			if !carried[o.U] {
				w.uses[o.U] = byTangents
				if o.Mode == model.ADJ {
					w.uses[o.U] = byAdjoints
				}
			}
		case o.Mode == model.TAN:
			w.uses[o.V], carried[o.V] = tangents, true
		case o.Mode == model.ADJ:
			w.uses[o.U], carried[o.U] = adjoints, true
		}
		if !o.IsAccumulation() {
			last[s.Target(o.U)] = at
		}
		at++
	})
	if err != nil {
		return nil
	}
	for j := range last {
		w.order = append(w.order, j)
	}
	slices.SortFunc(w.order, func(a, b int) int { return last[a] - last[b] })
	return w
}

// alike are edges that cost the same, such as those of the steps of a loop.
func alike(g *model.Dag) [][]int {
	type costs struct {
		from, to         int64
		tangent, adjoint model.Cost
		forth, back      model.Curve
	}
	at := make(map[costs]int)
	var all [][]int
	for k := range g.Edges {
		e := &g.Edges[k]
		c := costs{g.Vertices[e.Source].Size, g.Vertices[e.Target].Size, e.Tangent, e.Adjoint, e.TangentCurve,
			e.AdjointCurve}
		n, known := at[c]
		if !known {
			n = len(all)
			at[c], all = n, append(all, nil)
		}
		all[n] = append(all[n], k)
	}
	return all
}

// changed is like w but for one choice: a junction's place, or what an edge is for, those
// of a vertex, those that are alike, or those of consecutive junctions.
func (w *sweeping) changed(g *model.Dag, groups [][]int, rng *rand.Rand) *sweeping {
	next := &sweeping{order: slices.Clone(w.order), uses: slices.Clone(w.uses)}
	set := func(edges []int) {
		u := use(rng.IntN(int(uses)))
		for _, k := range edges {
			next.uses[k] = u
		}
	}
	n := len(w.order)
	kind := rng.IntN(6)
	if n == 0 && kind != 2 {
		kind = 1
	}
	switch kind {
	case 0:
		from := rng.IntN(n)
		to := rng.IntN(n)
		if rng.IntN(2) == 0 {
			to = max(0, min(n-1, from+2*rng.IntN(2)-1))
		}
		next.order = slices.Insert(slices.Delete(next.order, from, from+1), to, w.order[from])
	case 1:
		set([]int{rng.IntN(len(g.Edges))})
	case 2:
		set(groups[rng.IntN(len(groups))])
	case 3:
		set(g.In(w.order[rng.IntN(n)]))
	case 4:
		set(g.Out(w.order[rng.IntN(n)]))
	default:
		from := rng.IntN(n)
		var some []int
		for _, j := range w.order[from : from+1+rng.IntN(n-from)] {
			some = append(some, g.In(j)...)
		}
		set(some)
	}
	return next
}
