package planner

import (
	"math"
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/bound/partition"
	"facet/planner/bound/paths"
	"facet/planner/bound/weights"
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// rootTime limits the bound at the root, which on large dags could take forever
// and is good long before it is done.
const rootTime = 20 * time.Second

// packTime limits the bound of packed paths for a method that makes one
// sequence: on dags of thousands of edges it takes longer than the sequence.
const packTime = 2 * time.Second

// packedPaths is the path-packing bound of a state, or of as many of its junctions
// as could be looked at before stop said so.
func packedPaths(in *linegraph.Graph, stop func() bool) model.Cost {
	b := packing.Bounder{Stop: stop}
	return b.Bound(in)
}

// packingBound is the path-packing bound.
func packingBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	j.report.bound(packedPaths(j.question.graph, j.slot.Stopped))
	return nil
}

// coverBound is the chain-cover bound of the state that the run started from.
func coverBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	limit := rootTime
	if all := j.run.options.all(); all > 0 {
		limit = min(rootTime, all/2)
	}
	limit, check := j.timed(limit)
	q := j.question
	p := cover.NewBranchAndCut(q.graph)
	result, _ := p.Step(j.run.ctx, cover.Options{Incumbent: q.cutoff(), Time: limit,
		Memory: j.slot.Allowance(), Keep: j.keep, Check: check, Clock: j.slot.Worked,
		Progress: overtaking(j)})
	j.report.tree(p)
	q.relaxation.post(result.Support, p.Root.Bound)
	q.relaxation.tree = p
	q.relaxation.packed.happen()
	return nil
}

// soon is how much more work a strategy may need to overtake the best bound for its turns to be
// paid; less on large dags, whose programmes slow down while they are solved. often is how long
// progress is measured.
const (
	soon      = 5 * time.Second
	soonLarge = time.Second
	often     = 400 * time.Millisecond
)

// overtaking credits a strategy with the parts of its own gap that it closes. Where turns are of
// time it does so only if it will soon overtake the best bound: programmes that will be solved, and
// what comes close late, have longer turns before they have the best bound, and others do not.
func overtaking(j *job) func(own float64) {
	last, since, within := 0., time.Duration(0), soon
	if j.question.size() >= large {
		within = soonLarge
	}
	return func(own float64) {
		took := j.slot.Worked() - since
		if !j.slot.CountsChecks() && took < often {
			return
		}
		full := float64(j.question.cutoff())
		before, now, best := full-last, full-own, full-float64(j.question.floor())
		last, since = own, since+took
		if now < before && (j.slot.CountsChecks() || overtakes(before, now, best, took, within)) {
			j.slot.Credit(1 - now/before)
		}
	}
}

// overtakes reports whether a gap that has been closed this far in some time will be less than the
// best one within another, if it closes by the same part in each second.
func overtakes(before, now, best float64, took, within time.Duration) bool {
	return math.Log(now/best)*took.Seconds() <= math.Log(before/now)*within.Seconds()
}

// weightsBound is the chain-cover bound once more, by multiplicative weights: it
// comes close sooner than the linear programme on large dags, and is exact later
// on small ones.
func weightsBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	q := j.question
	owed, progress := 0., overtaking(j)
	tell := func(bound model.Cost, split *paths.Dual) bool {
		if split != nil {
			j.report.proof(bound, func() *certificate.Proof {
				return &certificate.Proof{Leaf: split.Leaf(q.graph)}
			})
		}
		j.report.bound(bound)
		if !j.slot.CountsChecks() {
			progress(float64(bound))
		}
		return bound >= q.cutoff()
	}
	options := weights.Options{
		Incumbent: q.cutoff(), Memory: j.slot.Allowance(), Keep: j.keep, Check: j.slot.Check,
		Support: func(support []paths.Primal) { q.relaxation.post(support, 0) },
		Wanted:  j.report.wants,
		Bound: func(bound model.Cost, split *paths.Dual) bool {
			j.slot.Credit(owed)
			owed, j.worker.Pay = 0, nil
			return tell(bound, split)
		},
		Between: func(bound model.Cost, split *paths.Dual) bool {
			if q.size() < large { // or each turn would pay
				j.worker.Pay = func(part float64) { owed += part }
			}
			return tell(bound, split)
		},
	}
	if !j.run.schedule.IsCounted() {
		options.Left, options.Last = j.run.schedule.Left, tell
	}
	weights.Run(q.graph, options)
	return nil
}

// partitionBound adds up chain-cover bounds of parts of the dag.
func partitionBound(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	all, err := partition.New(j.question.graph, j.slot.Check)
	if all == nil {
		return err
	}
	return j.each(func(j *job) error {
		return all.Run(partition.Options{
			Check: j.slot.Check, Clock: j.slot.Worked, Left: j.run.schedule.Left,
			Known: func() (bound, cost model.Cost) {
				return j.question.floor(), j.question.cutoff()
			}, Memory: j.slot.Allowance(), Keep: j.keep,
			Bound: func(bound model.Cost) bool {
				j.report.bound(bound)
				return bound < j.question.cutoff()
			},
		})
	})
}
