package makespan

import (
	"context"
	"math/rand/v2"

	"facet/model"
)

// Limits bound the work of [Problem.Solve]. The zero value is what a command takes.
type Limits struct {
	Nodes  int        // of the exact search; 0 is a few hundred thousand
	Lists  int        // that are tried; 0 is as many as take little time
	Cutoff model.Cost // only schedules that end earlier are of interest; 0 is any
	Seed   uint64
}

// Solve schedules the tasks. Where the dag is small it gives an optimal schedule, unless
// ctx ends; else the best of several lists.
func (p *Problem) Solve(ctx context.Context, l Limits) Schedule {
	bound := p.Bound()
	if l.Nodes == 0 {
		l.Nodes = 300_000
	}
	if l.Lists == 0 {
		l.Lists = max(1, min(200, 200_000/(len(p.Needs)+1)))
	}
	best := p.lists(ctx, l, bound)
	if best.Makespan > bound && p.Tasks <= mostExact && p.work < model.Saturated/model.Cost(p.Machines+2) {
		// sums of times fit
		cutoff := best.Makespan
		if l.Cutoff > 0 {
			cutoff = min(cutoff, l.Cutoff)
		}
		s := p.newSearch(cutoff, bound, l.Nodes, func() bool { return ctx.Err() != nil })
		s.run()
		if s.starts != nil {
			best = s.schedule()
		}
		if !s.stopped {
			bound = max(bound, min(best.Makespan, cutoff))
		}
	}
	best.Bound = min(bound, best.Makespan)
	best.Optimal = best.Bound == best.Makespan && !best.Makespan.IsSaturated()
	return best
}

// lists is the best schedule of several lists.
func (p *Problem) lists(ctx context.Context, l Limits, bound model.Cost) Schedule {
	rng := rand.New(rand.NewPCG(l.Seed, 1))
	best := p.List(p.priorities(0, rng))
	for k := 1; k < l.Lists && best.Makespan > bound && ctx.Err() == nil; k++ {
		if s := p.List(p.priorities(k, rng)); s.Makespan < best.Makespan {
			best = s
		}
	}
	return best
}
