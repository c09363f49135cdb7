package planner

import (
	"errors"
	"math"
	"sync/atomic"

	"facet/model"
	"facet/planner/heuristic"
	"facet/planner/heuristic/anneal"
	"facet/planner/heuristic/dive"
)

// windowsMemory is how many bytes each worker's windows may take.
const windowsMemory = 16 << 20

// annealing anneals orders of vertex eliminations until the run ends, each
// worker an order of its own.
func annealing(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	all, o := newOrders(j.question)
	if all == nil {
		return nil
	}
	return j.each(func(j *job) error {
		bytes := all.graph.Bytes()
		windows := max(0, min(windowsMemory, j.slot.Allowance()-bytes))
		if !j.slot.Keep(bytes + windows) {
			return nil
		}
		o := o
		o.Worker, o.Check = j.worker.Number, j.slot.Check
		o.Improved = func(found anneal.Found) error { return all.found(j, found) }
		if run := j.run; run.row.space == faces && !run.options.without["windows"] {
			// what a window saves it saves by single faces
			o.Solve, o.Memory = dive.Small, windows
		}
		return anneal.Search(all.graph, o)
	})
}

// startOfOrders gives an exact search over orders of vertex eliminations its first
// sequence: on chains of like steps, such as Newton's, that is the best, and the bound
// proves it at once.
func startOfOrders(j *job) error {
	all, o := newOrders(j.question)
	if all == nil {
		return nil
	}
	o.Check, o.Cycles = j.slot.Check, -1
	o.Improved = func(found anneal.Found) error { return all.found(j, found) }
	return anneal.Search(all.graph, o)
}

// orders makes orders of one graph incumbents.
type orders struct {
	graph *anneal.Graph
	// bits of the price of an order whose operations do not fit into the memory; 0 for none
	tooLong atomic.Uint64
}

// newOrders gives the orders of a question, and options for a search among them. It is
// nil for a state between two vertex eliminations.
func newOrders(q *question) (*orders, anneal.Options) {
	g, err := anneal.NewGraph(q.model)
	if err != nil {
		return nil, anneal.Options{}
	}
	return &orders{graph: g}, anneal.Options{Seed: q.run.options.Seed, First: firstOrder(q),
		Best: new(anneal.Best)}
}

// firstOrder is the order that promises the shortest sequence on dags of thousands of
// junctions.
func firstOrder(q *question) anneal.Start {
	if q.size() < large {
		return anneal.LeastArea
	}
	switch tangent, adjoint := heuristic.SparseOperations(q.model.Dag()); {
	case min(tangent, adjoint) > float64(q.run.options.mostOperations()):
		return anneal.LeastArea
	case tangent <= adjoint:
		return anneal.Forward
	}
	return anneal.Reverse
}

// errTooLong is of an order whose operations do not fit into the run's memory.
var errTooLong = errors.New("too many operations")

// shorter is what part of the price of an order that was too long another one may have
// to be tried: cheaper ones have fewer operations as a rule, and trying takes seconds.
const shorter = 0.8

// written is how many operations are written between two checks.
const written = 2000

// found makes an order an incumbent of the job.
func (o *orders) found(j *job, found anneal.Found) error {
	if found.Price < 1<<53 && !j.report.isNews(model.Cost(found.Price)) {
		return nil
	}
	if price := math.Float64frombits(o.tooLong.Load()); price > 0 && found.Price > shorter*price {
		return nil
	}
	asked := 0
	plan, err := o.graph.Write(found, func(operations int) error {
		if !j.hasRoomFor(operations) {
			return errTooLong
		}
		if operations < asked {
			return nil
		}
		asked = operations + written
		return j.slot.Check()
	})
	if errors.Is(err, errTooLong) {
		o.tooLong.Store(math.Float64bits(found.Price))
		return nil
	}
	if err != nil {
		return err
	}
	return j.report.sequence(plan.Ops, plan.Cost)
}
