package programs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"facet/model"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
)

// cheapestCalls is the driver whose calls cost least by the dag's curves: of the planner's
// sequence, of another one that a search finds, or of a dense mode.
func cheapestCalls(ctx context.Context, g *model.Dag, ops []model.Op, from code.Origin,
	o planner.Options) (*driver.Driver, code.Origin, error) {
	room := driver.Room(g)
	best, err := fused(g, ops, room)
	if err != nil {
		return nil, from, err
	}
	origin, of := from, from.How
	if from.Proof != "" {
		of += ", " + from.Proof
	}
	search := planner.Pricing{Seed: o.Seed, Starts: [][]model.Op{ops}, Price: func(ops []model.Op) float64 {
		d, err := fused(g, ops, room)
		if err != nil || d.Price().IsSaturated() {
			return math.Inf(1)
		}
		return float64(d.Price())
	}}
	within, cancel := shell.Within(ctx, o.Time/3)
	defer cancel()
	ops, least, err := planner.Cheapest(within, g, search)
	if within.Err() != nil {
		origin.Varies = cmp.Or(origin.Varies, "The time for the search among calls ended")
	}
	switch {
	case ctx.Err() != nil:
		return nil, origin, errors.New("interrupted before a sequence was settled: nothing is written")
	case err != nil:
		return nil, origin, err
	case ops != nil && least < float64(best.Price()):
		saved := 1 - least/float64(best.Price())
		if best, err = fused(g, ops, room); err != nil {
			return nil, origin, err
		}
		origin = code.Origin{Bound: from.Bound, Varies: origin.Varies,
			How: fmt.Sprintf("a sequence whose fused calls cost %s, %s less than those of the cheapest sequence (%s); in single operations", best.Price(), style.Percent(saved), of)}
	}
	for _, mode := range driver.Modes {
		if d := driver.NewMode(g, mode); d != nil && d.Price() < best.Price() {
			best = d
			origin = code.Origin{Varies: origin.Varies,
				How: fmt.Sprintf("%s mode, which is cheaper here than the cheapest sequence (%s): it is no elimination sequence, and pays each setup once", mode, of)}
		}
	}
	origin.Cost = int64(best.Cost)
	return best, origin, nil
}

// fused is the driver of a sequence, where there is room for so many entries.
func fused(g *model.Dag, ops []model.Op, room model.Cost) (*driver.Driver, error) {
	d, err := driver.New(g, ops)
	if err == nil {
		d.Fuse(room, nil)
	}
	return d, err
}
