package ranges

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"facet/model"
	"facet/planner/ranges"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/files"

	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
)

// rangesTime is the default time limit.
const rangesTime = 10 * time.Second

// leastTable is the least width of the table.
const leastTable = 40

// robustFor is the time for the robustness where the user did not ask for it.
const robustFor = 300 * time.Millisecond

// mostWithin is the largest value of --within, in per cent.
const mostWithin = 10_000

// ranging is the flags of the command.
type ranging struct {
	classic, json, csv, ascii bool
	sequence                  string
	width                     int
	within                    float64
	options                   ranges.Options
}

func command(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "ranges FILE",
		Short: "Print in which intervals of costs and sizes a sequence stays optimal",
		Long: `Print for each tangent cost T, adjoint cost A and size n the whole numbers for which
a sequence stays optimal while all others are as they are, and what it costs more than
the optimum beyond. The sequence is an optimal one, or that of --sequence. The
tightest interval comes first. The axis shows factors of the present value.

Below the table stands by which factor all tangent and adjoint costs may be wrong at
once, each by its own, for the sequence to stay optimal, or within some per cent of the
optimum with --within, which then has all of the time.

Intervals are exact. Where the time does not suffice for a proof, an end is marked
with ? and the interval is an inner one.

Where Jacobians have patterns, these fix the sizes. In their place the prices of sparse
products have intervals, sparse_product_cost and sparse_product_setup, and the widths of
bands.

` + shell.FileHelp,
		Example:           "  facet ranges lion\n  facet solve -o plan.txt dag.xml && facet ranges --sequence plan.txt --json dag.xml",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	var r ranging
	flags := c.Flags()
	classic, asJSON := shell.ClassicFlag(c), shell.JSONFlag(c)
	flags.BoolVar(&r.csv, "csv", false, "print comma-separated values with a header")
	flags.StringVar(&r.sequence, "sequence", "",
		"file with a complete sequence, as for facet replay (default: an optimal one)")
	flags.Float64Var(&r.within, "within", 0,
		"per cent that the sequence may be above the optimum where all costs are wrong")
	flags.IntVar(&r.width, "width", 0, "columns of the table (default: the terminal's, else 80)")
	flags.BoolVar(&r.ascii, "ascii", false, "draw with ASCII characters only")
	r.options.Search.Time = rangesTime
	shell.LimitFlags(c, &r.options.Search)
	flags.Lookup("time").Usage = "stop after this time; what is not proved by then is marked"
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := shell.OneAlone(c, "json", "csv"); err != nil {
			return err
		}
		if err := shell.CheckOptions(&r.options.Search); err != nil {
			return err
		}
		if c.Flags().Changed("width") && r.width < leastTable {
			return fmt.Errorf("--width is %d: choose at least %d columns", r.width, leastTable)
		}
		if !(r.within >= 0 && r.within <= mostWithin) {
			return fmt.Errorf("--within is %v: choose a percentage from 0 to %d", r.within, mostWithin)
		}
		if !c.Flags().Changed("within") {
			r.options.RobustTime = robustFor // the user did not ask for it
		}
		r.classic, r.json = *classic, *asJSON
		r.options.Robust, r.options.Within = true, r.within
		return r.run(c, s, args[0])
	}
	return c
}

func (r ranging) run(c *cobra.Command, s shell.Shell, file string) error {
	if file == shell.Stdin && r.sequence == shell.Stdin {
		return fmt.Errorf("FILE and --sequence cannot both be standard input")
	}
	defer shell.InTime(c, r.options.Search.Time)()
	g, err := s.ClassicDag(c, file, r.classic)
	if err != nil {
		return err
	}
	ops, err := readSequence(c.Context(), s, g, r.sequence)
	if err != nil {
		return err
	}
	began := time.Now()
	found, err := ranges.Analyse(c.Context(), g, ops, r.options)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	result := newRanged(file, g, found, time.Since(began))
	switch {
	case r.json:
		return shell.WriteJSON(s.Data, result)
	case r.csv:
		return result.writeCSV(s.Data)
	}
	width := r.width
	if width == 0 {
		width = s.Width
	}
	if width == 0 {
		width = 80
	}
	return result.write(s.Out, NewTable(g, found.Ranges), style.Make(style.Mono, r.ascii, termenv.Ascii),
		width)
}

