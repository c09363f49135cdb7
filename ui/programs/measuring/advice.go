package measuring

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"facet/model/measured"
	"facet/planner"
	"facet/ui/draw/style"
)

// fewAdvices are printed without --advise, of those that save a twentieth; with it all that save a fiftieth.
const (
	fewAdvices  = 3
	worthAdvice = 0.05
	worthHint   = 0.02
)

// classicalBest is the fastest of the modes, as predicted, of a program that is not planned.
func classicalBest(ctx context.Context, p *measured.Program) (way, error) {
	var all []way
	for _, method := range []planner.Method{planner.SparseTangent, planner.SparseAdjoint} {
		w, err := solved(ctx, p.Dag, planner.Options{Method: method})
		if err != nil {
			return way{}, err
		}
		all = append(all, w)
	}
	all, _ = withModes(ctx, p, all, mostEntries)
	return slices.MinFunc(all, func(a, b way) int {
		return cmp.Compare(a.rank(mostEntries), b.rank(mostEntries))
	}), nil
}

// advise notes what marks would make a way faster, which took that if it was carried out.
func (r *result) advise(w way, run measured.Run) {
	r.Advice = r.program.Advise(run.Meeting(w.driver.Operations()), w.driver.Moves(), r.worth)
	r.Heavy = r.program.Heavy(w.driver.Operations(), w.driver.Moves())
	r.Values = r.program.ValuesSeconds()
	r.advised = w.takes + r.Values
}

// writeAdvice prints where the time goes, and the largest gains, or all.
func (r result) writeAdvice(w io.Writer, all bool) {
	if len(r.Heavy) > 0 {
		fmt.Fprintf(w, "most of the time: %s\n", strings.Join(r.Heavy, ", "))
	}
	switch {
	case len(r.program.Report.Unheard) > 0:
		fmt.Fprintf(w, "There was no time to look, for advice, at what marks of %s do: --time allows more.\n",
			strings.Join(r.program.Report.Unheard, ", "))
	case len(r.Advice) == 0:
		fmt.Fprintf(w, "advice: none; no other mark is predicted to save %.0f %%\n", 100*r.worth)
	}
	for k, a := range r.Advice {
		if k == fewAdvices && !all {
			fmt.Fprintf(w, "--advise prints %d more.\n", len(r.Advice)-k)
			break
		}
		fmt.Fprintf(w, "advice: %s: about %s less of %s\n", a.Text, style.Seconds(a.Seconds),
			style.Seconds(r.advised))
	}
}
