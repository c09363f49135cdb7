package command

import (
	"context"
	"fmt"
	"io"
	"time"

	"facet/model"
	"facet/planner/analysis"
)

// losses is what the steps of a sequence lost, and the best that was possible.
type losses struct {
	Optimum costRange `json:"optimum"`
	Lost    costRange `json:"lost"`

	steps int  // that lost something for certain
	open  bool // more time could find more losses
}

// costRange is what is known about a cost: at most is null where nothing is
// known above.
type costRange struct {
	AtLeast model.Cost  `json:"at_least"`
	AtMost  *model.Cost `json:"at_most"`
}

func newCostRange(least, most model.Cost) costRange {
	r := costRange{AtLeast: least}
	if !most.IsSaturated() {
		r.AtMost = &most
	}
	return r
}

func (r costRange) exact() bool { return r.AtMost != nil && *r.AtMost == r.AtLeast }

func (r costRange) String() string {
	switch {
	case r.exact():
		return r.AtLeast.String()
	case r.AtMost == nil:
		return "at least " + r.AtLeast.String()
	}
	return fmt.Sprintf("between %s and %s", r.AtLeast, *r.AtMost)
}

// lossesTime is how long the planner may think about losses by default.
const lossesTime = 10 * time.Second

// lossesOf works out what each step of a sequence lost, until the time is over
// or the user interrupts: all in one, and a range for each step.
func lossesOf(ctx context.Context, start *model.State, ops []model.Op, limit time.Duration) (*losses,
	[]costRange, error) {
	line, err := analysis.OfSequence(start, ops)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var known analysis.Known
	analysis := analysis.New(line, nil, analysis.LineOnly, analysis.Budget{Solve: limit / 2, Solves: limit})
	for f := range analysis.Findings(ctx) {
		known.Take(f)
	}
	known.Spread(line)
	all := &losses{Optimum: newCostRange(known.Total(line, 0)), Lost: newCostRange(known.Lost(line))}
	var each []costRange
	for _, l := range known.Regrets(line) {
		each = append(each, newCostRange(l.Least, l.Most))
		if l.Least > 0 {
			all.steps++
		}
		all.open = all.open || !l.Exact()
	}
	return all, each, nil
}

// write prints in one line what was lost.
func (l *losses) write(w io.Writer, steps int) {
	switch {
	case l.Lost.exact() && l.Lost.AtLeast == 0:
		fmt.Fprintf(w, "no losses, the optimum is %s\n", l.Optimum)
	case l.Lost.exact() && !l.open:
		fmt.Fprintf(w, "loss %s in %d of %d operations, the optimum is %s\n", l.Lost, l.steps, steps,
			l.Optimum)
	default:
		fmt.Fprintf(w, "loss %s, the optimum is %s; more --time may narrow this\n", l.Lost, l.Optimum)
	}
}

// remark is what stands behind an operation that lost something, or may have.
func (r *costRange) remark() string {
	if r == nil || r.exact() && r.AtLeast == 0 {
		return ""
	}
	if r.AtMost == nil && r.AtLeast == 0 {
		return "loss not known"
	}
	return "lost " + r.String()
}
