package planner

import (
	"facet/planner/bnb"
	"facet/planner/incumbent"
)

const (
	// multiStarts is how often each worker of MultiStart dives when no time
	// limit says otherwise.
	multiStarts = 200

	// diveChoices is among how many successors a dive chooses at random.
	diveChoices = 3
)

// multiStart dives at random, again and again, all workers at once. A worker
// keeps to a stream of random numbers of its own, so that a run with one seed
// and one worker can be repeated.
func (j *job) multiStart() error {
	j.Release()
	if err := j.warmStart(); err != nil {
		return err
	}
	c := j.quick(j.trimmed(), func(func() error) bnb.Bounds { return &bnb.Packing{} })
	return j.each(func(d *incumbent.Reporter) error {
		bounds := c.Bounds(d.Check)
		for n := 0; n < multiStarts || j.Time > 0; n++ {
			if err := bnb.Dive(c, d, bounds, diveChoices); err != nil {
				return err
			}
		}
		return nil
	})
}
