package cover

import (
	"cmp"
	"context"
	"time"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// Tree is a lower bound that distinguishes whether some items are bought. A leaf
// has a Split. A part with a Narrowing rules items out, and Rest is what is left
// of it. The Bound of any other part is the lesser of its two parts'.
type Tree struct {
	Bound model.Cost   // including what Bought items cost
	Split *paths.Split // of a leaf: what has to be paid besides the items bought

	Narrowing *Narrowing
	Rest      *Tree

	Item              paths.Item
	Bought, Forbidden *Tree

	paid    model.Cost
	yes, no []paths.Item // what has been bought and forbidden
	support []paths.Purchase
	parent  *Tree
	stage   stage
	hasty   bool // there was no time to add all rules
	tries   int  // with rules
	worked  time.Duration
	slacks  []slack
}

// stage is what has been tried at a leaf.
type stage uint8

const (
	untried stage = iota // it has the bound of its parent
	packed               // by cuts
	obeyed               // with consistency rules, in the time there was
)

// Prover grows a tree step by step, as long as its bound is below the incumbent:
// the leaf with the least bound is packed with cuts, what that rules out is left
// out, consistency rules are added, and at last it is divided by an item that its
// relaxation buys in part.
//
// A sequence either buys the item, and then it pays the price and may use the
// item as often as it likes, or it does without it; so the lesser of the bounds
// of both parts is a bound.
type Prover struct {
	Root *Tree

	in     *linegraph.Graph
	leaves []*Tree // with a bound below the incumbent
	bytes  int64
}

// NewProver begins with nothing proved.
func NewProver(in *linegraph.Graph) *Prover {
	root := &Tree{Split: &paths.Split{Denominator: 1, Unit: 1}}
	return &Prover{Root: root, in: in, leaves: []*Tree{root}}
}

// Bytes is about how much memory the tree takes.
func (p *Prover) Bytes() int64 { return p.bytes }

// ruleTime limits the first attempt with consistency rules at a leaf. A leaf
// where they take longer is divided as it is, or tried again for four times as
// long where there is nothing to divide it by.
const (
	ruleTime  = 2 * time.Second
	mostTries = 8
)

// Step works at one leaf. Incumbents of later steps may be lower, never higher.
// more tells whether another step could raise the bound; the result is that of
// the relaxation that has been solved, if any, with what has been decided to buy
// in its support.
func (p *Prover) Step(ctx context.Context, o Options) (result Result, more bool) {
	full := o.ceiling()
	t := p.worst(full)
	if t == nil {
		return Result{}, false
	}
	if t.paid >= full {
		t.Bound = full // what has been bought costs as much
		t.lift()
		return Result{}, true
	}
	t = p.leaveOut(t, full-t.paid)
	if t.stage == obeyed {
		if p.divide(t) {
			return Result{}, true
		}
		if !t.hasty {
			return Result{}, false
		}
		t.stage = packed // once more, and longer
	}
	if !full.IsSaturated() {
		o.Incumbent = full - t.paid
	}
	o.Bought, o.Forbidden, o.narrow, o.Rules = t.yes, t.no, true, t.stage == packed
	if limit := max(ruleTime<<(2*min(t.tries, mostTries)), 2*t.worked); o.Rules && (o.Time <= 0 || o.Time > limit) {
		o.Time = limit
	}
	result = Solve(ctx, p.in, o)
	if o.Rules {
		t.hasty = !result.Converged
		t.tries++
	}
	t.stage++
	t.support, t.slacks, t.worked = result.Support, result.slacks, result.Worked
	if bound := t.paid.Add(result.Bound); bound > t.Bound {
		slim(result.Split)
		p.bytes += sizeOf(result.Split)
		t.Bound, t.Split = min(bound, full), result.Split
		t.lift()
	}
	for _, it := range t.yes {
		result.Support = append(result.Support, paths.Purchase{Item: it, Amount: 1})
	}
	return result, true
}

// worst is the leaf with the least bound; nil if none is below the incumbent.
func (p *Prover) worst(ceiling model.Cost) *Tree {
	var worst *Tree
	open := p.leaves[:0]
	for _, leaf := range p.leaves {
		if leaf.Bound >= ceiling {
			continue
		}
		open = append(open, leaf)
		if worst == nil || leaf.Bound < worst.Bound {
			worst = leaf
		}
	}
	clear(p.leaves[len(open):])
	p.leaves = open
	return worst
}

// worthwhile is how many items have to be ruled out for another attempt with
// consistency rules.
const worthwhile = 10

// leaveOut goes on without the items that the leaf's solution rules out, and
// gives the leaf that is left.
func (p *Prover) leaveOut(t *Tree, ceiling model.Cost) *Tree {
	n := narrow(t.slacks, ceiling)
	t.slacks = nil
	if n == nil {
		return t
	}
	rest := t.heir()
	rest.no = append(t.no[:len(t.no):len(t.no)], n.Items...)
	if rest.stage = t.stage; t.stage == obeyed && len(n.Items) >= worthwhile {
		rest.stage = packed
	}
	rest.support, rest.hasty, rest.tries, rest.worked = t.support, t.hasty, t.tries, t.worked
	t.Narrowing, t.Rest, t.Split, t.support = n, rest, nil, nil
	p.bytes += sizeOf(n.Split)
	p.replace(t, rest)
	return rest
}

// heir is a part of the leaf: the division of the whole proves as much of it.
func (t *Tree) heir() *Tree {
	return &Tree{Bound: t.Bound, Split: t.Split, parent: t, paid: t.paid, yes: t.yes, no: t.no}
}

// replace puts parts where the leaf was.
func (p *Prover) replace(t *Tree, parts ...*Tree) {
	for n, leaf := range p.leaves {
		if leaf == t {
			p.leaves[n] = parts[0]
		}
	}
	p.leaves = append(p.leaves, parts[1:]...)
}

// divide distinguishes whether an item is bought; false if there is none to
// distinguish about.
func (p *Prover) divide(t *Tree) bool {
	it, ok := t.undecided(p.in)
	if !ok {
		return false
	}
	bought, forbidden := t.heir(), t.heir()
	bought.yes = append(t.yes[:len(t.yes):len(t.yes)], it)
	bought.paid = t.paid.Add(it.Price(p.in))
	forbidden.no = append(t.no[:len(t.no):len(t.no)], it)
	t.Item, t.Bought, t.Forbidden, t.Split, t.support = it, bought, forbidden, nil, nil
	p.replace(t, bought, forbidden)
	return true
}

// undecided is the item that is most expensive to be undecided about.
func (t *Tree) undecided(in *linegraph.Graph) (item paths.Item, ok bool) {
	most := 0.0
	for _, p := range t.support {
		if doubt := p.Amount * (1 - p.Amount) * float64(p.Item.Price(in)); p.Amount < 1-1e-6 && doubt > most {
			most, item = doubt, p.Item
		}
	}
	return item, most > 0
}

// lift carries a new bound up the tree.
func (t *Tree) lift() {
	for t = t.parent; t != nil; t = t.parent {
		if t.Rest != nil {
			t.Bound = max(t.Bound, t.Rest.Bound)
		} else {
			t.Bound = max(t.Bound, min(t.Bought.Bound, t.Forbidden.Bound))
		}
	}
}

// Prove takes steps until the bound reaches the incumbent, nothing more can be
// done, the time is up, or so many divisions have been made. It also gives the
// last relaxation of the whole.
func Prove(ctx context.Context, in *linegraph.Graph, o Options, divisions int) (*Tree, Result) {
	p := NewProver(in)
	var root Result
	left := o.Time
	for steps := 0; steps < 3*divisions+3 && ctx.Err() == nil && (o.Time <= 0 || left > 0); steps++ {
		step := o
		step.Time = left
		result, more := p.Step(ctx, step)
		left -= result.Worked
		if result.table != nil && steps < 2 {
			result.Plain, result.Bound = cmp.Or(root.Plain, result.Plain), p.Root.Bound
			root = result
		}
		if !more || o.Check != nil && o.Check() != nil {
			break
		}
	}
	return p.Root, root
}
