package planner

import (
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/paths"
	"facet/planner/heuristic/dive"
)

// stepDives is how many dives are made from each solution of the proof, each for
// a few milliseconds; as soon as one of them ends at the bound, that is enough.
const stepDives = 4

// proving is branch and cut: it tries to lift the bound of the root to the incumbent by
// valid inequalities and branching, and to bring the incumbent down to it by dives from
// its primal support. Where the plain bound leaves a gap, this closes in a
// fraction of a second what searching takes long for.
type proving struct {
	job     *job
	tree    *cover.BranchAndCut
	problem *dive.Problem
}

// rootTime limits the work of the bound at the root, which on large dags could take forever
// and is good long before it is done.
const rootTime = 20 * time.Second

// coverBound is the chain-cover bound of the question, then branch and cut.
func coverBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	q := j.question
	tree := cover.NewBranchAndCut(q.graph)
	_, more := tree.Step(j.run.ctx, cover.Options{Incumbent: q.cutoff(), Time: rootTime,
		Memory: j.slot.Allowance() / 2, Keep: j.keep, Check: j.slot.Check})
	j.report.tree(tree)
	if !more || j.run.options.WarmStart == WarmNothing {
		return nil
	}
	p := proving{j, tree, dive.NewProblem(q.root)}
	for more {
		var err error
		if more, err = p.step(); err != nil {
			return err
		}
	}
	return nil
}

// step solves the next relaxation and dives from its solution. more is false where
// another step would give nothing new, or has no room.
func (p *proving) step() (more bool, err error) {
	j, q, slot := p.job, p.job.question, p.job.slot
	if err := slot.Check(); err != nil {
		return false, err
	}
	kept := p.tree.Bytes() + p.problem.Bytes()
	if slot.Keep(kept); p.tree.Bytes() > slot.Allowance()/2 {
		return false, nil // the tree has no room to grow
	}
	result, more := p.tree.Step(j.run.ctx, cover.Options{
		Incumbent: q.cutoff(), Outdated: outdated(q.cutoff, p.tree.Root.Bound),
		Memory: max(slot.Allowance()/4, slot.Allowance()-kept), Check: slot.Check,
		Keep: func(bytes int64) { slot.Keep(kept + bytes) },
	})
	j.report.tree(p.tree)
	if err := slot.Check(); err != nil {
		return false, err
	}
	if len(result.Support) > 0 {
		err = p.dive(result.Support)
	}
	return more, err
}

// outdatedPart is the part of a step's gap that new incumbents have to close for the
// step to begin again, one in so many: it pays, for many resources can then be fixed at
// zero, and it cannot happen often.
const outdatedPart = 4

// outdated reports whether the cutoff is much lower than at the time of the call.
func outdated(cutoff func() model.Cost, bound model.Cost) func() bool {
	first := cutoff()
	return func() bool {
		now := cutoff()
		return now < first && first-now >= (first-bound)/outdatedPart
	}
}

// dive makes sequences of a primal support.
func (p *proving) dive(support []paths.Primal) error {
	j := p.job
	o := dive.Options{Limit: j.question.cutoff(), Rand: j.worker.Rand, Check: j.slot.Check}
	return p.problem.Dives(stepDives, support, p.tree.Root.Bound, o, func(r dive.Result) error {
		return j.report.moves(r.Moves, r.Cost)
	})
}
