package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/code"
	"facet/model/junction"
	"facet/planner"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

// inOrder finds a sequence of the order that was asked for.
func (p Program) inOrder(c *cobra.Command, g *model.Dag, order string, options planner.Options) ([]model.Op, code.Origin, error) {
	switch order {
	case "forward", "reverse", "greedy":
		plan, err := quickPlan(c.Context(), g, order)
		return plan.Ops, code.Origin{Cost: int64(plan.Cost), How: quickNames[order]}, err
	case bestOrder:
		return p.searched(c.Context(), g, options)
	}
	in, err := p.shell.Files.Read(c.Context(), files.Sequence, order)
	if err != nil {
		return nil, code.Origin{}, err
	}
	text, err := in.Sequence()
	if err != nil {
		return nil, code.Origin{}, err
	}
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(text))
	if err != nil {
		return nil, code.Origin{}, fmt.Errorf("%s: %w", order, err)
	}
	return ops, code.Origin{Cost: int64(end.Spent()), How: "a sequence of " + order}, model.Prove(g, ops)
}

// bestOrder is the order that is searched for.
const bestOrder = "best"

// quickNames are the orders that need no search.
var quickNames = map[string]string{"forward": "forward order", "reverse": "reverse order", "greedy": "greedy, by Markowitz's rule"}

// quickPlan eliminates junction after junction.
func quickPlan(ctx context.Context, g *model.Dag, order string) (junction.Plan, error) {
	vertices := slices.Clone(g.Topological())
	switch order {
	case "greedy":
		return junction.Markowitz(ctx, g)
	case "reverse":
		slices.Reverse(vertices)
	}
	return junction.InOrder(ctx, g, vertices)
}

// searched lets the planner find the sequence. It is the better of the planner's
// and of the orders that need no search, so that there is one for every dag.
func (p Program) searched(ctx context.Context, g *model.Dag, options planner.Options) ([]model.Op, code.Origin, error) {
	best, o, err := quickest(ctx, g)
	if err != nil {
		return nil, o, err
	}
	run, err := planner.Start(ctx, model.NewState(g), options)
	if err != nil { // the dag is too large for a search
		fmt.Fprintf(p.Err, "facet: no search: %s\n", err)
		return best.Ops, o, nil
	}
	reportProgress(p.Err, run)
	end, err := run.Wait()
	switch {
	case err != nil:
		return nil, o, err
	case ctx.Err() != nil:
		return nil, o, errors.New("interrupted before a sequence was settled: nothing is written")
	}
	o.Bound = int64(end.Bound)
	if end.HasIncumbent && end.Incumbent.Cost < best.Cost {
		best = junction.Plan{Ops: end.Incumbent.Ops, Cost: end.Incumbent.Cost}
		o.Cost, o.How = int64(best.Cost), "branch and bound"
	}
	o.Proof = "optimal, proved"
	if end.Bound < best.Cost {
		o.Proof = "at most " + percent(gap(best.Cost, end.Bound)) + " above the best"
	}
	return best.Ops, o, nil
}

func gap(cost, bound model.Cost) float64 { return float64(cost-bound) / float64(max(1, cost)) }

// quickest is the best of the orders that need no search.
func quickest(ctx context.Context, g *model.Dag) (junction.Plan, code.Origin, error) {
	var best junction.Plan
	var o code.Origin
	for _, order := range []string{"reverse", "forward", "greedy"} {
		plan, err := quickPlan(ctx, g, order)
		if errors.Is(err, junction.ErrTooLong) {
			continue
		}
		if err != nil {
			return plan, o, err
		}
		if best.Ops == nil || plan.Cost < best.Cost {
			best, o = plan, code.Origin{Cost: int64(plan.Cost), How: quickNames[order]}
		}
	}
	if best.Ops == nil {
		return best, o, junction.ErrTooLong
	}
	return best, o, nil
}

// How often a search for code says where it is, and from when on.
const reportEvery = 2 * time.Second

// reportProgress writes a line now and then until the run ends.
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
				best = fmt.Sprintf("%s, at most %s above the best", s.Incumbent.Cost, percent(s.Gap()))
			}
			fmt.Fprintf(w, "facet: %.0f s: best sequence %s\n", s.Elapsed.Seconds(), best)
		}
	}
}
