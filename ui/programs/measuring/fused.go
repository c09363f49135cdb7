package measuring

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
)

// takes is the predicted time of a sequence's calls, and its driver: what that fuses is one call,
// as far as there is room.
// A sequence that would hold too much takes for ever.
func takes(p *measured.Program, ops []model.Op, room, most model.Cost) (float64, *driver.Driver) {
	d, err := driver.New(p.Dag, ops)
	if err != nil {
		return math.Inf(1), nil
	}
	d.Fuse(room, p.Costs)
	return way{driver: d, takes: p.Takes(d.Operations(), d.Moves())}.rank(most), d
}

// fused puts the sequence whose calls take least, as far as it is found, in the place of
// the planner's, the first of all, whose single operations cost least. Half of the limit
// was for that one; half of the rest is for the bound of calls, and as much for the search among them.
func (m *measuring) fused(ctx context.Context, p *measured.Program, all []way, room model.Cost,
	limit time.Duration) error {
	if ctx.Err() != nil && !isInterrupted(ctx) {
		return nil // one sequence would be priced in any case, which may take seconds
	}
	cheapest := math.Inf(1)
	var fused *driver.Driver // of the cheapest
	search := planner.Pricing{Seed: m.request.Seed, Price: func(ops []model.Op) float64 {
		price, d := takes(p, ops, room, m.most())
		if price < cheapest {
			cheapest, fused = price, d
		}
		return price
	}}
	for _, w := range all {
		if w.ops != nil {
			search.Starts = append(search.Starts, w.ops)
		}
	}
	each := planner.Options{Time: cmp.Or(half(ctx), planTime), Seed: m.request.Seed}
	if p.Dag.HasPatterns() {
		each.Time /= 2 // two are solved
	}
	shared, err := planner.Solve(ctx, model.NewState(p.Shared()), each)
	if err == nil {
		all[0].bound = p.Seconds(shared.Bound)
		search.Starts = append(search.Starts, shared.Incumbent.Ops) // where no setup costs much
	}
	if p.Dag.HasPatterns() { // a product with a selection is free there, and takes a call
		plain, err := p.Plain()
		if err != nil {
			return err
		}
		if dense, err := planner.Solve(ctx, model.NewState(plain), each); err == nil {
			search.Starts = append(search.Starts, dense.Incumbent.Ops)
		}
	}
	within, cancel := shell.Within(ctx, min(limit/4, half(ctx)))
	defer cancel()
	ops, least, err := planner.Cheapest(within, p.Dag, search)
	switch {
	case isInterrupted(ctx):
		return errStopped
	case within.Err() != nil && ops == nil:
		return nil
	case err != nil:
		return err
	case least >= all[0].rank(m.most()) || !beaten(all, m.most()) &&
		least > all[0].rank(m.most())*(1-worthIt):
		return nil
	}
	first := &all[0]
	first.origin = code.Origin{
		Cost: int64(fused.Cost), Bound: first.origin.Bound, Again: first.origin.Again,
		How: fmt.Sprintf("a sequence whose calls take %s less than those of the cheapest sequence (%s, %s)",
			style.Percent(1-least/first.takes), first.origin.How, first.origin.Proof),
	}
	first.driver, first.takes, first.ops = fused, least, ops
	return nil
}

// worthIt is the share of the time that another sequence has to save, where neither
// sparse mode saves any.
const worthIt = 1e-3

// beaten reports whether a mode that is a sequence takes less than the first.
func beaten(all []way, most model.Cost) bool {
	return slices.ContainsFunc(all[1:], func(w way) bool {
		return w.ops != nil && w.rank(most) < all[0].rank(most)
	})
}
