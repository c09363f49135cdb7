package programs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/model/junction"
	"facet/model/programs/code"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

// choice is a sequence that was chosen, and others whose code multiplies about as little.
type choice struct {
	ops    []model.Op
	origin code.Origin
	near   []candidate
}

// inOrder finds a sequence of the order that the user chose.
func (c coder) inOrder(cmd *cobra.Command, g *model.Dag, order string, options planner.Options,
	by weight) (choice, error) {
	switch order {
	case "forward", "reverse", "greedy":
		plan, err := quickPlan(cmd.Context(), g, order, options.Time)
		return choice{plan.Ops, code.Origin{Cost: int64(plan.Cost), How: quickNames[order]}, nil}, err
	case bestOrder:
		return c.searched(cmd.Context(), g, options, by)
	}
	in, err := c.shell.Files.Read(cmd.Context(), files.Sequence, order)
	if err != nil {
		return choice{}, err
	}
	ops, end, err := in.Operations(model.NewState(g))
	if err != nil {
		return choice{}, err
	}
	return choice{ops, code.Origin{Cost: int64(end.Spent()), How: "a sequence of " + order}, nil},
		model.Prove(g, ops)
}

// bestOrder is the order for which the planner searches.
const bestOrder = "best"

// quickNames are the orders that need no search.
var quickNames = map[string]string{"forward": "forward order", "reverse": "reverse order",
	"greedy": "greedy, by Markowitz's rule"}

// quickPlan eliminates one junction after another.
func quickPlan(ctx context.Context, g *model.Dag, order string, limit time.Duration) (junction.Plan, error) {
	if limit > 0 {
		late, cancel := context.WithTimeoutCause(ctx, limit,
			errors.New("the order does not end in time: give it more --time, or choose another"))
		defer cancel()
		ctx = late
	}
	vertices := slices.Clone(g.Topological())
	switch order {
	case "greedy":
		return junction.Markowitz(ctx, g)
	case "reverse":
		slices.Reverse(vertices)
	}
	return junction.InOrder(ctx, g, vertices)
}

// weight rates a sequence; the least weight is best. It also returns the cost, which can
// be less than the planner's. A nil weight is the planner's cost. When late ends, it rates
// what there is.
type weight func(late context.Context, ops []model.Op) (weight int64, cost model.Cost, err error)

// candidate is a sequence to choose from.
type candidate struct {
	junction.Plan
	how string
}

// What is done is counted, so that the code is the same on each machine: work for so much of
// the time limit, as an idle machine does it. The rest of the time is for slower machines.
const (
	searchPart  = 0.08 // for a search for a sequence
	triesPart   = 0.12 // for trying orders for the fewest multiplications
	weighedPart = 0.2  // for what is chosen from in the end
	driverPart  = 0.3  // for a search for the sequence of a driver, that takes all that there is

	// perOperation is about what it takes to make and to tidy the code of a sequence, for
	// each of its operations.
	perOperation = 12 * time.Microsecond
)

