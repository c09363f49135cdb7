package objective

import (
	"context"
	"slices"

	"facet/model"
	"facet/model/heap"
	"facet/model/pattern"
	"facet/planner/heuristic"
	"facet/planner/search/packed"
)

// Frugal is a cheap sequence that never holds more than a budget, by the definition of
// [model.MemoryOf].
type Frugal struct {
	Found   bool
	Ops     []model.Op
	Cost    model.Cost
	Peak    model.Cost
	Bound   model.Cost // no sequence within the budget costs less
	Optimal bool       // the cost is the least within the budget

	// Least is the least peak of any sequence that is known, LeastOps a sequence that has
	// it, and LeastBound what each sequence holds at least at some time.
	Least, LeastBound model.Cost
	LeastOps          []model.Op
}

// Infeasible reports whether it is proved that no sequence keeps to the budget.
func (f *Frugal) Infeasible(budget model.Cost) bool { return !f.Found && f.LeastBound > budget }

// state is a line dag that was reached, in a search by cost or by peak.
type state struct {
	line
	op     model.Op
	cost   model.Cost
	peak   model.Cost
	held   model.Cost
	depth  int
	before *state
}

func (s *state) ops() []model.Op {
	ops := make([]model.Op, 0, s.depth)
	for ; s.before != nil; s = s.before {
		ops = append(ops, s.op)
	}
	slices.Reverse(ops)
	return ops
}

// value is what a search by peak or by cost makes least.
func (s *state) value(byPeak bool) model.Cost {
	if byPeak {
		return s.peak
	}
	return s.cost
}

// outcome is how a search over states ended.
type outcome struct {
	end   *state     // the best complete state; nil for none
	bound model.Cost // of cost or peak: what every complete state has at least
	all   bool       // the search came to its end
}

// dijkstra searches the states of the line dag, each operation by itself, for the
// cheapest sequence within a budget, or for the one with the least peak. What is held
// between operations depends on the state alone.
func dijkstra(ctx context.Context, g *model.Dag, budget model.Cost, byPeak bool, most int) outcome {
	start := &state{line: newLine(g)}
	start.held = start.line.held()
	start.peak = max(start.held, atTheEnd(ctx, g)) // which is held in any case
	if start.peak > budget {
		return outcome{all: true, bound: model.Saturated}
	}
	open := heap.New(func(a, b **state) bool {
		x, y := (*a).value(byPeak), (*b).value(byPeak)
		return x < y || x == y && (*a).depth > (*b).depth
	}, start)
	best := map[packed.Key]model.Cost{start.key(): 0}
	closed := make(map[packed.Key]bool)
	for open.Len() > 0 {
		s := open.Pop()
		k := s.key()
		if closed[k] {
			continue
		}
		closed[k] = true
		value := s.value(byPeak)
		if s.state.Done() {
			return outcome{end: s, bound: value, all: true}
		}
		if len(best) > most || len(closed)%64 == 0 && ctx.Err() != nil {
			return outcome{bound: value}
		}
		s.follow(budget, func(next *state) {
			k := next.key()
			value := next.value(byPeak)
			if old, ok := best[k]; !closed[k] && (!ok || value < old) {
				best[k] = value
				open.Push(next)
			}
		})
	}
	return outcome{all: true, bound: model.Saturated}
}

// follow gives the states after each operation that fits into the budget; of the modes of
// one operation, which lead to the same state, those that are not beaten in price and
// memory.
func (s *state) follow(budget model.Cost, found func(*state)) {
	all := s.state.Operations()
	for k := 0; k < len(all); {
		end := k + 1
		for end < len(all) && all[end].Op.U == all[k].Op.U && all[end].Op.V == all[k].Op.V {
			end++
		}
		var kept []*state
		for _, c := range all[k:end] {
			next := s.after(c)
			if next.peak > budget {
				continue
			}
			if !slices.ContainsFunc(kept, func(o *state) bool {
				return o.cost <= next.cost && o.peak <= next.peak
			}) {
				kept = append(kept, next)
			}
		}
		for _, next := range kept {
			found(next)
		}
		k = end
	}
}

