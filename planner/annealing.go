package planner

import (
	"facet/model"
	"facet/planner/heuristic"
	"facet/planner/heuristic/anneal"
	"facet/planner/heuristic/dive"
	"facet/planner/incumbent"
)

// annealing anneals orders of vertex eliminations until the run ends, each
// worker an order of its own.
func (j *job) annealing() error {
	if err := j.Check(); err != nil {
		return err
	}
	g, err := anneal.NewGraph(j.model)
	if err != nil {
		return nil // the state is between two vertex eliminations
	}
	var best anneal.Best
	first := j.firstStart()
	return j.each(func(d *incumbent.Reporter) error {
		if !d.Keep(g.Bytes()) {
			return nil
		}
		o := anneal.Options{
			Seed: j.Seed, Worker: d.Number, First: first, Best: &best, Check: d.Check,
			Improved: func(found anneal.Found) error { return j.at(d).foundOrder(g, found) },
		}
		if table[j.Method].space == faces && !j.without["windows"] { // what a window saves it saves by single faces
			o.Solve = func(dag *model.Dag, limit model.Cost) ([]model.Op, model.Cost, error) {
				return dive.Small(dag, limit, d.Check)
			}
		}
		return anneal.Search(g, o)
	})
}

// startOfOrders gives an exact search over orders of vertex eliminations its first
// sequence: on chains of like steps, such as Newton's, that is the best, and the bound
// proves it at once.
func (j *job) startOfOrders() error {
	g, err := anneal.NewGraph(j.model)
	if err != nil {
		return nil // the state is between two vertex eliminations
	}
	var best anneal.Best
	return anneal.Search(g, anneal.Options{
		Seed: j.Seed, First: j.firstStart(), Best: &best, Check: j.Check, Cycles: -1,
		Improved: func(found anneal.Found) error { return j.foundOrder(g, found) },
	})
}

// mostOperations is how long a sequence may promise to be to be tried first.
const mostOperations = 5e7

// firstStart is the order that promises the shortest sequence on dags of thousands of
// junctions.
func (j *job) firstStart() anneal.Start {
	if j.size() < large {
		return anneal.LeastArea
	}
	switch tangent, adjoint := heuristic.SparseOperations(j.model.Dag()); {
	case min(tangent, adjoint) > mostOperations:
		return anneal.LeastArea
	case tangent <= adjoint:
		return anneal.Forward
	}
	return anneal.Reverse
}

// foundOrder makes an order an incumbent.
func (j *job) foundOrder(g *anneal.Graph, found anneal.Found) error {
	if found.Price < 1<<53 && !j.isNews(model.Cost(found.Price)) {
		return nil
	}
	plan, err := g.Write(found, j.Check)
	if err != nil {
		return err
	}
	return j.foundOps(plan.Ops, plan.Cost)
}
