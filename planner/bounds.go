package planner

import (
	"time"

	"facet/model"
	"facet/planner/bnb"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/bound/partition"
	"facet/planner/bound/paths"
	"facet/planner/bound/weights"
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// rootTime limits the bound at the root, which on large dags could take forever
// and is good long before it is done.
const rootTime = 20 * time.Second

// packedPaths is the path-packing bound of a state, or of as many of its junctions
// as could be looked at before stop said so.
func packedPaths(in *linegraph.Graph, stop func() bool) model.Cost {
	b := packing.Bounder{Stop: stop}
	return b.Bound(in)
}

// packTime limits the bound of packed paths beside a method that makes one
// sequence: on dags of thousands of edges it takes longer than the sequence.
const packTime = 2 * time.Second

// briefly is a stop for what may take a part of the run's time only.
func (j *job) briefly(limit time.Duration) func() bool {
	if j.Time > 0 {
		limit = min(limit, j.Time/4)
	}
	end := time.Now().Add(limit)
	return func() bool { return time.Now().After(end) || j.Stopped() }
}

func (j *job) packingBound() error {
	if err := j.Check(); err != nil {
		return err
	}
	j.raise(packedPaths(j.graph, j.Stopped))
	return nil
}

// coverBound is the chain-cover bound of the state that the run started from.
func (j *job) coverBound() error {
	if err := j.Check(); err != nil {
		return err
	}
	limit := rootTime
	if j.Time > 0 {
		limit = min(rootTime, j.Time/2)
	}
	p := cover.NewBranchAndCut(j.graph)
	result, _ := p.Step(j.ctx, cover.Options{Incumbent: j.cutoff(), Time: limit, Memory: j.Allowance(), Keep: j.keepBytes, Check: j.Check})
	j.keep(p.Root)
	j.raise(p.Root.Bound)
	j.relaxation.post(result.Support, p.Root.Bound)
	j.relaxation.tree = p
	j.relaxation.packed.happen()
	return nil
}

// weightsBound is the chain-cover bound once more, by multiplicative weights: it
// comes close sooner than the linear programme on large dags, and is exact later
// on small ones.
func (j *job) weightsBound() error {
	if err := j.Check(); err != nil {
		return err
	}
	weights.Run(j.graph, weights.Options{
		Incumbent: j.cutoff(), Memory: j.Allowance(), Keep: j.keepBytes, Check: j.Check,
		Support: func(support []paths.Primal) { j.relaxation.post(support, 0) },
		Bound: func(bound model.Cost, split *paths.Dual) bool {
			j.keepProof(bound, func() *certificate.Proof { return &certificate.Proof{Leaf: split.Leaf()} })
			j.raise(bound)
			return bound >= j.cutoff()
		},
	})
	return nil
}

// partitionBound adds up chain-cover bounds of parts of the dag.
func (j *job) partitionBound() error {
	if err := j.Check(); err != nil {
		return err
	}
	return partition.Run(j.ctx, j.graph, partition.Options{Check: j.Check, Known: j.record.Bound, Memory: j.Allowance(), Bound: func(bound model.Cost) bool {
		j.raise(bound)
		return bound < j.cutoff()
	}})
}

// bounds gives one worker's bound for a search.
func (j *job) bounds(check func() error) bnb.Bounds {
	switch j.Options.Bound {
	case BoundNone:
		return bnb.Nothing{}
	case BoundSimple:
		return bnb.NewSimple(j.problem)
	case BoundPacking:
		return &bnb.Packing{}
	}
	return bnb.NewCover(j.ctx, check)
}
