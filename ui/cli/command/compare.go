package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/cli/shell"

	"github.com/spf13/cobra"
)

func compareCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "compare FILE...",
		Short: "Print every method's total in one table",
		Long: `Print the total of every method on one or several dags.

Methods:
` + methodHelp() + `
` + shell.FileHelp,
		Args:              shell.SomeFiles,
		ValidArgsFunction: shell.CompleteFiles(1 << 30),
	}
	classic := shell.ClassicFlag(c)
	names := c.Flags().StringSlice("methods", nil,
		"compare these, separated by commas (default: all)")
	options := planner.Options{Time: 10 * time.Second}
	shell.LimitFlags(c, &options)
	c.Flags().Lookup("time").Usage = "stop each method after this time"
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
		if err := shell.CheckOptions(&options); err != nil {
			return err
		}
		subjects, err := read(c, s, args, options.Time, *classic)
		if err != nil {
			return err
		}
		if len(chosen) == 0 {
			chosen = usualMethods(subjects)
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

// read reads the dags, each within the time that a method has.
func read(c *cobra.Command, s shell.Shell, names []string, limit time.Duration, classic bool) (all []subject,
	err error) {
	for _, file := range names {
		end := shell.InTime(c, limit)
		g, err := s.ClassicDag(c, file, classic)
		end()
		if err != nil {
			return nil, err
		}
		all = append(all, subject{file, g})
	}
	return all, nil
}

// usualMethods are all but, where no Jacobian is sparse, the compressed modes: they are the dense
// ones then.
func usualMethods(subjects []subject) []planner.Method {
	sparse := slices.ContainsFunc(subjects, func(s subject) bool { return s.dag.HasPatterns() })
	return slices.DeleteFunc(planner.Methods(), func(m planner.Method) bool {
		return !sparse && (m == planner.CompressedTangent || m == planner.CompressedAdjoint)
	})
}

// comparedMethods are those with these names.
func comparedMethods(names []string) ([]planner.Method, error) {
	var all []planner.Method
	for _, name := range names {
		m, err := planner.ParseMethod(name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// subject is a dag on which methods are compared.
type subject struct {
	file string // as it stands in the table
	dag  *model.Dag
}

// compareMethods has every method plan every dag, one after another, each within the limits
// of the options. The error is that of a method that failed, not of one that found
// nothing.
func compareMethods(ctx context.Context, subjects []subject, methods []planner.Method,
	o planner.Options) (totalsTable, error) {
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

// reach is the result of one method on a dag.
func reach(ctx context.Context, g *model.Dag, m planner.Method, o planner.Options) (methodTotal, error) {
	o.Method = m
	e := methodTotal{Method: m.String()}
	r, err := planner.Solve(ctx, model.NewState(g), o)
	var refused *planner.RefusedError
	switch {
	case errors.As(err, &refused):
		e.Reason = err.Error()
		return e, nil
	case err != nil && !planner.IsEarly(err):
		return e, fmt.Errorf("%s: %w", m, err)
	}
	e.LowerBound, e.Proven, e.Seconds = r.Bound, r.Proven, r.Elapsed.Seconds()
	if !r.HasIncumbent {
		e.Reason = "no sequence found in time"
		return e, nil
	}
	e.Cost = &r.Incumbent.Cost
	if !m.CostOnly() {
		memory, err := model.MemoryOf(model.NewState(g), r.Incumbent.Ops)
		if err != nil {
			return e, fmt.Errorf("%s: %w", m, err)
		}
		e.Peak = &memory.Peak
	}
	return e, nil
}