// after is the state after an operation, counted as [model.MemoryOf] does.
func (s *state) after(c model.Choice) *state {
	next := &state{op: c.Op, cost: s.cost.Add(c.Price), depth: s.depth + 1, before: s, peak: s.peak}
	tape := model.Cost(0)
	if e := s.state.Elemental(c.Op.U); c.Op.Mode == model.ADJ && e != nil {
		tape = e.Tape
	}
	g, computed := s.state.Dag(), s.state.Makes(c.Op)
	var change model.Change
	next.line, change = s.do(c.Op)
	made := model.Cost(0)
	for _, e := range change.Events {
		switch {
		case e.Kind == model.Accumulated || e.Kind == model.Born:
			made = g.Entries(next.state.Source(e.Z), next.state.Target(e.Z), computed)
		case e.Kind == model.Absorbed && computed != nil: // what is new
			was := s.state.Pattern(e.Z)
			if made = model.Cost(was.Union(computed).Entries()); !made.IsSaturated() {
				made -= model.Cost(was.Entries())
			}
		}
	}
	next.peak = max(next.peak, s.held.Add(made).Add(tape))
	next.held = next.line.held()
	return next
}

// atTheEnd is what each sequence holds during its last operation at least: a Jacobian for
// each source and sink that are connected, and beside them what the operation reads. That
// is a Jacobian from a source to a junction or from a junction to a sink, unless the
// operation can be the accumulation of an edge from a source to a sink. Where there are
// patterns, that one may hold next to nothing and is left out. When ctx ends, it is what
// was added up so far.
func atTheEnd(ctx context.Context, g *model.Dag) (sum model.Cost) {
	end, junction, alone := model.Saturated, model.Saturated, false // the least sizes
	for k := range g.Edges {
		e := &g.Edges[k]
		alone = alone || g.IsSource(e.Source) && g.IsSink(e.Target) && !e.HasJacobian
	}
	for i := range g.Vertices {
		switch {
		case g.IsJunction(i):
			junction = min(junction, g.Size(i))
		case g.IsSource(i):
			end, sum = min(end, g.Size(i)), sum.Add(blocks(ctx, g, i))
		case g.IsSink(i):
			end = min(end, g.Size(i))
		}
	}
	least := end.Times(junction)
	if ctx.Err() != nil || alone || least.IsSaturated() || g.HasPatterns() {
		return sum
	}
	return sum.Add(least)
}

// blocks is what the Jacobians of all sinks that a source reaches hold, as far as ctx allows.
func blocks(ctx context.Context, g *model.Dag, source int) (sum model.Cost) {
	from := make([]bool, len(g.Vertices))
	behind := make([]*pattern.Pattern, len(g.Vertices))
	from[source] = true
	for _, i := range g.Topological() {
		if !from[i] {
			continue
		}
		if ctx.Err() != nil {
			return sum
		}
		if g.IsSink(i) {
			sum = sum.Add(g.Entries(source, i, behind[i]))
		}
		for _, k := range g.Out(i) {
			e := &g.Edges[k]
			from[e.Target] = true
			if e.Pattern == nil {
				continue
			}
			p := e.Pattern
			if i != source {
				p = model.Join(behind[i], p)
			}
			if behind[e.Target] != nil {
				p = behind[e.Target].Union(p)
			}
			behind[e.Target] = p
		}
		behind[i] = nil
	}
	return sum
}

// mostReached is how many states a search for a budget remembers.
const mostReached = 400_000

