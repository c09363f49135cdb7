package planner

import "facet/planner/bnb"

// beamWidth is the width of beam search.
const beamWidth = 100

// quick is the configuration of a search that looks at many states for a short
// time.
func (j *job) quick(t trimmed, bounds func(func() error) bnb.Bounds) bnb.Config {
	return bnb.Config{
		Start: t.state, Slots: j.slots, Space: bnb.Faces, Memory: j.Allowance(), Bounds: bounds, Paid: j.paid.Add(t.paid),
		Found: j.foundFrom(&t),
	}
}

// beam is beam search.
func (j *job) beam() error {
	j.Release()
	if err := j.warmStart(); err != nil {
		return err
	}
	return bnb.Beam(j.quick(j.trimmed(), j.bounds), beamWidth)
}

// warmStart runs the methods that cost next to nothing, for others that are better
// with an incumbent.
func (j *job) warmStart() error {
	for _, m := range []Method{SparseTangent, SparseAdjoint, LocalSparseTangent, LocalSparseAdjoint, GreedyMinFill} {
		if err := j.newJob(&table[m]).work(); err != nil {
			return err
		}
	}
	return nil
}
