package programs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
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

// inOrder finds a sequence of the order that the user chose.
func (c coder) inOrder(cmd *cobra.Command, g *model.Dag, order string, options planner.Options, by weight) ([]model.Op, code.Origin, error) {
	switch order {
	case "forward", "reverse", "greedy":
		plan, err := quickPlan(cmd.Context(), g, order, options.Time)
		return plan.Ops, code.Origin{Cost: int64(plan.Cost), How: quickNames[order]}, err
	case bestOrder:
		return c.searched(cmd.Context(), g, options, by)
	}
	in, err := c.shell.Files.Read(cmd.Context(), files.Sequence, order)
	if err != nil {
		return nil, code.Origin{}, err
	}
	ops, end, err := in.Operations(model.NewState(g))
	if err != nil {
		return nil, code.Origin{}, err
	}
	return ops, code.Origin{Cost: int64(end.Spent()), How: "a sequence of " + order}, model.Prove(g, ops)
}

// bestOrder is the order for which the planner searches.
const bestOrder = "best"

// quickNames are the orders that need no search.
var quickNames = map[string]string{"forward": "forward order", "reverse": "reverse order", "greedy": "greedy, by Markowitz's rule"}

// quickPlan eliminates one junction after another.
func quickPlan(ctx context.Context, g *model.Dag, order string, limit time.Duration) (junction.Plan, error) {
	if limit > 0 {
		late, cancel := context.WithTimeoutCause(ctx, limit, errors.New("the order does not end in time: give it more --time, or choose another"))
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

// searchPart is what part of the time a search for a sequence may take. The rest is for
// making code of several sequences.
const searchPart = 0.3

// countedCycles is how many cycles annealing takes where a search does not end.
const countedCycles = 5

// searched chooses among the planner's sequences and the orders that need no search, so
// that every dag has one.
func (c coder) searched(ctx context.Context, g *model.Dag, options planner.Options, by weight) ([]model.Op, code.Origin, error) {
	late, cancel := shell.Within(ctx, options.Time)
	defer cancel()
	all, err := quickest(ctx, g, options.Time)
	if err != nil {
		return nil, code.Origin{}, err
	}
	best := slices.MinFunc(all, func(a, b candidate) int { return cmp.Compare(a.Cost, b.Cost) })
	if by != nil {
		options.Time = time.Duration(searchPart * float64(options.Time))
	}
	run, err := planner.Start(ctx, model.NewState(g), options)
	if err != nil { // the dag is too large for a search
		fmt.Fprintf(c.shell.Err, "facet: no search: %s\n", err)
		return chosen(late, all, 0, by)
	}
	reportProgress(c.shell.Err, run)
	end, err := run.Result()
	switch {
	case errors.Is(err, planner.ErrStopped):
		return nil, code.Origin{}, errors.New("interrupted before a sequence was settled: nothing is written")
	case err != nil && !errors.Is(err, planner.ErrNothing):
		return nil, code.Origin{}, err
	}
	isLate, bound := false, end.Bound
	if by != nil && !end.Proven {
		// What a clock stopped is another thing each time: what is written comes of work
		// that is counted.
		phase := c.begin("trying orders")
		ops, cost, err := planner.Counted(late, g, options.Seed, countedCycles)
		phase.end()
		if isLate = late.Err() != nil; err != nil && !isLate {
			return nil, code.Origin{}, err
		}
		if bound = 0; ops != nil && cost < best.Cost {
			all = append(all, candidate{junction.Plan{Ops: ops, Cost: cost}, "annealing"})
		}
	} else if found := end.Incumbent; end.HasIncumbent && found.Cost < best.Cost {
		all = append(all, candidate{junction.Plan{Ops: found.Ops, Cost: found.Cost}, "branch and bound"})
	}
	if by != nil {
		phase := c.begin("trying orders for the fewest multiplications")
		all, err = reordered(late, g, all, options.Seed, by)
		phase.end()
		if isLate = late.Err() != nil && ctx.Err() == nil; err != nil && !isLate {
			return nil, code.Origin{}, err
		}
	}
	ops, origin, err := chosen(late, all, bound, by)
	if by != nil && !end.Proven {
		origin.Proof = "not proved"
	}
	switch {
	case !end.Proven && by == nil:
		origin.Varies = "The search was stopped after " + end.Elapsed.Round(time.Second/10).String()
	case isLate:
		origin.Varies = "The time for trying orders ended"
	case options.Workers > 1:
		origin.Varies = "Several workers searched"
	}
	return ops, origin, err
}

// reorderWork is the most edges that are eliminated, over all orders, to find the order
// whose code multiplies least.
const reorderWork = 100_000

// mostTries is how many orders are tried from each candidate, of small functions.
const mostTries = 1000

// reordered adds the orders whose code multiplies least. When the context ends, it gives
// those that it has found.
func reordered(ctx context.Context, g *model.Dag, all []candidate, seed uint64, by weight) ([]candidate, error) {
	tries := min(mostTries, reorderWork/len(g.Edges)/len(all))
	for _, c := range all {
		weigh := func(ops []model.Op) (int64, error) {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			w, _, err := by(ctx, ops)
			return w, err
		}
		r := planner.Reordering{Weigh: weigh, Tries: tries, Seed: seed}
		ops, err := r.From(ctx, g, c.Ops)
		if ops != nil {
			all = append(all, candidate{junction.Plan{Ops: ops}, "orders of junctions tried for the fewest multiplications written"})
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// chosen is the sequence with the least weight, then the least cost.
func chosen(late context.Context, all []candidate, bound model.Cost, by weight) ([]model.Op, code.Origin, error) {
	var best candidate
	least, fewest := int64(math.MaxInt64), model.Saturated
	for _, c := range all {
		w := int64(c.Cost)
		if by != nil {
			var err error
			if w, c.Cost, err = by(late, c.Ops); err != nil {
				return nil, code.Origin{}, err
			}
		}
		fewest = min(fewest, c.Cost)
		if w < least || w == least && c.Cost < best.Cost {
			best, least = c, w
		}
	}
	return best.Ops, code.Origin{
		Cost: int64(best.Cost), Bound: int64(bound), How: best.how,
		Fewest: int64(fewest), Proof: proofOf(fewest, bound),
	}, nil
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

// quickest lists the orders that need no search and end within the limit.
func quickest(ctx context.Context, g *model.Dag, limit time.Duration) ([]candidate, error) {
	var all []candidate
	for _, order := range []string{"reverse", "forward", "greedy"} {
		plan, err := quickPlan(ctx, g, order, limit)
		switch {
		case err == nil:
			all = append(all, candidate{plan, quickNames[order]})
		case ctx.Err() != nil:
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w, or more --time", junction.ErrTooLong)
	}
	return all, nil
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

// reportProgress writes a line every reportEvery until the run ends.
func reportProgress(w io.Writer, run *planner.Run) {
	ticker := time.NewTicker(reportEvery)
	defer ticker.Stop()
	for {
		select {
		case <-run.Done():
			return
		case <-ticker.C:
			s := run.Snapshot()
			best := "none yet"
			if s.HasIncumbent {
				best = fmt.Sprintf("%s, %s, none below %s", s.Incumbent.Cost, proofOf(s.Incumbent.Cost, s.Bound), s.Bound)
			}
			fmt.Fprintf(w, "facet: %.0f s: best sequence %s\n", s.Elapsed.Seconds(), best)
		}
	}
}