// readSequence reads a complete sequence for the dag; nil without a file.
func readSequence(ctx context.Context, s shell.Shell, g *model.Dag, file string) ([]model.Op, error) {
	if file == "" {
		return nil, nil
	}
	in, err := s.Files.Read(ctx, files.Sequence, file)
	if err != nil {
		return nil, err
	}
	ops, _, err := in.Operations(model.NewState(g))
	return ops, err
}

// ranged is the result of an analysis as JSON.
type ranged struct {
	File       string            `json:"file"`
	Cost       model.Cost        `json:"cost"`    // of the sequence
	Optimal    *bool             `json:"optimal"` // null where it is not known
	Best       model.Cost        `json:"best"`    // of all known sequences
	LowerBound model.Cost        `json:"lower_bound"`
	Seconds    float64           `json:"elapsed_seconds"`
	Ranges     []rangeEntry      `json:"ranges"`
	Robustness robustEntry       `json:"robustness"`
	Sequence   []shell.Operation `json:"sequence"`

	robustness *ranges.Robustness
}

// robustEntry says by how much all measured costs may be wrong at once.
type robustEntry struct {
	Within float64  `json:"within_percent"`
	Holds  bool     `json:"holds"`   // the sequence is within Within per cent at the present costs
	Factor *float64 `json:"factor"`  // null where it does not hold; else 1 + e
	Error  *float64 `json:"error"`   // e
	AtMost *float64 `json:"at_most"` // no larger factor holds; null where there is no limit up to Factor
	Exact  bool     `json:"exact"`
}

func newRobustEntry(r *ranges.Robustness) robustEntry {
	e := robustEntry{Within: r.Percent, Holds: r.Holds, Exact: r.Exact}
	if !r.Holds {
		return e
	}
	more := math.Round((r.Factor-1)*1e6) / 1e6
	e.Factor, e.Error = &r.Factor, &more
	if !math.IsInf(r.AtMost, 0) {
		e.AtMost = &r.AtMost
	}
	return e
}

// rangeEntry is the interval of one parameter.
type rangeEntry struct {
	Edge   *string `json:"edge,omitempty"`
	Vertex *string `json:"vertex,omitempty"`
	What   string  `json:"what"`
	Value  int64   `json:"value"`
	From   *int64  `json:"from"` // null where the sequence is never optimal
	To     *int64  `json:"to"`   // null where nothing bounds it, too
	Never  bool    `json:"never,omitempty"`
	Proved bool    `json:"proved"`

	Unexamined bool `json:"unexamined,omitempty"`

	// Where it is not proved, the whole interval is within these.
	Least *int64 `json:"from_at_least,omitempty"`
	Most  *int64 `json:"to_at_most,omitempty"`

	Below *lossEntry `json:"below"` // null for an interval without end
	Above *lossEntry `json:"above"`
}

// lossEntry says by how much a sequence exceeds the optimum beyond an end.
type lossEntry struct {
	At      int64       `json:"at"`
	Loss    model.Cost  `json:"loss"`
	PerUnit *model.Cost `json:"per_unit"` // null where costs rise in steps
	Exact   bool        `json:"exact"`    // else a lower bound
}

