package ranges

import (
	"context"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/heuristic"
)

// answer is what is known about a dag: no sequence costs less than bound, and one
// costs cost; Saturated for none.
type answer struct{ cost, bound model.Cost }

// verdict is what it says about a sequence that costs this.
func (a answer) verdict(cost model.Cost) verdict {
	switch {
	case a.bound >= cost:
		return optimal
	case a.cost < cost:
		return beaten
	}
	return unknown
}

// asker solves dags that differ in costs and sizes. What it finds goes to the
// pool.
type asker struct {
	*pool
	of     *model.Dag
	memory int64         // bytes of a run
	limit  time.Duration // of a run
}

// solve looks for the optimum of the dag with other costs or sizes. best is the best
// sequence that is known there: most of the time it is proved at once.
func (a *asker) solve(ctx context.Context, g *model.Dag, best []model.Op) (answer, error) {
	got := answer{cost: model.Saturated}
	if ctx.Err() != nil {
		return got, nil
	}
	end, err := planner.Solve(ctx, model.NewState(g), planner.Options{Workers: 1, Memory: a.memory,
		Time: a.limit, Sequence: best})
	if err != nil && !planner.IsEarly(err) {
		return got, err
	}
	if got.bound = end.Bound; end.HasIncumbent {
		got.cost = end.Incumbent.Cost
	}
	return got, a.takeAll(end)
}

// takeAll adds what a run has found.
func (a *asker) takeAll(end planner.Result) error {
	for _, found := range end.Found {
		if err := a.take(a.of, found.Ops); err != nil {
			return err
		}
	}
	return nil
}

// seedTime limits the seeds.
const seedTime = 500 * time.Millisecond

// seed adds the sequences of the heuristics, which are far apart and cost next to nothing:
// where tangents or adjoints, of one edge or of all, become expensive there is one without.
func (a *asker) seed(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, seedTime)
	defer cancel()
	stop := func() bool { return ctx.Err() != nil }
	return a.take(a.of, heuristic.NewNeighbours(a.of, 0).Starts(stop)...)
}
