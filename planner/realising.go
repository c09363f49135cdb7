package planner

import (
	"time"

	"facet/planner/cover"
)

const (
	// firstProof is the time of the first attempt at a proof with consistency
	// rules and distinctions; later ones take four times as long as those
	// before.
	firstProof = time.Second

	// realiseNodes limits the attempt to realise the relaxation at the root.
	realiseNodes = 5000
)

// rootProof tries to lift the bound of the root to the incumbent by consistency
// rules and distinctions, and to bring the incumbent down to it by realising
// what the relaxation buys. Where the plain bound leaves a gap, this closes in a
// fraction of a second what searching takes long for.
func (j *job) rootProof() error {
	budget := firstProof
	if j.Time > 0 {
		budget = min(budget, j.Time/4)
	}
	if err := j.await(j.Desk); err != nil {
		return err // without rules nothing has been reached yet
	}
	for {
		if err := j.Check(); err != nil {
			return err
		}
		tree, result := cover.Prove(j.ctx, j.letters, cover.Options{
			Incumbent: j.room(), Time: budget, Memory: j.Desk.Memory(), Check: j.Check,
		}, proofDivisions)
		done := result.Worked < budget
		j.keep(tree)
		j.raise(tree.Bound)
		j.relaxation.post(result.Support)
		if err := j.Check(); err != nil {
			return err
		}
		if found := cover.Realise(j.ctx, j.model, j.names, &result, realiseNodes); found.Found {
			if err := j.foundOps(found.Ops); err != nil {
				return err
			}
		}
		if done {
			return nil // another attempt would give nothing new
		}
		budget *= 4
	}
}