func newRanged(file string, g *model.Dag, found *ranges.Report, took time.Duration) ranged {
	r := ranged{File: file, Cost: found.Cost, Best: found.Best, LowerBound: found.Bound,
		Seconds: took.Seconds(), robustness: found.Robustness, Ranges: []rangeEntry{}}
	if yes := found.IsOptimal(); yes || found.Best < found.Cost {
		r.Optimal = &yes
	}
	for k := range found.Ranges {
		r.Ranges = append(r.Ranges, newRangeEntry(g, &found.Ranges[k]))
	}
	r.Robustness = newRobustEntry(found.Robustness)
	r.Sequence = shell.Operations(g, found.Ops)
	return r
}

func newRangeEntry(g *model.Dag, r *ranges.Range) rangeEntry {
	e := rangeEntry{What: r.What.String(), Value: r.Value, Never: r.Never, Proved: r.Proved(),
		Unexamined: r.Unexamined, Below: newLossEntry(r.Below), Above: newLossEntry(r.Above)}
	name := Name(g, r.Parameter)
	switch r.What {
	case ranges.Size:
		e.Vertex = &name
	case ranges.SparseProductCost, ranges.SparseProductSetup: // of the dag
	default:
		e.Edge = &name
	}
	if r.Never {
		return e
	}
	if r.Unexamined {
		return e
	}
	if !r.Unknown {
		e.From = &r.From
		if r.To != ranges.Unbounded {
			e.To = &r.To
		}
	}
	if !e.Proved {
		e.Least = &r.Least
		if r.Most != ranges.Unbounded {
			e.Most = &r.Most
		}
	}
	return e
}

func newLossEntry(l ranges.Loss) *lossEntry {
	if !l.IsKnown() {
		return nil
	}
	e := &lossEntry{At: l.At, Loss: l.Cost, Exact: l.Exact}
	if l.PerUnit > 0 {
		e.PerUnit = &l.PerUnit
	}
	return e
}

// write prints the table for a reader.
func (r *ranged) write(w io.Writer, t *Table, th *style.Theme, width int) error {
	fmt.Fprintf(w, "%s: the sequence costs %s, %s\n\n", model.OneLine(r.File), style.Number(r.Cost),
		r.verdict())
	fmt.Fprintln(w, t.Head(th, width))
	for k := range t.Len() {
		fmt.Fprintln(w, t.Row(th, k, width))
	}
	fmt.Fprintf(w, "\n%s\n\n", Robust(r.robustness))
	for _, line := range t.Legend() {
		fmt.Fprintln(w, line)
	}
	return nil
}

func (r *ranged) verdict() string {
	switch {
	case r.Optimal == nil:
		return fmt.Sprintf("and it is not known whether that is optimal: the lower bound is %s",
			style.Number(r.LowerBound))
	case *r.Optimal:
		return "which is optimal"
	case r.LowerBound == r.Best:
		return fmt.Sprintf("%s above the optimum: an interval is where it would be optimal",
			style.Number(r.Cost-r.Best))
	}
	return fmt.Sprintf("%s above the best known: an interval is where it would be optimal",
		style.Number(r.Cost-r.Best))
}

// writeCSV writes a row for each range under a header.
func (r *ranged) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"edge", "vertex", "what", "value", "from", "to", "never", "proved", "loss_below",
		"per_unit_below", "loss_above", "per_unit_above"}}
	for _, e := range r.Ranges {
		row := []string{"", "", e.What, strconv.FormatInt(e.Value, 10), decimal(e.From), decimal(e.To),
			strconv.FormatBool(e.Never), strconv.FormatBool(e.Proved)}
		switch {
		case e.Edge != nil:
			row[0] = *e.Edge
		case e.Vertex != nil:
			row[1] = *e.Vertex
		}
		for _, l := range [...]*lossEntry{e.Below, e.Above} {
			if l == nil {
				row = append(row, "", "")
				continue
			}
			row = append(row, strconv.FormatInt(int64(l.Loss), 10), decimal((*int64)(l.PerUnit)))
		}
		rows = append(rows, row)
	}
	return out.WriteAll(rows)
}

// decimal writes a number, or nothing for nil.
func decimal(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}
