package planner

import (
	"facet/planner/ledger"
	"facet/planner/realise"
)

const (
	// diveNoise disturbs the order in which dives reduce the cover, but for the
	// first one on each solution.
	diveNoise = 0.3
)

// diving makes sequences of what the relaxation buys until the run ends, each
// worker with its own luck.
func (j *job) diving() error {
	return j.each(func(d *ledger.Desk) error {
		d.Leave()
		select {
		case <-j.relaxation.first:
		case <-j.ctx.Done():
			return ledger.ErrStopped
		}
		if err := d.Check(); err != nil {
			return err
		}
		at, problem, seen := j.at(d), realise.NewProblem(j.root), 0
		for {
			support, posts := j.relaxation.latest()
			o := realise.Options{Limit: j.room(), Luck: d.Rand, Check: d.Check}
			if posts == seen || d.Worker > 0 {
				o.Noise = diveNoise
			}
			seen = posts
			r, err := problem.Dive(support, o)
			if err != nil {
				return err
			}
			if !r.Cost.IsSaturated() {
				if err := at.found(r.Moves, r.Cost); err != nil {
					return err
				}
			}
		}
	})
}
