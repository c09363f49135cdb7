package planner

import (
	"math"
	"time"

	"facet/model"
	"facet/planner/bnb"
	"facet/planner/packed"
)

const (
	// plungeAfter is after how many nodes a worker of a search with a weak
	// bound plunges. With the chain-cover bound the dives find sequences sooner.
	plungeAfter = 32

	// treeDives is how many dives estimate the size of the naive tree.
	treeDives = 50
	treeTime  = 100 * time.Millisecond
)

// exactSearch is branch and bound over faces or over edge eliminations, until
// nothing is left that could be cheaper than the incumbent.
func (j *job) exactSearch() error {
	t := j.trimmed()
	if err := j.estimateTree(t.state); err != nil {
		return err
	}
	c := bnb.Config{
		Start: t.state, Slots: j.slots, Space: bnb.Faces, Memory: j.Allowance() * int64(len(j.slots)), Bounds: j.bounds, Paid: j.paid.Add(t.paid),
		Found: j.foundFrom(&t),
	}
	if err := j.Check(); err != nil {
		return err
	}
	if j.Method == EdgeElimination {
		c.Space = bnb.Edges
	} else {
		from := j.searchBound()
		c.Lower = func(bound model.Cost) { j.SetBoundFrom(from, bound) }
	}
	if j.Options.Bound != BoundCover {
		c.Plunge = plungeAfter
	}
	all := bnb.New(c)
	j.Release()
	if _, err := all.Run(math.MaxInt); err != nil {
		return err
	}
	if err := j.anySequence(); err != nil {
		return err
	}
	j.record.MarkOptimal(FromCompletion, c.Space == bnb.Faces)
	return nil
}

// searchBound is where the bounds of the search come from.
func (j *job) searchBound() Source {
	return [...]Source{BoundCover: FromCover, BoundPacking: FromPacking, BoundSimple: FromSimple, BoundNone: FromSearch}[j.Options.Bound]
}

// estimateTree notes the size of the naive tree.
func (j *job) estimateTree(root *packed.State) error {
	began := j.Spent()
	stop := func() bool { return j.Stopped() || j.Spent()-began > treeTime }
	size := bnb.TreeLog10(root, treeDives, j.Rand, stop)
	j.TreeLog10.Store(int64(size * 1000))
	return j.Check()
}
