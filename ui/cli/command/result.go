package command

import (
	"context"
	"fmt"
	"io"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
)

// result is the result of a run as it is printed.
type result struct {
	File         string      `json:"file"`
	Method       string      `json:"method"`
	Cost         *model.Cost `json:"cost"` // null where nothing was found
	LowerBound   model.Cost  `json:"lower_bound"`
	Proven       bool        `json:"proven"`
	PeakEntries  *model.Cost `json:"peak_entries"` // of Jacobians held at once; null without a sequence
	DenseTangent model.Cost  `json:"dense_tangent"`
	DenseAdjoint model.Cost  `json:"dense_adjoint"`
	compressed
	ElapsedSeconds float64     `json:"elapsed_seconds"`
	Workers        int         `json:"workers"`
	Nodes          nodeCounts  `json:"nodes"`
	Sequence       listing     `json:"sequence"`
	Incumbents     []incumbent `json:"incumbents"`

	method planner.Method
	gap    float64
	beaten string // by a mode that is no sequence
}

type nodeCounts struct {
	Discovered int64 `json:"discovered"`
	Explored   int64 `json:"explored"`
	Bounded    int64 `json:"bounded"`
	Duplicates int64 `json:"duplicates"`
}

type incumbent struct {
	Seconds float64    `json:"seconds"`
	Cost    model.Cost `json:"cost"`
	Source  string     `json:"source"`
}

func newResult(ctx context.Context, file string, g *model.Dag, end planner.Result) (result, error) {
	modes := modesBeside(ctx, g)
	r := result{
		File: file, Method: end.Method.String(), LowerBound: end.Bound, Proven: end.Proven,
		DenseTangent: modes.DenseTangent, DenseAdjoint: modes.DenseAdjoint,
		compressed:     compressed{modes.CompressedTangent, modes.CompressedAdjoint},
		ElapsedSeconds: end.Elapsed.Seconds(), Workers: end.Options.Workers,
		Nodes:      nodeCounts{end.Discovered, end.Explored, end.Bounded, end.Duplicates},
		Incumbents: []incumbent{},
		method:     end.Method, gap: end.Gap(),
	}
	for _, i := range end.Found {
		r.Incumbents = append(r.Incumbents, incumbent{i.Time.Seconds(), i.Cost, i.Source.String()})
	}
	if !end.HasIncumbent {
		return r, nil
	}
	r.Cost = &end.Incumbent.Cost
	if !end.Method.CostOnly() {
		r.beaten = style.Beaten(&modes, end.Incumbent.Cost, end.Bound)
	}
	r.Sequence = listing{start: model.NewState(g), ops: end.Incumbent.Ops}
	memory, err := model.MemoryOf(r.Sequence.start, r.Sequence.ops)
	if !end.Method.CostOnly() {
		r.PeakEntries = &memory.Peak
	}
	return r, err
}

const (
	// quickModes is up to how much work the modes beside a result take a moment, and
	// mostBeside how long they may take beyond, where the run did not end with its time.
	quickModes = 1 << 20
	mostBeside = 200 * time.Millisecond
)

// modesBeside is what the modes cost that are no sequences; the compressed ones are left out
// where their patterns would keep a user waiting.
func modesBeside(ctx context.Context, g *model.Dag) model.Classical {
	if model.WorkOfClassical(g) <= quickModes {
		return model.AtOnceOf(g, func() bool { return false })
	}
	late, cancel := context.WithTimeout(ctx, mostBeside)
	defer cancel()
	return model.AtOnceOf(g, func() bool { return late.Err() != nil })
}

// headline is the result in a line.
func (r result) headline() string {
	total := "total " + r.Cost.String()
	switch within := map[planner.Method]string{planner.EdgeElimination: " among edge eliminations",
		planner.VertexElimination: " among vertex eliminations"}; {
	case r.method.CostOnly(), r.Cost.IsSaturated():
		return total
	case r.LowerBound >= *r.Cost:
		return total + ", proved optimal"
	case r.Proven:
		return total + ", proved optimal" + within[r.method]
	}
	return fmt.Sprintf("%s, at least %s, gap %s", total, r.LowerBound, style.Percent(r.gap))
}

// write prints the result in a line, the paper's listing, and what is proved below it.
func (r result) write(w io.Writer) error {
	fmt.Fprintf(w, "%s\nelapsed time: %.6gs\n\n", r.headline(), r.ElapsedSeconds)
	if err := shell.WriteListing(w, r.Sequence.lines(step.line)); err != nil {
		return err
	}
	fmt.Fprintf(w, "dense tangent cost: %s\ndense adjoint cost: %s\n", r.DenseTangent, r.DenseAdjoint)
	if r.Tangent != nil {
		fmt.Fprintf(w, "compressed tangent cost: %s\ncompressed adjoint cost: %s\n", r.Tangent, r.Adjoint)
	}
	fmt.Fprintf(w, "optimized cost: %s\n\n", r.Cost)
	if r.searches() {
		r.writeStatistics(w)
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "lower bound: %s\n%s\n", r.LowerBound, r.verdict())
	if r.beaten != "" {
		fmt.Fprintln(w, r.beaten)
	}
	return nil
}

func (r result) writeStatistics(w io.Writer) {
	fmt.Fprintf(w,
		"branch and bound statistics:\n  number of discovered branches: %d\n  number of explored branches: %d\n",
		r.Nodes.Discovered, r.Nodes.Explored)
}

func (r result) searches() bool {
	return r.method == planner.BranchAndBound || r.method == planner.EdgeElimination ||
		r.method == planner.VertexElimination
}

func (r result) verdict() string {
	switch {
	case r.method.CostOnly():
		return "this mode is not an elimination sequence"
	case r.Cost.IsSaturated():
		return "the optimized cost does not fit into 64 bits: nothing is proved of it, choose a larger unit of costs"
	case r.LowerBound >= *r.Cost:
		return "optimum: proven among face eliminations"
	case r.Proven && r.method == planner.EdgeElimination:
		return "optimum: proven among edge eliminations"
	case r.Proven && r.method == planner.VertexElimination:
		return "optimum: proven among vertex eliminations"
	case r.Proven:
		return "optimum: proven"
	}
	return "optimum: not proven, the gap is " + style.Percent(r.gap)
}

// writeSequence writes the file of --out.
func (r result) writeSequence(w io.Writer) error {
	fmt.Fprintf(w, "# %s of %s: cost %s, lower bound %s\n", r.Method, model.OneLine(r.File), r.Cost,
		r.LowerBound)
	return r.Sequence.each(func(s step) { fmt.Fprintln(w, s) })
}
