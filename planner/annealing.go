package planner

import (
	"errors"
	"math"
	"sync/atomic"

	"facet/model"
	"facet/planner/heuristic"
	"facet/planner/heuristic/anneal"
	"facet/planner/heuristic/dive"
	"facet/planner/incumbent"
)

// windowsMemory is how many bytes each worker's windows may take.
const windowsMemory = 16 << 20

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
	all := orders{graph: g}
	first := j.firstStart()
	return j.each(func(d *incumbent.Reporter) error {
		windows := max(0, min(windowsMemory, d.Allowance()-g.Bytes()))
		if !d.Keep(g.Bytes() + windows) {
			return nil
		}
		o := anneal.Options{
			Seed: j.Seed, Worker: d.Number, First: first, Best: &best, Check: d.Check,
			Improved: func(found anneal.Found) error { return all.found(j.at(d), found) },
		}
		if table[j.Method].space == faces && !j.without["windows"] { // what a window saves it saves by single faces
			o.Solve, o.Memory = dive.Small, windows
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
	all := orders{graph: g}
	return anneal.Search(g, anneal.Options{
		Seed: j.Seed, First: j.firstStart(), Best: &best, Check: j.Check, Cycles: -1,
		Improved: func(found anneal.Found) error { return all.found(j, found) },
	})
}

// firstStart is the order that promises the shortest sequence on dags of thousands of
// junctions.
func (j *job) firstStart() anneal.Start {
	if j.size() < large {
		return anneal.LeastArea
	}
	switch tangent, adjoint := heuristic.SparseOperations(j.model.Dag()); {
	case min(tangent, adjoint) > float64(j.mostOperations()):
		return anneal.LeastArea
	case tangent <= adjoint:
		return anneal.Forward
	}
	return anneal.Reverse
}

// orders makes orders of one graph incumbents.
type orders struct {
	graph   *anneal.Graph
	tooLong atomic.Uint64 // bits of the price of an order whose operations do not fit into the memory; 0 for none
}

// errTooLong is of an order whose operations do not fit into the run's memory.
var errTooLong = errors.New("too many operations")

// shorter is what part of the price of an order that was too long another one may have
// to be tried: cheaper ones have fewer operations as a rule, and trying takes seconds.
const shorter = 0.8

// found makes an order an incumbent of the job.
func (o *orders) found(j *job, found anneal.Found) error {
	if found.Price < 1<<53 && !j.isNews(model.Cost(found.Price)) {
		return nil
	}
	if price := math.Float64frombits(o.tooLong.Load()); price > 0 && found.Price > shorter*price {
		return nil
	}
	plan, err := o.graph.Write(found, func(operations int) error {
		if !j.hasRoomFor(operations) {
			return errTooLong
		}
		return j.Check()
	})
	if errors.Is(err, errTooLong) {
		o.tooLong.Store(math.Float64bits(found.Price))
		return nil
	}
	if err != nil {
		return err
	}
	return j.foundOps(plan.Ops, plan.Cost)
}
