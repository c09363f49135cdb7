package objective

import (
	"cmp"
	"slices"

	"facet/model"
	"facet/model/field"
	"facet/planner/resources/makespan"
	"facet/planner/search/packed"
)

// partial is the beginning of a sequence, as a set of tasks: the order in which they were
// found does not matter any more.
type partial struct {
	line
	ops   []model.Op
	time  []model.Cost
	needs [][]int32
	parts [][]int32    // by Z: the tasks whose products it stands for
	ready []model.Cost // by Z: when they have ended, on machines without end
	spent model.Cost
	set   packed.Key
}

// do carries out an operation, and gives what has become of two vertices.
func (p partial) do(o model.Op, u, v model.Z) (partial, model.Z, model.Z) {
	price, err := p.state.Price(o)
	if err != nil {
		panic("a search means an operation that is not possible: " + err.Error())
	}
	next := p
	task := int32(len(p.ops))
	var needs []int32
	begin := model.Cost(0)
	use := func(z model.Z) {
		needs = append(needs, p.parts[z]...)
		begin = max(begin, p.ready[z])
	}
	id := p.values[o.U]*5 + uint64(o.Mode)
	if !o.IsAccumulation() {
		id ^= p.values[o.V] * 0x9e3779b97f4a7c15
		if o.Mode != model.ADJ {
			use(o.U)
		}
		if o.Mode != model.TAN {
			use(o.V)
		}
	}
	next.set.Add(field.Mix(id))
	var change model.Change
	next.line, change = p.line.do(o)
	next.ops = append(p.ops[:len(p.ops):len(p.ops)], o)
	next.time = append(p.time[:len(p.time):len(p.time)], price)
	next.needs = append(p.needs[:len(p.needs):len(p.needs)], needs)
	next.spent = p.spent.Add(price)
	next.parts = append(make([][]int32, 0, next.state.Born()), p.parts...)
	next.ready = append(make([]model.Cost, 0, next.state.Born()), p.ready...)
	end := begin.Add(price)
	join := func(z model.Z, parts []int32, at model.Cost) {
		next.parts[z] = append(next.parts[z][:len(next.parts[z]):len(next.parts[z])], parts...)
		next.ready[z] = max(next.ready[z], at)
	}
	for _, e := range change.Events {
		switch e.Kind {
		case model.Born:
			next.parts, next.ready = append(next.parts, []int32{task}), append(next.ready, end)
		case model.Accumulated, model.Absorbed:
			join(e.Z, []int32{task}, end)
		case model.Merged:
			join(e.Z, next.parts[e.Other], next.ready[e.Other])
			if e.Other == u {
				u = e.Z
			}
			if e.Other == v {
				v = e.Z
			}
		}
	}
	return next, u, v
}

// accumulate does Rule 3 at z in its cheaper mode.
func (p partial) accumulate(z, u, v model.Z) (partial, model.Z, model.Z) {
	mode, _ := p.state.Dag().CheaperAccumulation(p.state.Elemental(z))
	return p.do(model.Accumulate(z, mode), u, v)
}

// moves gives what may come next: a face in a mode, with the accumulations that it needs
// just before. A Jacobian that waits for its first use merges with what it would merge
// with earlier, and no task begins later for that.
func (p partial) moves(found func(partial)) {
	faces := p.state.AllFaces()
	if len(faces) == 0 {
		for _, z := range p.state.Vertices() {
			if p.state.IsLive(z) && !p.state.HasJacobian(z) {
				next, _, _ := p.accumulate(z, model.NoZ, model.NoZ)
				found(next)
				return // in any order
			}
		}
		return
	}
	for _, f := range faces {
		for m := model.TAN; m <= model.MUL; m++ {
			at, u, v := p, f.U, f.V
			if m != model.ADJ && !at.state.HasJacobian(u) {
				at, u, v = at.accumulate(u, u, v)
			}
			if m != model.TAN && !at.state.HasJacobian(v) {
				at, u, v = at.accumulate(v, u, v)
			}
			o := model.Eliminate(model.Face{U: u, V: v}, m)
			if _, err := at.state.Price(o); err != nil {
				continue
			}
			at, _, _ = at.do(o, model.NoZ, model.NoZ)
			found(at)
		}
	}
}

