package objective

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/heuristic"
	"facet/planner/resources/makespan"
)

// Point is a sequence of a front: none that is known costs as little, holds as little
// and ends as early.
type Point struct {
	Ops      []model.Op
	Cost     model.Cost
	Peak     model.Cost // one operation after another
	Makespan model.Cost // on the machines, whatever is held then
}

// Front is what is known of the trade between cost, peak and makespan.
type Front struct {
	Points []Point // by cost, then peak, then makespan
	// Budgets reports whether for each budget of entries the cheapest sequence is proved: no
	// sequence at all is better in cost and peak than a point.
	Budgets bool
	// Cost, Peak and Makespan are lower bounds of all sequences.
	Cost, Peak, Makespan model.Cost
}

// Trade looks for the front on so many machines. Where the dag is small it goes through
// all budgets that make a difference; the rest comes from a local search.
func Trade(ctx context.Context, g *model.Dag, machines int, start Start) Front {
	a := &archive{ctx: ctx, dag: g, machines: machines}
	for _, ops := range start.Sequences {
		a.add(ops)
	}
	f := Front{Cost: start.Cost}
	short := Makespan(ctx, g, machines, start)
	f.Makespan = short.Bound
	a.add(short.Ops)
	budget := model.Saturated
	f.Peak = max(newLine(g).held(), atTheEnd(ctx, g))
	proved := true // for each budget so far
	for ctx.Err() == nil {
		found := Peak(ctx, g, budget, Start{Cost: start.Cost, Seed: start.Seed, Sequences: a.sequences(),
			Tries: budgetTries})
		if found.LeastOps != nil {
			a.add(found.LeastOps)
		}
		f.Peak = max(f.Peak, found.LeastBound)
		if !found.Found {
			f.Budgets = proved && found.Infeasible(budget)
			break
		}
		a.add(found.Ops)
		proved = proved && found.Optimal
		if found.Peak == 0 || found.Peak <= f.Peak {
			f.Budgets = proved
			break
		}
		budget = found.Peak - 1
	}
	a.anneal(start)
	f.Points = a.points
	slices.SortFunc(f.Points, func(x, y Point) int {
		return cmp.Or(cmp.Compare(x.Cost, y.Cost), cmp.Compare(x.Peak, y.Peak),
			cmp.Compare(x.Makespan, y.Makespan))
	})
	return f
}

// How many neighbours are looked at for one budget of a large dag, and for a front.
const (
	budgetTries = 300
	frontTries  = 2000
)

// archive keeps sequences of which none beats another.
type archive struct {
	ctx      context.Context
	dag      *model.Dag
	machines int
	points   []Point
}

func (a *archive) sequences() (all [][]model.Op) {
	for _, p := range a.points {
		all = append(all, p.Ops)
	}
	return all
}

// add looks at a sequence, and keeps it if no other one beats it.
func (a *archive) add(ops []model.Op) {
	tasks, err := taskgraph.New(model.NewState(a.dag), ops)
	if err != nil || !tasks.Complete {
		return
	}
	other, peak := ops, model.Cost(0)
	if m, err := model.MemoryOf(model.NewState(a.dag), ops); err == nil {
		peak = m.Peak
	}
	p := makespan.Of(tasks, a.machines)
	if a.beaten(Point{Cost: p.Work(), Peak: 0, Makespan: p.Bound()}) {
		return
	}
	if len(ops) <= mostReordered {
		other, peak = Reorder(a.ctx, a.dag, ops, 0)
	}
	found := p.Solve(a.ctx, makespan.Limits{Nodes: 2000, Lists: 10})
	x := Point{Ops: other, Cost: p.Work(), Peak: peak, Makespan: found.Makespan}
	if a.beaten(x) {
		return
	}
	a.points = append(slices.DeleteFunc(a.points, func(y Point) bool { return beats(x, y) }), x)
}

func (a *archive) beaten(x Point) bool {
	return slices.ContainsFunc(a.points, func(y Point) bool { return beats(y, x) })
}

func beats(x, y Point) bool { return x.Cost <= y.Cost && x.Peak <= y.Peak && x.Makespan <= y.Makespan }

// anneal adds neighbours of what is known.
func (a *archive) anneal(start Start) {
	n := heuristic.NewNeighbours(a.dag, start.Seed+1)
	tries := start.Tries
	if tries == 0 {
		tries = min(frontTries, 100_000/(len(a.dag.Edges)+20))
	}
	stop := func() bool { return a.ctx.Err() != nil }
	for k := 0; k < tries && !stop() && len(a.points) > 0; k++ {
		if ops := n.Next(a.points[n.Pick(len(a.points))].Ops, stop); ops != nil {
			a.add(ops)
		}
	}
}
