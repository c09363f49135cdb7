package planner

import (
	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/paths"
	"facet/planner/heuristic/dive"
)

// stepDives is how many dives are made from each solution of the proof, each for
// a few milliseconds; as soon as one of them ends at the bound, that is enough.
const stepDives = 4

// branchAndCut tries to lift the bound of the root to the incumbent by consistency
// inequalities and branching, and to bring the incumbent down to it by dives from
// its primal support. Where the plain bound leaves a gap, this closes in a
// fraction of a second what searching takes long for.
func (j *job) branchAndCut() error {
	if err := j.await(j.Reporter, j.relaxation.packed); err != nil {
		return err // without inequalities nothing has been reached yet
	}
	p, problem := j.relaxation.tree, dive.NewProblem(j.root)
	for {
		if err := j.Check(); err != nil {
			return err
		}
		tree := p.Bytes() + problem.Bytes()
		if j.Keep(tree); p.Bytes() > j.Allowance()/2 {
			return nil // the tree has no room to grow
		}
		result, more := p.Step(j.ctx, cover.Options{
			Incumbent: j.cutoff(), Outdated: outdated(j.cutoff, p.Root.Bound), Memory: max(j.Allowance()/4, j.Allowance()-tree), Check: j.Check,
			Keep: func(bytes int64) { j.Keep(tree + bytes) },
		})
		j.keep(p.Root)
		j.raise(p.Root.Bound)
		if err := j.Check(); err != nil {
			return err
		}
		if len(result.Support) > 0 {
			j.relaxation.post(result.Support, p.Root.Bound)
			if err := j.diveFrom(problem, result.Support, p.Root.Bound); err != nil {
				return err
			}
		}
		if !more {
			return nil // another step would give nothing new
		}
	}
}

// outdatedPart is the part of a step's gap that new incumbents have to close for the
// step to begin again, one in so many: it pays, for many resources can then be fixed at
// zero, and it cannot happen often.
const outdatedPart = 4

// outdated tells whether the cutoff is much lower than at the time of the call.
func outdated(cutoff func() model.Cost, bound model.Cost) func() bool {
	first := cutoff()
	return func() bool {
		now := cutoff()
		return now < first && first-now >= (first-bound)/outdatedPart
	}
}

// diveFrom makes sequences of a primal support.
func (j *job) diveFrom(problem *dive.Problem, support []paths.Primal, bound model.Cost) error {
	for n := range stepDives {
		o := dive.Options{Limit: j.cutoff(), Luck: j.Rand, Check: j.Check}
		if n > 0 {
			o.Noise = diveNoise
		}
		r, err := problem.Dive(support, o)
		if err != nil {
			return err
		}
		if !r.Cost.IsSaturated() {
			if err := j.found(r.Moves, r.Cost); err != nil || r.Cost <= bound {
				return err
			}
		}
	}
	return nil
}
