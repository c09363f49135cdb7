package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/command/scheduling"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

// solving is what the flags of solve say.
type solving struct {
	options  planner.Options
	classic  *bool
	json     *bool
	log      bool
	tui      bool
	force    *bool
	machines int
	budget   scheduling.Budget
	out      string
	proof    string
}

func (p Program) solveCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "solve FILE",
		Short: "Find an optimal elimination sequence and prove it",
		Long: `Find a cheap or optimal elimination sequence. The default method is branch and bound
over face eliminations, which proves the optimum. ctrl+c stops the search at any time
and prints the best sequence so far.

--makespan looks for the sequence that is the shortest on several machines, and --peak
for the cheapest one that never holds more entries of Jacobians than a budget. Chains and
small dags are searched to the end; others get the best sequence found, and a bound.

Methods:
` + methodHelp() + `
` + shell.FileHelp,
		Example:           "  facet solve newton10\n  facet solve --time 30s --json dag.xml\n  facet solve --bound simple --start none --log bat\n  facet solve --makespan 4 newton2\n  facet solve --peak 6000000000 openfoam",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	var s solving
	s.classic, s.json = shell.ClassicFlag(c), shell.JSONFlag(c)
	set := searchFlags(c)
	c.Flags().BoolVar(&s.log, "log", false, "print a table of the progress while the search runs")
	c.Flags().BoolVar(&s.tui, "tui", false, "watch the search in the explorer")
	screen := screenFlags(c)
	s.force = shell.ForceFlag(c)
	c.Flags().StringVarP(&s.out, "out", "o", "", "write the sequence to this file, for facet replay")
	c.Flags().IntVar(&s.machines, "makespan", 0, "look for the sequence that is the shortest on this many machines")
	c.Flags().Var(&s.budget, "peak", "look for the cheapest sequence that holds at most this many entries of Jacobians at once")
	c.Flags().StringVar(&s.proof, "certificate", "", "write a proof of the result to this file, for facet verify")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if s.options, err = set(); err != nil {
			return err
		}
		if err := p.check(c, s); err != nil {
			return err
		}
		g, err := p.shell.ClassicDag(c, args[0], *s.classic)
		if err != nil {
			return err
		}
		if s.tui {
			o, err := screen()
			if err != nil {
				return err
			}
			o.Dag, o.File, o.FromStdin, o.Solve = g, args[0], args[0] == shell.Stdin, &s.options
			return p.explore(c, o)
		}
		if c.Flags().Changed("makespan") || s.budget.Entries() != nil {
			o := scheduling.Solver{Shell: p.shell, Options: s.options, Machines: s.machines, Budget: s.budget.Entries(), JSON: *s.json, Out: s.out, Force: *s.force}
			return o.Solve(c.Context(), args[0], g)
		}
		return p.solve(c, args[0], g, s)
	}
	return c
}

func (p Program) solve(c *cobra.Command, file string, g *model.Dag, s solving) error {
	if p.LimitMemory != nil {
		p.LimitMemory(s.options.Memory)
	}
	run, err := planner.Start(c.Context(), model.NewState(g), s.options)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	if s.log {
		logHead(p.Out, newTotals(file, g), run.Options())
		logProgress(p.Out, run)
	}
	end, err := run.Wait()
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	r, err := newResult(file, g, run, end)
	if err != nil {
		return err
	}
	// What took an hour is not lost with a file that cannot be written: the
	// result is printed, then the mistake.
	kept := p.keep(c.Context(), s, g, end, r)
	switch {
	case *s.json:
		return errors.Join(shell.WriteJSON(p.shell.Data, r), kept)
	case !end.HasIncumbent && end.GaveUp:
		return fmt.Errorf("%s: no sequence was found that fits into the memory of %s: give it more with --memory, or take another --method", shell.Called(file), planner.FormatMemory(run.Options().Memory))
	case !end.HasIncumbent:
		return fmt.Errorf("%s: no sequence was found in %s: give it more time, or a --start", shell.Called(file), end.Elapsed.Round(time.Millisecond))
	}
	r.write(p.Out)
	return kept
}

// check refuses flags that cannot be meant together, and files that cannot be
// written, before a search that may take hours.
func (p Program) check(c *cobra.Command, s solving) error {
	groups := [][]string{{"json", "log", "tui"}, {"tui", "out"}, {"tui", "certificate"}, {"makespan", "peak"}}
	for _, other := range []string{"method", "bound", "start", "pace", "log", "tui", "certificate"} {
		groups = append(groups, []string{"makespan", other}, []string{"peak", other})
	}
	for _, group := range groups {
		if err := shell.OneAlone(c, group...); err != nil {
			return err
		}
	}
	if c.Flags().Changed("makespan") {
		if err := scheduling.CheckMachines("makespan", s.machines); err != nil {
			return err
		}
	}
	for _, flag := range []struct{ name, file string }{{"out", s.out}, {"certificate", s.proof}} {
		switch {
		case flag.file == "":
			continue
		case flag.file == shell.Stdin:
			return fmt.Errorf("--%s would mix with the result on standard output: name a file", flag.name)
		case s.options.Method.CostOnly():
			return fmt.Errorf("%s gives only a cost, no sequence: leave out --%s", s.options.Method, flag.name)
		}
		if err := p.shell.Files.Check(flag.file, *s.force); err != nil {
			return shell.Forced(err)
		}
	}
	return nil
}

// keep writes the files that the flags name.
func (p Program) keep(ctx context.Context, s solving, g *model.Dag, end planner.Snapshot, r result) error {
	switch {
	case s.out == "" && s.proof == "":
		return nil
	case !end.HasIncumbent:
		return fmt.Errorf("%s: no sequence was found, so no file is written: give it more time, or a --start", shell.Called(r.File))
	}
	if s.out != "" {
		if err := p.shell.Store(s.out, r.sequenceFile(), *s.force); err != nil {
			return err
		}
	}
	if s.proof != "" {
		proof, err := certify(ctx, g, end)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(r.File), err)
		}
		var text bytes.Buffer
		if err := certificate.Write(style.EscapedJSON(&text), proof); err != nil {
			return err
		}
		if proof.Bound != end.Bound {
			fmt.Fprintf(p.Err, "the certificate proves that no sequence costs less than %s; the run itself says %s\n", proof.Bound, end.Bound)
		}
		return p.shell.Store(s.proof, text.Bytes(), *s.force)
	}
	return nil
}

// interruptedProof is how long the proof of an interrupted run may take: what
// was reached by then is worth a proof too, but nobody wants to wait for it.
const interruptedProof = 5 * time.Second

// certify gives the proof of what a run has come to.
func certify(ctx context.Context, g *model.Dag, end planner.Snapshot) (*certificate.Certificate, error) {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), interruptedProof)
		defer cancel()
		ctx = late
	}
	if end.Incumbent.Cost.IsSaturated() {
		return nil, fmt.Errorf("the cost does not fit into 64 bits: there is nothing to prove")
	}
	return planner.Certify(ctx, g, end)
}
