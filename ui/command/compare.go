package command

import (
	"context"
	"fmt"
	"io"
	"slices"

	"facet/model"
	"facet/planner"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

func compareCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "compare FILE...",
		Short: "Print every method's total in one table",
		Long: `Print the total of every method on one or several dags. MultiStart uses all of its
time, so it runs only if --methods names it.

Methods:
` + methodHelp() + `
` + shell.FileHelp,
		Args:              someFiles,
		ValidArgsFunction: shell.CompleteFiles(1 << 30),
	}
	classic := shell.ClassicFlag(c)
	names := c.Flags().StringSlice("methods", nil, "compare these, separated by commas (default: all but MultiStart)")
	limits := limitFlags(c)
	if err := c.Flags().Set("time", "10s"); err != nil {
		panic(err)
	}
	c.Flags().Lookup("time").Usage = "stop each method after this time"
	c.Flags().Lookup("time").DefValue = "10s"
	asJSON := c.Flags().Bool("json", false, "print one JSON array")
	asCSV := c.Flags().Bool("csv", false, "print comma-separated values with a header")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := shell.OneAlone(c, "json", "csv"); err != nil {
			return err
		}
		chosen, err := comparedMethods(*names)
		if err != nil {
			return err
		}
		options, err := limits()
		if err != nil {
			return err
		}
		var subjects []subject
		for _, file := range args {
			g, err := s.ClassicDag(c, file, *classic)
			if err != nil {
				return err
			}
			subjects = append(subjects, subject{file, g})
		}
		t, err := compareMethods(c.Context(), subjects, chosen, options)
		if err != nil {
			return err
		}
		if err := writeComparison(t, s.Out, s.Data, *asJSON, *asCSV); err != nil {
			return err
		}
		if c.Context().Err() != nil {
			return fmt.Errorf("interrupted before all methods were done")
		}
		return nil
	}
	return c
}

func writeComparison(t totalsTable, w, data io.Writer, asJSON, asCSV bool) error {
	switch {
	case asJSON:
		return shell.WriteJSON(data, t.entries)
	case asCSV:
		return t.writeCSV(data)
	}
	return t.writeText(w)
}

func someFiles(c *cobra.Command, args []string) error {
	inputs := 0
	for _, file := range args {
		if file == shell.Stdin {
			inputs++
		}
	}
	switch {
	case len(args) == 0:
		return fmt.Errorf("%s needs at least one FILE: see %s --help", c.CommandPath(), c.CommandPath())
	case inputs > 1:
		return fmt.Errorf("standard input can be read only once")
	}
	return nil
}

// comparedMethods are those with these names, or all but MultiStart, which uses up
// all of its time.
func comparedMethods(names []string) ([]planner.Method, error) {
	var all []planner.Method
	for _, name := range names {
		m, err := planner.ParseMethod(name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) > 0 {
		return all, nil
	}
	return slices.DeleteFunc(planner.Methods(), func(m planner.Method) bool { return m == planner.MultiStart }), nil
}

// subject is a dag on which methods are compared.
type subject struct {
	file string // as it stands in the table
	dag  *model.Dag
}

// compareMethods has every method plan every dag, one after another, each within the limits
// of the options. The error is that of a method that failed, not of one that found
// nothing.
func compareMethods(ctx context.Context, subjects []subject, methods []planner.Method, o planner.Options) (totalsTable, error) {
	t := totalsTable{methods: methods}
	for _, s := range subjects {
		t.files = append(t.files, s.file)
		for _, m := range methods {
			e := methodTotal{Method: m.String(), Reason: "interrupted"}
			if ctx.Err() == nil {
				var err error
				if e, err = reach(ctx, s.dag, m, o); err != nil {
					return t, fmt.Errorf("%s: %w", shell.Called(s.file), err)
				}
			}
			e.File = s.file
			t.entries = append(t.entries, e)
		}
	}
	return t, nil
}

// reach is what one method makes of a dag.
func reach(ctx context.Context, g *model.Dag, m planner.Method, o planner.Options) (methodTotal, error) {
	o.Method = m
	e := methodTotal{Method: m.String()}
	run, err := planner.Start(ctx, model.NewState(g), o)
	if err != nil {
		e.Reason = err.Error()
		return e, nil
	}
	end, err := run.Wait()
	if err != nil {
		return e, fmt.Errorf("%s: %w", m, err)
	}
	e.LowerBound, e.Proven, e.Seconds = end.Bound, end.Proven, end.Elapsed.Seconds()
	if end.HasIncumbent {
		e.Cost = &end.Incumbent.Cost
		if !m.CostOnly() {
			memory, err := model.MemoryOf(model.NewState(g), end.Incumbent.Ops)
			if err != nil {
				return e, fmt.Errorf("%s: %w", m, err)
			}
			e.Peak = &memory.Peak
		}
	} else {
		e.Reason = "no sequence found in time"
	}
	return e, nil
}
