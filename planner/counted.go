package planner

import (
	"context"

	"facet/model"
	"facet/planner/heuristic/anneal"
)

// Counted is a sequence of vertex eliminations that annealing finds in so many cycles. It
// counts its work, and no seconds: the same dag and seed give the same sequence. It is nil
// where the dag has none. The error is that of the context.
func Counted(ctx context.Context, g *model.Dag, seed uint64, cycles int) (ops []model.Op, cost model.Cost, err error) {
	graph, err := anneal.NewGraph(model.NewState(g))
	if err != nil {
		return nil, 0, nil
	}
	check := func() error { return context.Cause(ctx) }
	o := anneal.Options{Seed: seed, First: anneal.LeastArea, Best: new(anneal.Best), Cycles: cycles, Check: check}
	o.Improved = func(found anneal.Found) error {
		plan, err := graph.Write(found, func(int) error { return check() })
		if err == nil && (ops == nil || plan.Cost < cost) {
			ops, cost = plan.Ops, plan.Cost
		}
		return err
	}
	err = anneal.Search(graph, o)
	return ops, cost, err
}
