package planner

import (
	"cmp"

	"facet/model"
	"facet/planner/search/bnb"
	"facet/planner/search/packed"
	"facet/planner/search/tree"
)

const (
	// plungeAfter is after how many nodes a worker of a search with a weak
	// bound plunges. With the chain-cover bound the dives find sequences sooner.
	plungeAfter = 32

	// treeDives is how many dives estimate the size of the naive tree.
	treeDives = 50
	treeWork  = 2_000_000 // choices that are looked at: about a tenth of a second
)

// exactSearch is branch and bound over faces or over edge eliminations, until
// nothing is left that could be cheaper than the incumbent.
func exactSearch(j *job) error {
	q, o := j.question, &j.run.options
	t := q.trimmed()
	if err := estimateTree(j, t.state); err != nil {
		return err
	}
	c := bnb.Config{
		Start: t.state, Workers: j.workers, Space: bnb.Faces, Memory: j.allowance(), Bounds: q.bounds,
		Paid:  q.paid.Add(t.paid),
		Found: j.report.after(&t),
	}
	if o.Method == EdgeElimination {
		c.Space = bnb.Edges
	} else {
		from := o.Bound.source()
		c.Lower = func(bound model.Cost) { j.worker.SetBound(from, bound) }
	}
	if o.Bound != BoundCover {
		c.Plunge = plungeAfter
	}
	if o.Tree {
		c.Tree = tree.New(len(j.workers), cmp.Or(o.whole, WholeTree))
		j.run.tree.Store(&recorded{c.Tree, q, t})
	}
	j.slot.Release()
	if err := bnb.Search(c); err != nil {
		return err
	}
	if err := anySequence(j); err != nil {
		return err
	}
	j.run.record.MarkOptimal(FromCompletion, c.Space == bnb.Faces)
	return nil
}

// source is where the bounds of a search with this bound come from.
func (b Bound) source() Source {
	return [...]Source{BoundCover: FromCover, BoundPacking: FromPacking, BoundSimple: FromSimple,
		BoundNone: FromSearch}[b]
}

// bounds gives the bound of a search, for one worker.
func (q *question) bounds(check func() error) bnb.Bounds {
	switch q.run.options.Bound {
	case BoundNone:
		return bnb.Nothing{}
	case BoundSimple:
		return bnb.NewSimple(q.problem)
	case BoundPacking:
		return &bnb.Packing{}
	}
	return bnb.NewCover(q.run.ctx, check)
}

// estimateTree records the size of the naive tree.
func estimateTree(j *job, root *packed.State) error {
	size := bnb.TreeLog10(root, treeDives, treeWork, j.worker.Rand, j.slot.Stopped)
	j.run.record.Counts.TreeLog10.Store(int64(size * 1000))
	return j.slot.Check()
}
