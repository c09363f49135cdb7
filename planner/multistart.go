package planner

import "facet/planner/search/bnb"

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
func multiStart(j *job) error {
	j.slot.Release()
	if err := warmStart(j); err != nil {
		return err
	}
	c := quickSearch(j)
	return j.each(func(j *job) error {
		bounds := &bnb.Packing{}
		for n := 0; n < multiStarts || j.run.options.Time > 0; n++ {
			if err := bnb.Dive(c, j.worker, bounds, diveChoices); err != nil {
				return err
			}
		}
		return nil
	})
}