// searched chooses among the planner's sequences and the orders that need no search, so
// that every dag has one. Options.Work is the time limit of all of it, and Options.Time
// what is left of that.
func (c coder) searched(ctx context.Context, g *model.Dag, options planner.Options, by weight) (choice,
	error) {
	late, cancel := shell.Within(ctx, options.Time)
	defer cancel()
	all, varies, err := quickest(ctx, g, options.Time)
	if err != nil {
		return choice{}, err
	}
	limit := options.Work
	options.Work = part(driverPart, limit)
	if by != nil {
		options.Work = part(searchPart, limit)
	}
	if options.Workers > 1 { // whose work depends on which is faster
		options.Time, options.Work, varies = options.Work, 0, "Several workers searched"
	}
	bound := model.Cost(0)
	switch end, err := c.search(ctx, g, options); {
	case errors.Is(err, planner.ErrStopped):
		return choice{}, errors.New("interrupted before a sequence was settled: nothing is written")
	case err != nil && !errors.Is(err, planner.ErrNothing):
		return choice{}, err
	default:
		if found := end.Incumbent; end.HasIncumbent {
			all = append(all, candidate{junction.Plan{Ops: found.Ops, Cost: found.Cost}, "branch and bound"})
		}
		if bound = end.Bound; end.OutOfTime && options.Workers == 1 {
			varies = "The time for the search ended"
		}
	}
	if by != nil {
		phase := c.begin("trying orders for the fewest multiplications")
		all, err = reordered(late, g, all, part(triesPart, limit), options.Seed, by)
		phase.end()
		if late.Err() != nil && ctx.Err() == nil {
			varies = cmp.Or(varies, "The time for trying orders ended")
		} else if err != nil {
			return choice{}, err
		}
	}
	best, err := chosen(late, all, bound, part(weighedPart, limit), by)
	if by != nil && late.Err() != nil && ctx.Err() == nil {
		varies = cmp.Or(varies, "The time for trying orders ended")
	}
	best.origin.Varies = varies
	return best, err
}

// part is a part of a time limit; 0, for no limit, is all of it.
func part(of float64, limit time.Duration) time.Duration {
	return time.Duration(of * float64(limit))
}

// search has the planner look for a sequence. Of a dag that is too large it finds none.
func (c coder) search(ctx context.Context, g *model.Dag, options planner.Options) (planner.Result, error) {
	run, err := planner.Start(ctx, model.NewState(g), options)
	if err != nil {
		fmt.Fprintf(c.shell.Err, "facet: no search: %s\n", err)
		return planner.Result{}, nil
	}
	reportProgress(c.shell.Err, run, reportEvery)
	return run.Result()
}

// mostTries is how many orders are tried from each candidate, of small functions.
const mostTries = 1000

// reordered adds the orders whose code multiplies least, from each candidate, and once
// more from the best. When the context ends, it gives those that it has found.
func reordered(ctx context.Context, g *model.Dag, all []candidate, work time.Duration, seed uint64,
	by weight) ([]candidate, error) {
	weigh := func(ops []model.Op) (int64, error) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		w, _, err := by(ctx, ops)
		return w, err
	}
	given := all
	each := work / time.Duration(len(given)+1)
	tries := func(ops []model.Op) int {
		if work <= 0 {
			return mostTries
		}
		return min(mostTries, operationsIn(each)/max(1, len(ops)))
	}
	improve := func(ops []model.Op, seed uint64) error {
		if tries(ops) == 0 {
			return nil
		}
		r := planner.Reordering{Weigh: weigh, Tries: tries(ops), Seed: seed}
		better, err := r.From(ctx, g, ops)
		if better != nil {
			all = append(all, candidate{junction.Plan{Ops: better},
				"orders of junctions tried for the fewest multiplications written"})
		}
		return err
	}
	isTried := false
	for _, c := range given {
		if err := improve(c.Ops, seed); err != nil {
			return all, err
		}
		isTried = isTried || tries(c.Ops) > 0
	}
	if !isTried { // and so the best is too long as well
		return all, nil
	}
	best, err := chosen(ctx, all, 0, 0, by)
	if err != nil {
		return all, err
	}
	return all, improve(best.ops, seed+1)
}

// operationsIn is how many operations of sequences make work for so long.
func operationsIn(work time.Duration) int { return int(work / perOperation) }

// nearPart is how much more than the best a near sequence may weigh.
const nearPart = 0.1

