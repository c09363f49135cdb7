package scheduling

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/resources/objective"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"

	"github.com/spf13/cobra"
)

// front is the output of facet front.
type front struct {
	File          string     `json:"file"`
	Machines      int        `json:"machines"`
	Points        []point    `json:"front"`
	Budgets       bool       `json:"proven_cost_peak"` // no sequence is better in both cost and peak
	CostBound     model.Cost `json:"cost_lower_bound"`
	PeakBound     model.Cost `json:"peak_lower_bound"`
	MakespanBound model.Cost `json:"makespan_lower_bound"`
	Seconds       float64    `json:"elapsed_seconds"`
}

type point struct {
	Cost     model.Cost        `json:"cost"`
	Peak     model.Cost        `json:"peak"`
	Makespan model.Cost        `json:"makespan"`
	Sequence []shell.Operation `json:"sequence"`
}

// FrontCommand is facet front.
func FrontCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "front FILE",
		Short: "Print what cost, memory and time on several machines trade for each other",
		Long: `Print the front of cost, peak memory and makespan: sequences of which none is better than
another in all three. The peak is that of one operation after another, the makespan that
on --machines, whatever is held then. On small dags the front in cost and peak is proved.

` + shell.FileHelp,
		Example:           "  facet front newton1\n  facet front --machines 4 --csv bat",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	machines := c.Flags().Int("machines", 2, "number of machines")
	asJSON := shell.JSONFlag(c)
	asCSV := c.Flags().Bool("csv", false, "print comma-separated values with a header")
	o := planner.Options{Time: 20 * time.Second}
	c.Flags().Var((*shell.Limit)(&o.Time), "time", "stop after this time and print what was found")
	c.Flags().Uint64Var(&o.Seed, "seed", 0, "seed of random choices")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := cmp.Or(shell.OneAlone(c, "json", "csv"), checkMachines("machines", *machines)); err != nil {
			return err
		}
		defer shell.InTime(c, o.Time)()
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		begun := time.Now()
		ctx := c.Context()
		known, err := start(ctx, g, o)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		f := objective.Trade(ctx, g, *machines, known)
		if len(f.Points) == 0 {
			return nothing(args[0])
		}
		r := front{File: args[0], Machines: *machines, Points: []point{}, Budgets: f.Budgets,
			CostBound: f.Cost, PeakBound: f.Peak, MakespanBound: f.Makespan}
		for _, p := range f.Points {
			if err := model.Prove(g, p.Ops); err != nil {
				return fmt.Errorf("%s: a sequence is wrong: %w", shell.Called(args[0]), err)
			}
			r.Points = append(r.Points, point{p.Cost, p.Peak, p.Makespan, shell.Operations(g, p.Ops)})
		}
		r.Seconds = time.Since(begun).Seconds()
		switch {
		case *asJSON:
			return shell.WriteJSON(s.Data, r)
		case *asCSV:
			return r.writeCSV(s.Data)
		}
		r.write(s.Out)
		return nil
	}
	return c
}

func (f *front) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"file", "machines", "cost", "peak", "makespan", "operations"}}
	number := func(c model.Cost) string { return strconv.FormatInt(int64(c), 10) }
	for _, p := range f.Points {
		rows = append(rows, []string{f.File, strconv.Itoa(f.Machines), number(p.Cost), number(p.Peak),
			number(p.Makespan), strconv.Itoa(len(p.Sequence))})
	}
	return out.WriteAll(rows)
}

func (f *front) write(w io.Writer) {
	rows := [][]string{{"", "cost", "peak memory", fmt.Sprintf("makespan on %d", f.Machines), "operations"}}
	for k, p := range f.Points {
		rows = append(rows, []string{strconv.Itoa(k + 1), p.Cost.String(), p.Peak.String(),
			p.Makespan.String(), strconv.Itoa(len(p.Sequence))})
	}
	rows = append(rows, []string{"", f.CostBound.String(), f.PeakBound.String(), f.MakespanBound.String(),
		"lower bounds"})
	fmt.Fprint(w, style.Table("rrrrl", rows))
	if f.Budgets {
		fmt.Fprintln(w, "\nproved: no sequence is better in cost and peak than one of these")
	}
	if len(f.Points) > 1 {
		fmt.Fprintln(w)
		f.plot(w)
	}
}

// plot draws the points by cost and peak, each as its number.
func (f *front) plot(w io.Writer) {
	const columns, rows = 64, 14
	low, high := f.Points[0], f.Points[0]
	for _, p := range f.Points {
		low.Cost, high.Cost = min(low.Cost, p.Cost), max(high.Cost, p.Cost)
		low.Peak, high.Peak = min(low.Peak, p.Peak), max(high.Peak, p.Peak)
	}
	at := func(x, low, high model.Cost, cells int) int {
		if high == low {
			return 0
		}
		return int(float64(x-low) / float64(high-low) * float64(cells-1))
	}
	grid := make([][]byte, rows)
	for y := range grid {
		grid[y] = []byte(strings.Repeat(" ", columns+4))
	}
	for k, p := range f.Points {
		row := grid[rows-1-at(p.Peak, low.Peak, high.Peak, rows)]
		x := at(p.Cost, low.Cost, high.Cost, columns)
		if name := strconv.Itoa(k + 1); strings.TrimSpace(string(row[x:x+len(name)])) == "" {
			copy(row[x:], name)
		}
	}
	fmt.Fprintf(w, "peak %s\n", high.Peak)
	for _, row := range grid {
		fmt.Fprintln(w, strings.TrimRight("  | "+string(row), " "))
	}
	fmt.Fprintf(w, "  +%s\n%s at cost %s to %s\n", strings.Repeat("-", columns+2), low.Peak, low.Cost,
		high.Cost)
}