// Peak looks for the cheapest sequence that never holds more than the budget: exactly
// where the dag is small, unless ctx ends first.
func Peak(ctx context.Context, g *model.Dag, budget model.Cost, start Start) Frugal {
	f := Frugal{Bound: start.Cost, Least: model.Saturated,
		LeastBound: max(newLine(g).held(), atTheEnd(ctx, g))}
	s := &frugal{Frugal: &f, ctx: ctx, dag: g, budget: budget}
	small := len(g.Edges) <= mostSmall
	for _, ops := range start.Sequences {
		s.try(ops, true)
	}
	if !f.Found && small { // is there one at all?
		s.least()
	}
	if small && !s.optimal() && f.LeastBound <= budget {
		out := dijkstra(ctx, g, budget, false, mostReached)
		f.Bound = max(f.Bound, out.bound)
		switch {
		case out.end != nil:
			s.try(out.end.ops(), false)
		case out.all:
			f.LeastBound = max(f.LeastBound, budget.Add(1))
		}
	}
	if !s.optimal() && f.LeastBound <= budget {
		tries := start.Tries
		if tries == 0 {
			tries = max(100, 200_000/(len(g.Edges)+20))
		}
		n := heuristic.NewNeighbours(g, start.Seed)
		for s.descend(n, tries); start.Endless && ctx.Err() == nil && !s.optimal(); {
			s.descend(n, tries)
		}
	}
	f.LeastBound = min(f.LeastBound, f.Least)
	if f.Found {
		f.Bound = min(f.Bound, f.Cost)
		f.Optimal = f.Bound == f.Cost && !f.Cost.IsSaturated()
	}
	return f
}

// frugal is the search for one budget.
type frugal struct {
	*Frugal
	ctx    context.Context
	dag    *model.Dag
	budget model.Cost
}

// least searches for the sequence with the least peak.
func (f *frugal) least() {
	out := dijkstra(f.ctx, f.dag, model.Saturated, true, mostReached)
	f.LeastBound = max(f.LeastBound, out.bound)
	if out.end != nil {
		f.try(out.end.ops(), false)
	}
}

func (f *frugal) optimal() bool { return f.Found && f.Cost <= f.Bound }

// try looks at a sequence, and, where that is wanted, at its operations in the order
// that holds the least. It gives how much it costs, and how far it is above the budget.
func (f *frugal) try(ops []model.Op, reorder bool) (cost, peak model.Cost) {
	end, err := model.Walk(model.NewState(f.dag), ops, func(*model.State, model.Op, model.Cost) {})
	if err != nil || !end.Done() {
		return model.Saturated, model.Saturated
	}
	memory, _ := model.MemoryOf(model.NewState(f.dag), ops)
	cost, peak = end.Spent(), memory.Peak
	if reorder && peak > f.budget {
		if other, less := Reorder(f.ctx, f.dag, ops, f.budget); less < peak {
			ops, peak = other, less
		}
	}
	if peak < f.Least || f.LeastOps == nil {
		f.Least, f.LeastOps = peak, ops
	}
	if peak <= f.budget && (!f.Found || cost < f.Cost) {
		f.Found, f.Ops, f.Cost, f.Peak = true, ops, cost, peak
	}
	return cost, peak
}

// descend looks for sequences that are cheaper or hold less.
func (f *frugal) descend(n *heuristic.Neighbours, tries int) {
	stop := func() bool { return f.ctx.Err() != nil || f.optimal() }
	for _, ops := range n.Starts(func() bool { return f.ctx.Err() != nil }) {
		f.try(ops, true)
	}
	if f.LeastOps == nil {
		return
	}
	evaluate := func(ops []model.Op) float64 {
		cost, peak := f.try(ops, false)
		if peak > f.budget && cost < 2*max(f.Cost, f.Bound) && len(ops) <= mostReordered {
			cost, peak = f.try(ops, true)
		}
		excess := max(0, float64(peak)/float64(max(1, f.budget))-1)
		return float64(cost) * (1 + 3*excess)
	}
	from := f.LeastOps
	if f.Found {
		from = f.Ops
	}
	n.Anneal(from, evaluate(from), tries, stop, evaluate)
}
