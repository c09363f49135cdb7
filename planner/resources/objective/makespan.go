package objective

import (
	"context"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/heuristic"
	"facet/planner/resources/makespan"
)

// Shortest is a sequence with a schedule on several machines.
type Shortest struct {
	Ops      []model.Op
	Schedule makespan.Schedule // of the operations, in their order
	Makespan model.Cost
	Bound    model.Cost // no sequence has a schedule that ends earlier
	Root     model.Cost // the bound before any search
	Optimal  bool
}

// Start is what is known before: sequences to begin with, and a lower bound of the cost
// of any sequence, 0 for none.
type Start struct {
	Sequences [][]model.Op
	Cost      model.Cost
	Seed      uint64
	Tries     int  // of a local search; 0 is a number that takes seconds
	Endless   bool // local searches begin again until the context ends
}

// Makespan finds a sequence that is short on so many machines: the shortest where the dag
// is a chain or small, unless ctx ends first.
func Makespan(ctx context.Context, g *model.Dag, machines int, start Start) Shortest {
	if edges := isChain(g); edges != nil && len(edges) <= mostFactors {
		if c := newChain(ctx, g, edges, machines); c.tables() && c.warmStart() {
			return c.solve()
		}
	}
	s := &search{ctx: ctx, dag: g, machines: machines}
	s.root = max(makespan.ByWork(start.Cost, machines),
		longest(ctx, model.NewState(g), make([]model.Cost, len(g.Edges))))
	for _, ops := range start.Sequences {
		s.try(ops)
	}
	small := len(g.Edges) <= mostSmall
	n := heuristic.NewNeighbours(g, start.Seed)
	if small {
		s.descend(n, fewTries)
		s.exact()
	}
	if !s.optimal() && (!small || ctx.Err() == nil) {
		tries := start.Tries
		if tries == 0 {
			tries = max(200, 400_000/(len(g.Edges)+20))
		}
		for s.descend(n, tries); start.Endless && ctx.Err() == nil && !s.optimal(); {
			s.descend(n, tries)
		}
	}
	s.polish()
	s.best.Root = s.root
	s.best.Bound = min(s.root, s.best.Makespan)
	s.best.Optimal = s.optimal()
	return s.best
}

// The largest dags that are searched to the end, and how many neighbours are looked at
// before.
const (
	mostSmall = 16
	fewTries  = 100
)

// search is the search for one dag.
type search struct {
	ctx      context.Context
	dag      *model.Dag
	machines int
	root     model.Cost // the best bound so far
	best     Shortest
	started  bool // with the sequences of the heuristics
}

func (s *search) optimal() bool {
	return s.best.Ops != nil && s.best.Makespan <= s.root && !s.best.Makespan.IsSaturated()
}

// try schedules a sequence by lists, and keeps it if it is the best.
func (s *search) try(ops []model.Op) model.Cost {
	tasks, err := taskgraph.New(model.NewState(s.dag), ops)
	if err != nil || !tasks.Complete {
		return model.Saturated
	}
	p := makespan.Of(tasks, s.machines)
	found := p.Solve(s.ctx, makespan.Limits{Nodes: 200, Lists: 4})
	s.keep(ops, found)
	return found.Makespan
}

// polish looks for a better schedule of the best sequence. A schedule is worth the time
// that one of each neighbour was not.
func (s *search) polish() {
	if s.optimal() || s.best.Ops == nil {
		return
	}
	tasks, err := taskgraph.New(model.NewState(s.dag), s.best.Ops)
	if err != nil {
		return
	}
	s.keep(s.best.Ops, makespan.Of(tasks, s.machines).Solve(s.ctx, makespan.Limits{}))
}

func (s *search) keep(ops []model.Op, found makespan.Schedule) {
	if s.best.Ops == nil || found.Makespan < s.best.Makespan {
		s.best.Ops, s.best.Schedule, s.best.Makespan = ops, found, found.Makespan
		if ops == nil {
			s.best.Ops = []model.Op{}
		}
	}
}

// descend looks for shorter sequences.
func (s *search) descend(n *heuristic.Neighbours, tries int) {
	stop := func() bool { return s.ctx.Err() != nil || s.optimal() }
	if s.best.Ops == nil || tries > fewTries && !s.started {
		s.started = tries > fewTries
		for _, ops := range n.Starts(func() bool { return s.ctx.Err() != nil }) {
			s.try(ops)
		}
	}
	if s.best.Ops == nil {
		return
	}
	const rounds = 4
	for range rounds {
		n.Anneal(s.best.Ops, float64(s.best.Makespan), tries/rounds, stop, func(ops []model.Op) float64 {
			return float64(s.try(ops))
		})
	}
}
