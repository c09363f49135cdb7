// Package scheduling has facet schedule and facet front, the commands about time on
// several machines and memory, and what facet solve prints for these objectives.
package scheduling

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner"
	"facet/planner/resources/timetable"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/files"
	"facet/ui/resources/chart"
	"facet/ui/resources/gantt"

	"github.com/spf13/cobra"
)

// mostMachines is the most machines that the user may ask for.
const mostMachines = 1_000_000_000

// checkMachines refuses a number of machines that is too small or too large.
func checkMachines(flag string, n int) error {
	if n < 1 || n > mostMachines {
		return fmt.Errorf("--%s is %d: choose a number of machines from 1 to %d", flag, n, mostMachines)
	}
	return nil
}

// budget is a flag for a number of entries.
type budget struct{ entries *model.Cost }

// String is empty for no budget.
func (b *budget) String() string {
	if b.entries == nil {
		return ""
	}
	return b.entries.String()
}

// Type is the name of the value in the help.
func (b *budget) Type() string { return "entries" }

// Set reads a number of entries.
func (b *budget) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) && text[0] != '-':
		return fmt.Errorf("%s does not fit into 64 bits: leave the budget out, or write a number up to 9223372036854775807", text)
	case err != nil || n < 0:
		return fmt.Errorf("%q is no number of entries: write a whole number from 0", text)
	}
	c := model.Cost(n)
	b.entries = &c
	return nil
}

type scheduling struct {
	shell    shell.Shell
	sequence string
	machines int
	split    bool
	budget   budget
	json     bool
	steps    bool
	ascii    bool
	width    int
	out      string
	figure   string
	force    *bool
	options  planner.Options
}

// ScheduleCommand is facet schedule.
func ScheduleCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "schedule FILE",
		Short: "Schedule a sequence on several machines",
		Long: `Schedule the operations of a sequence on several machines, and print a chart of what
each machine does and of the entries of Jacobians that are held, on one axis.

An operation takes as long as it costs, on one machine, without interruption; with
--split, the columns and rows of its seed are shared out among the machines; a sparse
product is not, since its columns cost differently. An operation needs the Jacobians that
it uses, and a sum needs all of its products. The schedule is proved to be the shortest
where that can be done in time. With one machine the order is the one that holds the
fewest entries.

Without --sequence, the cheapest sequence is searched for. A bar is heavy where the
operation lies on a critical path; the numbers are those of the operations.

` + shell.FileHelp,
		Example:           "  facet schedule --machines 2 newton2\n  facet schedule --machines 4 --split --json openfoam\n  facet schedule --machines 2 --peak 6000000000 openfoam",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	k := &scheduling{shell: s}
	classic := shell.ClassicFlag(c)
	c.Flags().StringVar(&k.sequence, "sequence", "",
		"schedule the sequence in this file (default: the cheapest, which is searched for)")
	c.Flags().IntVar(&k.machines, "machines", 2, "number of machines")
	c.Flags().BoolVar(&k.split, "split", false, "share the columns and rows of seeds out among the machines")
	c.Flags().Var(&k.budget, "peak", "hold at most this many entries of Jacobians at once")
	shell.Known(c, "machines", "workers", "threads", "workers-of-plan")
	shell.Known(c, "peak", "memory", "memory-of-plan")
	c.Flags().BoolVar(&k.json, "json", false, "print one JSON object")
	c.Flags().BoolVar(&k.steps, "steps", false, "draw over steps instead of time")
	c.Flags().BoolVar(&k.ascii, "ascii", false, "draw with ASCII characters only")
	c.Flags().IntVar(&k.width, "width", 0, "columns of the chart (default: the terminal's, else 100)")
	k.options.Time = 10 * time.Second
	c.Flags().Var((*shell.Limit)(&k.options.Time), "time",
		"stop after this time, of which a search for a sequence has half")
	c.Flags().Uint64Var(&k.options.Seed, "seed", 0, "seed of random choices")
	c.Flags().StringVarP(&k.out, "out", "o", "",
		"write the operations in the order of the schedule to this file")
	c.Flags().StringVar(&k.figure, "figure", "",
		"write the chart to this file: .svg, or .tikz or .tex for LaTeX")
	k.force = shell.ForceFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := k.check(args[0]); err != nil {
			return err
		}
		defer shell.InTime(c, k.options.Time)()
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		return k.run(c.Context(), args[0], g)
	}
	return c
}

