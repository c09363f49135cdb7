package planner

import "facet/planner/search/bnb"

// beamWidth is the width of beam search.
const beamWidth = 100

// quickSearch is the configuration of a search that looks at many states for a short
// time.
func quickSearch(j *job) bnb.Config {
	t := j.question.trimmed()
	return bnb.Config{
		Start: t.state, Workers: j.workers, Space: bnb.Faces, Memory: j.slot.Allowance(),
		Bounds: j.question.bounds, Paid: j.question.paid.Add(t.paid),
		Found: j.report.after(&t),
	}
}

// beam is beam search.
func beam(j *job) error {
	j.slot.Release()
	if err := warmStart(j); err != nil {
		return err
	}
	return bnb.Beam(quickSearch(j), beamWidth)
}

// warmStart runs the methods that cost next to nothing, for others that are better
// with an incumbent.
func warmStart(j *job) error {
	for _, m := range []Method{SparseTangent, SparseAdjoint, LocalSparseTangent, LocalSparseAdjoint,
		GreedyMinFill} {
		if err := j.question.newJob(m.row()).work(); err != nil {
			return err
		}
	}
	return nil
}
