package dive

import (
	"context"
	"math/rand/v2"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
)

const (
	smallRounds = 60 // of cuts for a small dag's relaxation
	smallDives  = 6
	smallMemory = 32 << 20 // bytes of the relaxation

	// relaxation is how often dives ask whether to go on in the time between two questions of
	// the relaxation: work is measured by how often they ask.
	relaxation = 6
)

// Small completes a small dag for less than limit, if its relaxation does not
// say that this is impossible and a few dives find a way. It gives no operations
// otherwise.
func Small(dag *model.Dag, limit model.Cost, check func() error) ([]model.Op, model.Cost, error) {
	m := model.NewState(dag)
	in, _ := linegraph.FromState(m)
	bound := cover.Solve(context.Background(), in, cover.Options{Incumbent: limit, Rounds: smallRounds,
		Memory: smallMemory, Check: func() error { return askFor(relaxation, check) }})
	if bound.Bound >= limit {
		return nil, limit, nil
	}
	p, err := packed.NewProblem(dag)
	if err != nil {
		return nil, limit, err
	}
	start := packed.FromModel(p, m)
	problem := NewProblem(start)
	rng := rand.New(rand.NewPCG(0x736d616c6c, uint64(len(dag.Edges))))
	best := Result{Cost: limit}
	o := Options{Limit: limit, Rand: rng, Check: check}
	err = problem.Dives(smallDives, bound.Support, bound.Bound, o, func(r Result) error {
		best = r
		return nil
	})
	if err != nil || best.Moves == nil {
		return nil, limit, err
	}
	ops, _, err := packed.Sequence(m, start, best.Moves, check)
	return ops, best.Cost, err
}

// askFor asks so many times.
func askFor(times int, check func() error) (err error) {
	for ; times > 0 && err == nil; times-- {
		err = check()
	}
	return err
}
