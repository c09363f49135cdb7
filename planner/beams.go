package planner

import (
	"facet/planner/bnb"
)

const (
	// beamWidth is the width of beam search as a method of its own.
	beamWidth = 100

	// Beside other strategies the width grows threefold from firstBeam to
	// lastBeam.
	firstBeam = 12
	lastBeam  = 1000
)

// quick is the configuration of a search that looks at many states for a short
// time.
func (j *job) quick(t trimmed, bounds func(func() error) bnb.Bounds) bnb.Config {
	return bnb.Config{
		Start: t.state, Slots: j.slots, Space: bnb.Faces, Memory: j.Allowance(), Bounds: bounds, Paid: j.paid.Add(t.paid),
		Found: j.foundFrom(&t),
	}
}

// beam is beam search as a method of its own.
func (j *job) beam() error {
	j.Release()
	if err := j.warmStart(); err != nil {
		return err
	}
	return bnb.Beam(j.quick(j.trimmed(), j.bounds), beamWidth)
}

// beams is beam search beside other strategies. Where the bound is the optimum
// and only the sequence is missing, a beam finds it long before best-first
// search has gone through all that costs no more.
func (j *job) beams() error {
	t := j.trimmed()
	config := j.quick(t, j.bounds)
	widest := min(lastBeam, int(j.Allowance()/int64(16*t.state.Bytes())))
	for width := firstBeam; width <= widest; width *= 3 {
		if err := bnb.Beam(config, width); err != nil {
			return err
		}
	}
	return nil
}

// warmStart runs the methods that cost next to nothing, for others that are better
// with an incumbent.
func (j *job) warmStart() error {
	rows := strategies()
	for _, m := range []Method{SparseTangent, SparseAdjoint, LocalSparseTangent, LocalSparseAdjoint, GreedyMinFill} {
		if err := j.newJob(&rows[m]).work(); err != nil {
			return err
		}
	}
	return nil
}