// check refuses flags before anything is read or searched.
func (s *scheduling) check(file string) error {
	if err := checkMachines("machines", s.machines); err != nil {
		return err
	}
	if s.width < 0 || s.width > 0 && s.width < 40 || s.width > 10_000 {
		return fmt.Errorf("--width is %d: choose a number of columns from 40 to 10000", s.width)
	}
	if file == shell.Stdin && s.sequence == shell.Stdin {
		return fmt.Errorf("FILE and --sequence cannot both be standard input")
	}
	if s.figure != "" && !slices.Contains(figures, path.Ext(s.figure)) {
		return fmt.Errorf("--figure is %q: end the name with one of %s", s.figure,
			strings.Join(figures, ", "))
	}
	return cmp.Or(s.shell.Writable("out", s.out, *s.force), s.shell.Writable("figure", s.figure, *s.force))
}

// figures are the file extensions of charts.
var figures = []string{".svg", ".tikz", ".tex"}

// draw writes the chart to a file.
func (s *scheduling) draw(r *report) error {
	c := chart.Chart{Table: r.table, Title: r.File}
	for _, p := range r.Operations {
		c.Names = append(c.Names, fmt.Sprintf("%s %s %s %s", p.Op, p.Mode, p.Target, p.Cost))
	}
	write := c.TikZ
	if path.Ext(s.figure) == ".svg" {
		write = func() (string, error) { return c.SVG(style.Auto) }
	}
	text, err := write()
	if err != nil {
		return err
	}
	return s.shell.Store(s.figure, []byte(text), *s.force)
}

func (s *scheduling) run(ctx context.Context, file string, g *model.Dag) error {
	ops, err := s.operations(ctx, file, g)
	if err != nil {
		return err
	}
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	o := timetable.Options{Machines: s.machines, Split: s.split, Budget: s.budget.entries,
		Seed: s.options.Seed}
	t, err := timetable.New(ctx, tasks, o)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	r := newReport(file, g, ops, t)
	var kept error
	if s.out != "" {
		kept = s.keep(g, t)
	}
	if s.figure != "" {
		kept = errors.Join(kept, s.draw(r))
	}
	if s.json {
		return errors.Join(shell.WriteJSON(s.shell.Data, r), kept)
	}
	theme := style.Make(style.Mono, s.ascii, 0)
	r.write(s.shell.Out, theme, gantt.Options{Width: cmp.Or(s.width, s.shell.Width, 100), Steps: s.steps,
		Selected: -1, Related: -1})
	return kept
}

// operations reads the sequence, or searches for the cheapest one.
func (s *scheduling) operations(ctx context.Context, file string, g *model.Dag) ([]model.Op, error) {
	if s.sequence == "" {
		half := s.options
		half.Time /= 2
		return plan(ctx, file, g, half)
	}
	in, err := s.shell.Files.Read(ctx, files.Sequence, s.sequence)
	if err != nil {
		return nil, err
	}
	ops, end, err := in.Operations(model.NewState(g))
	if err != nil {
		return nil, err
	}
	if !end.Done() {
		return nil,
			fmt.Errorf("%s: the sequence is not complete, %d faces and %d Jacobians are left: complete it",
				shell.Called(s.sequence), end.Faces(), end.Lacking())
	}
	return ops, nil
}

// plan searches for the cheapest sequence.
func plan(ctx context.Context, file string, g *model.Dag, o planner.Options) ([]model.Op, error) {
	r, err := planner.Solve(ctx, model.NewState(g), o)
	if err = r.IgnoreStop(err); errors.Is(err, planner.ErrNothing) {
		err = fmt.Errorf("%w: give it more time, or a --sequence", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	return r.Incumbent.Ops, nil
}

// keep writes the operations in the order of the schedule, as a sequence if that order is
// possible.
func (s *scheduling) keep(g *model.Dag, t *timetable.Timetable) error {
	ops, err := t.Graph.Replay(model.NewState(g), t.Order)
	if err != nil {
		return fmt.Errorf("no file is written: by Rules 2 and 3 these operations are no sequence in this order, though they compute the same: %w", err)
	}
	text, err := model.FormatSequence(model.NewState(g), ops)
	if err != nil {
		return err
	}
	return s.shell.Store(s.out, []byte(text), *s.force)
}

// critical lists the operations on a critical path.
func critical(t *timetable.Timetable) (all []int) {
	for k, is := range t.Critical {
		if is {
			all = append(all, k)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Compare(t.Operations[a].Start, t.Operations[b].Start)
	})
	return all
}
