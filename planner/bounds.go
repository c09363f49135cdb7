package planner

import (
	"time"

	"facet/model"
	"facet/planner/bound/packing"
	"facet/planner/bound/partition"
	"facet/planner/bound/paths"
	"facet/planner/bound/weights"
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// packTime limits the bound of packed paths for a method that makes one
// sequence: on dags of thousands of edges it takes longer than the sequence.
const packTime = 200 * time.Millisecond

// packedPaths is the path-packing bound of a state, or of as many of its junctions
// as could be looked at before stop said so.
func packedPaths(in *linegraph.Graph, stop func() bool) model.Cost {
	b := packing.Bounder{Stop: stop}
	return b.Bound(in)
}

// packingBound is the path-packing bound.
func packingBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	j.report.bound(packedPaths(j.question.graph, j.slot.Stopped))
	return nil
}

// weightsBound is the chain-cover bound once more, by multiplicative weights: it
// comes close sooner than the linear programme on large dags, and is exact later
// on small ones.
func weightsBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	q := j.question
	weights.Run(q.graph, weights.Options{
		Incumbent: q.cutoff(), Memory: j.slot.Allowance(), Keep: j.keep, Check: j.slot.Check,
		Wanted: j.report.wants, Often: true, Bound: func(bound model.Cost, split *paths.Dual) bool {
			if split != nil {
				j.report.proof(bound, func() *certificate.Proof {
					return &certificate.Proof{Leaf: split.Leaf(q.graph)}
				})
			}
			j.report.bound(bound)
			return bound >= q.cutoff()
		},
	})
	return nil
}

// partitionBound adds up chain-cover bounds of parts of the dag.
func partitionBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	all, err := partition.New(j.question.graph, j.slot.Check)
	if all == nil {
		return err
	}
	return j.each(func(j *job) error {
		return all.Run(partition.Options{
			Check: j.slot.Check,
			Known: func() (bound, cost model.Cost) {
				return j.question.floor(), j.question.cutoff()
			}, Memory: j.slot.Allowance(), Keep: j.keep,
			Bound: func(bound model.Cost) bool {
				j.report.bound(bound)
				return bound < j.question.cutoff()
			},
		})
	})
}
