package planner

import "facet/planner/cover"

// realiseNodes limits the attempt to realise the relaxation at the root, and
// leastNodes those further down.
const (
	realiseNodes = 5000
	leastNodes   = 200
)

// rootProof tries to lift the bound of the root to the incumbent by consistency
// rules and distinctions, and to bring the incumbent down to it by realising
// what the relaxation buys. Where the plain bound leaves a gap, this closes in a
// fraction of a second what searching takes long for.
func (j *job) rootProof() error {
	if err := j.await(j.Desk); err != nil {
		return err // without rules nothing has been reached yet
	}
	p := cover.NewProver(j.letters)
	nodes := realiseNodes
	for {
		if err := j.Check(); err != nil {
			return err
		}
		result, more := p.Step(j.ctx, cover.Options{Incumbent: j.room(), Memory: j.Desk.Memory(), Check: j.Check})
		j.keep(p.Root)
		j.raise(p.Root.Bound)
		if err := j.Check(); err != nil || !more {
			return err // or another step would give nothing new
		}
		if len(result.Support) == 0 {
			continue
		}
		j.relaxation.post(result.Support)
		if found := cover.Realise(j.ctx, j.model, j.names, &result, nodes); found.Found {
			if err := j.foundOps(found.Ops); err != nil {
				return err
			}
		}
		nodes = max(nodes/2, leastNodes)
	}
}
