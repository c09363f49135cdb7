package cover

import (
	"context"
	"time"

	"facet/model"
	"facet/planner/letters"
)

// Tree is a lower bound that distinguishes whether some items are bought. A leaf
// has a Split; the Bound of any other tree is the lesser of its two parts'.
type Tree struct {
	Bound model.Cost // including what Bought items cost
	Split *Split     // of a leaf: what has to be paid besides the items bought

	Item              Item
	Bought, Forbidden *Tree

	paid    model.Cost
	yes, no []Item // what has been bought and forbidden
	support []Purchase
	parent  *Tree
}

// Prove is [Solve] with rules, followed by distinctions: as long as the bound is
// below the incumbent, the part with the least bound is divided by an item that
// its relaxation buys in part. It stops after the given number of divisions.
//
// A sequence either buys the item, and then it pays the price and may use the
// item as often as it likes, or it does without it; so the lesser of the bounds
// of both parts is a bound.
func Prove(ctx context.Context, in *letters.Graph, o Options, divisions int) (*Tree, Result) {
	o.Rules = true
	result := Solve(ctx, in, o)
	left := budget{o.Time > 0, o.Time - result.Worked}
	root := &Tree{Bound: result.Bound, Split: result.Split, support: result.Support, yes: o.Bought, no: o.Forbidden}
	leaves := []*Tree{root}
	for ; divisions > 0 && root.Bound < o.ceiling() && ctx.Err() == nil && !left.over(); divisions-- {
		worst := 0
		for n, leaf := range leaves {
			if leaf.Bound < leaves[worst].Bound {
				worst = n
			}
		}
		leaf := leaves[worst]
		it, ok := leaf.undecided(in)
		if !ok {
			break
		}
		bought := leaf.child(ctx, in, o, it, true, &left)
		forbidden := leaf.child(ctx, in, o, it, false, &left)
		if min(bought.Bound, forbidden.Bound) < leaf.Bound {
			break // interrupted: the whole is better known than its parts
		}
		leaf.Item, leaf.Bought, leaf.Forbidden = it, bought, forbidden
		leaf.Split, leaf.support = nil, nil
		leaf.lift()
		leaves[worst] = leaf.Bought
		leaves = append(leaves, leaf.Forbidden)
	}
	result.Worked = o.Time - left.rest
	return root, result
}

// budget is what is left of the time for all parts together.
type budget struct {
	limited bool
	rest    time.Duration
}

func (b *budget) over() bool { return b.limited && b.rest <= 0 }

// undecided is the item that is most expensive to be undecided about.
func (t *Tree) undecided(in *letters.Graph) (item Item, ok bool) {
	most := 0.0
	for _, p := range t.support {
		if doubt := p.Amount * (1 - p.Amount) * float64(p.Item.Price(in)); p.Amount < 1-1e-6 && doubt > most {
			most, item = doubt, p.Item
		}
	}
	return item, most > 0
}

func (t *Tree) child(ctx context.Context, in *letters.Graph, o Options, it Item, bought bool, left *budget) *Tree {
	c := &Tree{parent: t, paid: t.paid, yes: t.yes, no: t.no}
	if bought {
		c.yes = append(t.yes[:len(t.yes):len(t.yes)], it)
		c.paid = t.paid.Add(it.Price(in))
	} else {
		c.no = append(t.no[:len(t.no):len(t.no)], it)
	}
	if c.paid >= o.ceiling() {
		c.Bound, c.Split = o.ceiling(), &Split{Denominator: 1, Unit: 1}
		return c
	}
	if left.over() {
		return c // nothing is known of it
	}
	o.Incumbent, o.Bought, o.Forbidden = o.ceiling()-c.paid, c.yes, c.no
	o.Time = max(0, left.rest)
	result := Solve(ctx, in, o)
	left.rest -= result.Worked
	c.Bound, c.Split, c.support = c.paid.Add(result.Bound), result.Split, result.Support
	return c
}

// lift carries a new bound up the tree.
func (t *Tree) lift() {
	for ; t != nil; t = t.parent {
		t.Bound = min(t.Bought.Bound, t.Forbidden.Bound)
	}
}