// How many states and beginnings an exact search remembers.
const (
	mostStates   = 300_000
	mostPartials = 1_500_000
)

// exact is a depth-first branch and bound over beginnings of sequences.
type exact struct {
	*search
	cheapest map[packed.Key]model.Cost // the least cost from a state on
	seen     map[[2]packed.Key]bool
	stopped  bool
	open     model.Cost // the least bound of what was left out
}

// exact looks at all sequences: a beginning is left out where the work divided by the
// machines, with the least that is left to do, or the longest path reaches the best
// makespan. If it comes to its end, the best sequence is the shortest.
func (s *search) exact() {
	x := &exact{search: s, cheapest: make(map[packed.Key]model.Cost), seen: make(map[[2]packed.Key]bool),
		open: model.Saturated}
	first := partial{line: newLine(s.dag), parts: make([][]int32, len(s.dag.Edges)),
		ready: make([]model.Cost, len(s.dag.Edges))}
	if s.best.Ops != nil && s.optimal() {
		return
	}
	least := x.least(first)
	if x.stopped {
		return
	}
	s.root = max(s.root, makespan.ByWork(least, s.machines))
	if s.optimal() {
		return
	}
	x.visit(first)
	if !x.stopped && s.best.Ops != nil {
		s.root = max(s.root, min(x.open, s.best.Makespan))
	}
}

// least is the cost of the cheapest completion.
func (x *exact) least(p partial) model.Cost {
	if p.state.Done() {
		return 0
	}
	k := p.key()
	if c, ok := x.cheapest[k]; ok {
		return c
	}
	if len(x.cheapest) >= mostStates || len(x.cheapest)%64 == 0 && x.ctx.Err() != nil {
		x.stopped = true
	}
	if x.stopped {
		return 0
	}
	best := model.Saturated
	bare := p // without the tasks so far
	bare.ops, bare.time, bare.needs, bare.spent, bare.set = nil, nil, nil, 0, packed.Key{}
	bare.moves(func(next partial) {
		if next.spent < best {
			best = min(best, next.spent.Add(x.least(next)))
		}
	})
	x.cheapest[k] = best
	return best
}

// bound is what a sequence that begins so takes at least.
func (x *exact) bound(p *partial) model.Cost {
	bound := makespan.ByWork(p.spent.Add(x.least(*p)), x.machines)
	return max(bound, longest(x.ctx, p.state, p.ready))
}

func (x *exact) visit(p partial) {
	if x.stopped {
		return
	}
	id := [2]packed.Key{p.key(), p.set}
	if x.seen[id] {
		return
	}
	if len(x.seen) >= mostPartials || len(x.seen)%64 == 0 && x.ctx.Err() != nil {
		x.stopped = true
		return
	}
	x.seen[id] = true
	if p.state.Done() {
		x.leaf(p)
		return
	}
	type child struct {
		partial
		bound model.Cost
	}
	var all []child
	p.moves(func(next partial) {
		if b := x.bound(&next); x.best.Ops == nil || b < x.best.Makespan {
			all = append(all, child{next, b})
		}
	})
	slices.SortStableFunc(all, func(a, b child) int { return cmp.Compare(a.bound, b.bound) })
	for _, c := range all {
		if x.best.Ops == nil || c.bound < x.best.Makespan {
			x.visit(c.partial)
		}
	}
}

// leaf schedules a whole sequence exactly.
func (x *exact) leaf(p partial) {
	problem := makespan.New(p.time, p.needs, x.machines)
	l := makespan.Limits{Nodes: 2_000_000, Lists: 4}
	if x.best.Ops != nil {
		if problem.Bound() >= x.best.Makespan {
			return
		}
		l.Cutoff = x.best.Makespan
	}
	found := problem.Solve(x.ctx, l)
	x.keep(p.ops, found)
	if found.Bound < x.best.Makespan {
		x.open = min(x.open, found.Bound)
	}
}
