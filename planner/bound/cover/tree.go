package cover

import (
	"context"
	"sync"
	"time"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// Tree is a branch-and-cut tree: a lower bound that branches on resources. A leaf
// has a Dual. A part with a Fixing rules resources out, and Rest is what is left
// of it. The Bound of any other part is the lesser of its two parts'.
type Tree struct {
	Bound model.Cost  // including what Bought resources cost
	Dual  *paths.Dual // of a leaf: the cost besides that of resources fixed at one

	Fixing *Fixing
	Rest   *Tree

	Branch    paths.Resource
	One, Zero *Tree

	paid        model.Cost
	ones, zeros []paths.Resource // fixed at one and at zero
	support     []paths.Primal
	parent      *Tree
	stage       stage
	hasty       bool // there was no time to add all inequalities
	tries       int  // with inequalities
	worked      time.Duration
	reduced     []reducedCosts
}

// stage is what has been tried at a leaf.
type stage uint8

const (
	untried      stage = iota // it has the bound of its parent
	separated                 // by cuts
	strengthened              // with valid inequalities, in the time there was
)

// BranchAndCut grows a tree step by step, as long as its bound is below the incumbent:
// the leaf with the least bound is packed with cuts, what that rules out is left
// out, valid inequalities are added, and at last it branches on a resource that is
// fractional in its relaxation.
//
// A sequence either selects the resource, and then it pays the cost and may use the
// resource as often as it likes, or it does without it; so the lesser of the bounds
// of both parts is a bound.
type BranchAndCut struct {
	Root *Tree

	in     *linegraph.Graph
	leaves []*Tree // with a bound below the incumbent
	bytes  int64
	mu     sync.Mutex // held while the tree changes, not while something is solved
}

// Frozen is the tree as it is now, for another goroutine than that of the steps.
func (b *BranchAndCut) Frozen() *Tree {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Root.frozen()
}

// frozen copies what a proof consists of. Dual solutions and what is fixed never change.
func (t *Tree) frozen() *Tree {
	if t == nil {
		return nil
	}
	return &Tree{Bound: t.Bound, Dual: t.Dual, Fixing: t.Fixing, Rest: t.Rest.frozen(), Branch: t.Branch,
		One: t.One.frozen(), Zero: t.Zero.frozen()}
}

// NewBranchAndCut begins with nothing proved.
func NewBranchAndCut(in *linegraph.Graph) *BranchAndCut {
	root := &Tree{Dual: &paths.Dual{Denominator: 1, Unit: 1}}
	return &BranchAndCut{Root: root, in: in, leaves: []*Tree{root}}
}

// Bytes is about how much memory the tree takes.
func (b *BranchAndCut) Bytes() int64 { return b.bytes }

// inequalityTime limits the first attempt with valid inequalities at a leaf. A leaf
// where they take longer branches as it is, or is tried again for four times as
// long where there is nothing to branch on.
const (
	inequalityTime = 2 * time.Second
	mostTries      = 8
)

// Step works at one leaf. Incumbents of later steps may be lower, never higher.
// more reports whether another step could raise the bound; the result is that of
// the relaxation that has been solved, if any, with the resources fixed at one
// in its support.
func (b *BranchAndCut) Step(ctx context.Context, o Options) (result Result, more bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	full := o.cutoff()
	t := b.lowest(full)
	if t == nil {
		return Result{}, false
	}
	if t.paid >= full {
		t.Bound = full // what is fixed at one costs as much
		t.propagate()
		return Result{}, true
	}
	t = b.fix(t, full-t.paid)
	if t.stage == strengthened {
		if b.branch(t) {
			return Result{}, true
		}
		if !t.hasty {
			return Result{}, false
		}
		t.stage = separated // once more, and longer
	}
	if !full.IsSaturated() {
		o.Incumbent = full - t.paid
	}
	o.Ones, o.Zeros, o.reduced, o.Inequalities = t.ones, t.zeros, true, t.stage == separated
	if limit := max(inequalityTime<<(2*min(t.tries, mostTries)), 2*t.worked); o.Inequalities &&
		(o.Time <= 0 || o.Time > limit) {
		o.Time = limit
	}
	b.mu.Unlock()
	result = Solve(ctx, b.in, o)
	b.mu.Lock()
	if result.renewed {
		t.reduced = append(t.reduced, result.reduced...) // each rules out what it can
	} else {
		if o.Inequalities {
			t.hasty = !result.Converged
			t.tries++
		}
		t.stage++
		t.support, t.reduced, t.worked = result.Support, result.reduced, result.Worked
	}
	if bound := t.paid.Add(result.Bound); bound > t.Bound {
		slim(result.Dual)
		b.bytes += sizeOf(result.Dual)
		t.Bound, t.Dual = min(bound, full), result.Dual
		t.propagate()
	}
	for _, resource := range t.ones {
		result.Support = append(result.Support, paths.Primal{Resource: resource, Value: 1})
	}
	return result, true
}

// lowest is the leaf with the least bound; nil if none is below the incumbent.
func (b *BranchAndCut) lowest(cutoff model.Cost) *Tree {
	var worst *Tree
	open := b.leaves[:0]
	for _, leaf := range b.leaves {
		if leaf.Bound >= cutoff {
			continue
		}
		open = append(open, leaf)
		if worst == nil || leaf.Bound < worst.Bound {
			worst = leaf
		}
	}
	clear(b.leaves[len(open):])
	b.leaves = open
	return worst
}

// worthwhile is how many resources have to be ruled out for another attempt with
// valid inequalities.
const worthwhile = 10

// fix goes on without the resources that the leaf's solution rules out, and
// gives the leaf that is left.
func (b *BranchAndCut) fix(t *Tree, cutoff model.Cost) *Tree {
	n := fix(t.reduced, cutoff, t.zeros)
	if n == nil {
		return t
	}
	rest := t.child()
	rest.zeros = append(t.zeros[:len(t.zeros):len(t.zeros)], n.Resources...)
	if rest.stage = t.stage; t.stage == strengthened && len(n.Resources) >= worthwhile {
		rest.stage = separated
	}
	rest.support, rest.hasty, rest.tries, rest.worked, rest.reduced = t.support, t.hasty, t.tries, t.worked,
		t.reduced
	t.Fixing, t.Rest, t.Dual, t.support, t.reduced = n, rest, nil, nil, nil
	b.bytes += sizeOf(n.Dual)
	b.replace(t, rest)
	return rest
}

// child is a part of the leaf: the division of the whole proves as much of it.
func (t *Tree) child() *Tree {
	return &Tree{Bound: t.Bound, Dual: t.Dual, parent: t, paid: t.paid, ones: t.ones, zeros: t.zeros}
}

// replace puts parts where the leaf was.
func (b *BranchAndCut) replace(t *Tree, parts ...*Tree) {
	for n, leaf := range b.leaves {
		if leaf == t {
			b.leaves[n] = parts[0]
		}
	}
	b.leaves = append(b.leaves, parts[1:]...)
}

// branch branches on a resource; false if there is none that is
// fractional.
func (b *BranchAndCut) branch(t *Tree) bool {
	resource, ok := t.branchingResource(b.in)
	if !ok {
		return false
	}
	bought, forbidden := t.child(), t.child()
	bought.ones = append(t.ones[:len(t.ones):len(t.ones)], resource)
	bought.paid = t.paid.Add(resource.Cost(b.in))
	forbidden.zeros = append(t.zeros[:len(t.zeros):len(t.zeros)], resource)
	t.Branch, t.One, t.Zero, t.Dual, t.support, t.reduced = resource, bought, forbidden, nil, nil, nil
	b.replace(t, bought, forbidden)
	return true
}

// branchingResource is the resource that is most expensive to be undecided about.
func (t *Tree) branchingResource(in *linegraph.Graph) (resource paths.Resource, ok bool) {
	most := 0.0
	for _, p := range t.support {
		if doubt := p.Value * (1 - p.Value) * float64(p.Resource.Cost(in)); p.Value < 1-1e-6 && doubt > most {
			most, resource = doubt, p.Resource
		}
	}
	return resource, most > 0
}

// propagate carries a new bound up the tree.
func (t *Tree) propagate() {
	for t = t.parent; t != nil; t = t.parent {
		if t.Rest != nil {
			t.Bound = max(t.Bound, t.Rest.Bound)
		} else {
			t.Bound = max(t.Bound, min(t.One.Bound, t.Zero.Bound))
		}
	}
}

// Prove takes steps until the bound reaches the incumbent, nothing more can be
// done, the time is up, or so many divisions have been made.
func Prove(ctx context.Context, in *linegraph.Graph, o Options, divisions int) *Tree {
	p := NewBranchAndCut(in)
	left := o.Time
	for steps := 0; steps < 3*divisions+3 && ctx.Err() == nil && (o.Time <= 0 || left > 0); steps++ {
		step := o
		step.Time = left
		result, more := p.Step(ctx, step)
		left -= result.Worked
		if !more || o.Check != nil && o.Check() != nil {
			break
		}
	}
	return p.Root
}
