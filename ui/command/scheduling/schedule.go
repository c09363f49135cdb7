// Package scheduling holds the commands about time on several machines and memory:
// facet schedule and facet front, and what facet solve prints for these objectives.
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
	"facet/planner/timetable"
	"facet/ui/figure"
	"facet/ui/files"
	"facet/ui/gantt"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

// mostMachines is how many machines may be asked for.
const mostMachines = 1_000_000_000

// CheckMachines says what is wrong with a number of machines.
func CheckMachines(flag string, n int) error {
	if n < 1 || n > mostMachines {
		return fmt.Errorf("--%s is %d: choose a number of machines from 1 to %d", flag, n, mostMachines)
	}
	return nil
}

// Budget is a flag for a number of entries.
type Budget struct{ entries *model.Cost }

// String is empty for none.
func (b *Budget) String() string {
	if b.entries == nil {
		return ""
	}
	return b.entries.String()
}

// Type is how the flag's value is called in the help.
func (b *Budget) Type() string { return "entries" }

// Set reads a number of entries.
func (b *Budget) Set(text string) error {
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

// Entries is the budget; nil for none.
func (b *Budget) Entries() *model.Cost { return b.entries }

type scheduling struct {
	shell    shell.Shell
	sequence string
	machines int
	split    bool
	budget   Budget
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
--split, the columns and rows of its seed are shared out among the machines. It needs the
Jacobians that it uses, and a sum needs all of its products. The schedule is proved to be
the shortest where that can be done in time. With one machine the order is the one that
holds the fewest entries.

Without --sequence, the cheapest sequence is searched for. A bar is heavy where the
operation lies on a critical path; the numbers are those of the operations.

` + shell.FileHelp,
		Example:           "  facet schedule --machines 2 newton2\n  facet schedule --machines 4 --split --json openfoam\n  facet schedule --machines 2 --peak 6000000000 openfoam",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	k := &scheduling{shell: s}
	classic := shell.ClassicFlag(c)
	c.Flags().StringVar(&k.sequence, "sequence", "", "schedule the sequence in this file (default: the cheapest, which is searched for)")
	c.Flags().IntVar(&k.machines, "machines", 2, "number of machines")
	c.Flags().BoolVar(&k.split, "split", false, "share the columns and rows of seeds out among the machines")
	c.Flags().Var(&k.budget, "peak", "hold at most this many entries of Jacobians at once")
	shell.Known(c, "machines", "workers", "threads", "workers-of-plan")
	shell.Known(c, "peak", "memory", "memory-of-plan")
	c.Flags().BoolVar(&k.json, "json", false, "print one JSON object")
	c.Flags().BoolVar(&k.steps, "steps", false, "draw over steps instead of time")
	c.Flags().BoolVar(&k.ascii, "ascii", false, "draw with ASCII characters only")
	c.Flags().IntVar(&k.width, "width", 0, "columns of the chart (default: the terminal's, else 100)")
	limit := shell.Limit(10 * time.Second)
	c.Flags().Var(&limit, "time", "time limit of the search for a sequence, and of that for a schedule")
	seed := c.Flags().Uint64("seed", 0, "seed of random choices")
	c.Flags().StringVarP(&k.out, "out", "o", "", "write the operations in the order of the schedule to this file")
	c.Flags().StringVar(&k.figure, "figure", "", "write the chart to this file: .svg, or .tikz or .tex for LaTeX")
	k.force = shell.ForceFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		k.options = planner.Options{Time: time.Duration(limit), Seed: *seed}
		if err := k.check(args[0]); err != nil {
			return err
		}
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		return k.run(c.Context(), args[0], g)
	}
	return c
}

// check refuses flags before anything is read or searched.
func (k *scheduling) check(file string) error {
	if err := CheckMachines("machines", k.machines); err != nil {
		return err
	}
	if k.width < 0 || k.width > 0 && k.width < 40 || k.width > 10_000 {
		return fmt.Errorf("--width is %d: choose a number of columns from 40 to 10000", k.width)
	}
	if file == shell.Stdin && k.sequence == shell.Stdin {
		return fmt.Errorf("FILE and --sequence cannot both be standard input")
	}
	if k.out == shell.Stdin {
		return fmt.Errorf("--out would mix with the result on standard output: name a file")
	}
	if k.figure != "" && !slices.Contains(figures, path.Ext(k.figure)) {
		return fmt.Errorf("--figure is %q: end the name with one of %s", k.figure, strings.Join(figures, ", "))
	}
	for _, name := range []string{k.out, k.figure} {
		if name == "" {
			continue
		}
		if err := k.shell.Files.Check(name, *k.force); err != nil {
			return shell.Forced(err)
		}
	}
	return nil
}

// figures are the endings of files for charts.
var figures = []string{".svg", ".tikz", ".tex"}

// draw writes the chart to a file.
func (k *scheduling) draw(r *report) error {
	c := figure.Chart{Table: r.table, Title: r.File}
	for _, p := range r.Operations {
		c.Names = append(c.Names, fmt.Sprintf("%s %s %s %s", p.Op, p.Mode, p.Target, p.Cost))
	}
	write := c.TikZ
	if path.Ext(k.figure) == ".svg" {
		write = func() (string, error) { return c.SVG(style.Auto) }
	}
	text, err := write()
	if err != nil {
		return err
	}
	return k.shell.Store(k.figure, []byte(text), *k.force)
}

func (k *scheduling) run(ctx context.Context, file string, g *model.Dag) error {
	ops, err := k.operations(ctx, file, g)
	if err != nil {
		return err
	}
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	late, cancel := within(ctx, k.options.Time)
	defer cancel()
	o := timetable.Options{Machines: k.machines, Split: k.split, Budget: k.budget.Entries(), Seed: k.options.Seed}
	t, err := timetable.New(late, tasks, o)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	r := newReport(file, g, ops, t)
	var kept error
	if k.out != "" {
		kept = k.keep(g, t)
	}
	if k.figure != "" {
		kept = errors.Join(kept, k.draw(r))
	}
	if k.json {
		return errors.Join(shell.WriteJSON(k.shell.Data, r), kept)
	}
	theme := style.Make(style.Mono, k.ascii, 0)
	r.write(k.shell.Out, theme, gantt.Options{Width: cmp.Or(k.width, k.shell.Width, 100), Steps: k.steps, Selected: -1, Related: -1})
	return kept
}

// within ends a context after a time; none is no limit.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// operations reads the sequence, or searches for the cheapest one.
func (k *scheduling) operations(ctx context.Context, file string, g *model.Dag) ([]model.Op, error) {
	if k.sequence == "" {
		return plan(ctx, file, g, k.options)
	}
	in, err := k.shell.Files.Read(ctx, files.Sequence, k.sequence)
	if err != nil {
		return nil, err
	}
	ops, end, err := in.Operations(model.NewState(g))
	if err != nil {
		return nil, err
	}
	if !end.Done() {
		return nil, fmt.Errorf("%s: the sequence is not complete, %d faces and %d Jacobians are left: complete it",
			shell.Called(k.sequence), end.Faces(), end.Lacking())
	}
	return ops, nil
}

// plan searches for the cheapest sequence.
func plan(ctx context.Context, file string, g *model.Dag, o planner.Options) ([]model.Op, error) {
	run, err := planner.Start(ctx, model.NewState(g), o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	end, err := run.Wait()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	if !end.HasIncumbent {
		return nil, fmt.Errorf("%s: no sequence was found in %s: give it more time, or a --sequence", shell.Called(file), end.Elapsed.Round(time.Millisecond))
	}
	return end.Incumbent.Ops, nil
}

// keep writes the operations in the order of the schedule, as a sequence if the rules
// allow that order.
func (k *scheduling) keep(g *model.Dag, t *timetable.Timetable) error {
	ops, err := t.Graph.Replay(model.NewState(g), t.Order)
	if err != nil {
		return fmt.Errorf("no file is written: by Rules 2 and 3 these operations are no sequence in this order, though they compute the same: %w", err)
	}
	text, err := model.FormatSequence(model.NewState(g), ops)
	if err != nil {
		return err
	}
	return k.shell.Store(k.out, []byte(text), *k.force)
}

// critical lists the operations on a critical path.
func critical(t *timetable.Timetable) (all []int) {
	for k, is := range t.Critical {
		if is {
			all = append(all, k)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(t.Operations[a].Start, t.Operations[b].Start) })
	return all
}
