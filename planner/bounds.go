package planner

import (
	"time"

	"facet/model"
	"facet/planner/bnb"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/bound/paths"
	"facet/planner/bound/weights"
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// rootTime limits the bound at the root, which on large dags could take forever
// and is good long before it is done.
const rootTime = 20 * time.Second

// packedPaths is the path-packing bound of a state.
func packedPaths(in *linegraph.Graph) model.Cost {
	var b packing.Bounder
	return b.Bound(in)
}

func (j *job) packingBound() error {
	if err := j.Check(); err != nil {
		return err
	}
	j.raise(packedPaths(j.graph))
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
	result, _ := p.Step(j.ctx, cover.Options{Incumbent: j.cutoff(), Time: limit, Memory: j.Allowance(), Keep: j.keepBytes, Check: j.Check, Without: j.without.parts()})
	j.keep(p.Root)
	j.raise(p.Root.Bound)
	j.relaxation.post(result.Support, p.Root.Bound)
	j.relaxation.tree = p
	close(j.relaxation.packed)
	return nil
}

// weightsBound is the chain-cover bound once more, by exponential weights: it
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