// chosen is the sequence with the least weight, then the least cost. What costs least is
// weighed first; when the work or the time ends, the others are left out.
func chosen(late context.Context, all []candidate, bound model.Cost, work time.Duration, by weight) (choice,
	error) {
	weights := make([]int64, len(all))
	cheapest := make([]int, len(all))
	for k := range all {
		weights[k], cheapest[k] = int64(all[k].Cost), k
	}
	if by != nil {
		slices.SortStableFunc(cheapest, func(a, b int) int { return cmp.Compare(all[a].Cost, all[b].Cost) })
		done := 0
		for n, k := range cheapest {
			c := &all[k]
			if done += len(c.Ops); n > 0 && (late.Err() != nil || work > 0 && done > operationsIn(work)) {
				weights[k] = math.MaxInt64
				continue
			}
			var err error
			if weights[k], c.Cost, err = by(late, c.Ops); err != nil {
				return choice{}, err
			}
		}
	}
	var best candidate
	least, fewest := int64(math.MaxInt64), model.Saturated
	for k, c := range all {
		fewest = min(fewest, c.Cost)
		if w := weights[k]; best.Ops == nil || w < least || w == least && c.Cost < best.Cost {
			best, least = c, w
		}
	}
	end := choice{ops: best.Ops, origin: code.Origin{
		Cost: int64(best.Cost), Bound: int64(bound), How: best.how,
		Fewest: int64(fewest), Proof: proofOf(fewest, bound),
	}}
	for k, c := range all {
		if weights[k] < math.MaxInt64 && float64(weights[k]) <= (1+nearPart)*float64(least) &&
			!slices.Equal(c.Ops, best.Ops) {
			end.near = append(end.near, c)
		}
	}
	return end, nil
}

// proofOf says what is proved about a cost.
func proofOf(cost, bound model.Cost) string {
	switch gap := above(cost, bound); {
	case cost.IsSaturated():
		return "not proved"
	case cost <= bound:
		return "optimal, proved"
	case bound <= 0 || gap > 1:
		return "not proved"
	default:
		return "at most " + style.Percent(gap) + " above the best"
	}
}

// quickest lists the orders that need no search and end within the limit, and says whether
// one did not.
func quickest(ctx context.Context, g *model.Dag, limit time.Duration) (all []candidate, varies string,
	err error) {
	orders := []string{"reverse", "forward", "greedy"}
	plans, ends := make([]junction.Plan, len(orders)), make([]error, len(orders))
	var at sync.WaitGroup
	for k, order := range orders {
		at.Go(func() { plans[k], ends[k] = quickPlan(ctx, g, order, limit) })
	}
	at.Wait()
	var first error
	for k, order := range orders {
		plan, err := plans[k], ends[k]
		switch {
		case err == nil:
			all = append(all, candidate{plan, quickNames[order]})
		case ctx.Err() != nil:
			return nil, "", err
		case !errors.Is(err, junction.ErrTooLong):
			varies = "The time for the orders that need no search ended"
		}
		first = cmp.Or(first, err)
	}
	switch {
	case len(all) > 0:
	case errors.Is(first, junction.ErrTooLong):
		return nil, "", fmt.Errorf("%w, or more --time", first)
	default:
		return nil, "", first
	}
	return all, varies, nil
}

// above is the distance of a cost from a bound, relative to the bound.
func above(cost, bound model.Cost) float64 { return float64(cost-bound) / float64(max(1, bound)) }

// phase is a part of the work that says what it does when it takes long.
type phase struct{ timer *time.Timer }

// begin begins a phase.
func (c coder) begin(what string) phase {
	return phase{time.AfterFunc(time.Second, func() { fmt.Fprintf(c.shell.Err, "facet: %s\n", what) })}
}

func (p phase) end() { p.timer.Stop() }

// reportEvery is the pause between two reports on a search, and before the first.
const reportEvery = time.Second

// reportProgress writes a line every so often until the run ends.
func reportProgress(w io.Writer, run *planner.Run, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-run.Done():
			return
		case <-ticker.C:
			s := run.Snapshot()
			best := "none yet"
			if s.HasIncumbent {
				best = fmt.Sprintf("%s, %s, none below %s", s.Incumbent.Cost,
					proofOf(s.Incumbent.Cost, s.Bound), s.Bound)
			}
			fmt.Fprintf(w, "facet: %.0f s: best sequence %s\n", s.Elapsed.Seconds(), best)
		}
	}
}
