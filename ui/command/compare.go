package command

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"facet/model"
	"facet/planner"

	"github.com/spf13/cobra"
)

func (p Program) compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare FILE...",
		Short: "Print every method's total in one table",
		Long: `Print what every method reaches on one or several dags. MultiStart, which uses
up all of its time, takes part only where --methods names it.

Methods:
` + methodHelp() + `
` + fileHelp,
		Args:              someFiles,
		ValidArgsFunction: completeFiles(1 << 30),
	}
	classic := classicFlag(c)
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
		if err := oneAlone(c, "json", "csv"); err != nil {
			return err
		}
		methods, err := comparedMethods(*names)
		if err != nil {
			return err
		}
		options, err := limits()
		if err != nil {
			return err
		}
		var dags []*model.Dag
		for _, file := range args {
			g, err := p.classicDag(c, file, *classic)
			if err != nil {
				return err
			}
			dags = append(dags, g)
		}
		t, err := newComparison(c.Context(), args, dags, methods, options)
		if err != nil {
			return err
		}
		if err := t.write(p.Out, p.data, *asJSON, *asCSV); err != nil {
			return err
		}
		if c.Context().Err() != nil {
			return fmt.Errorf("interrupted before all methods were done")
		}
		return nil
	}
	return c
}

func (t comparison) write(w, data io.Writer, asJSON, asCSV bool) error {
	switch {
	case asJSON:
		return writeJSON(data, t.entries)
	case asCSV:
		return t.writeCSV(data)
	case len(t.files) == 1:
		return t.writeOne(w)
	}
	return t.writeMany(w)
}

func someFiles(c *cobra.Command, args []string) error {
	inputs := 0
	for _, file := range args {
		if file == stdin {
			inputs++
		}
	}
	switch {
	case len(args) == 0:
		return fmt.Errorf("%s wants at least one FILE: see %s --help", c.CommandPath(), c.CommandPath())
	case inputs > 1:
		return fmt.Errorf("standard input can be read only once")
	}
	return nil
}

func comparedMethods(names []string) ([]planner.Method, error) {
	var methods []planner.Method
	for _, name := range names {
		m, err := planner.ParseMethod(name)
		if err != nil {
			return nil, err
		}
		methods = append(methods, m)
	}
	if len(methods) > 0 {
		return methods, nil
	}
	for _, m := range planner.Methods() {
		if m != planner.MultiStart {
			methods = append(methods, m)
		}
	}
	return methods, nil
}

// comparison holds what each method reached on each dag, file by file. After an
// interruption the methods that had no turn have no cost.
type comparison struct {
	files   []string
	methods []planner.Method
	entries []entry
}

type entry struct {
	File       string      `json:"file"`
	Method     string      `json:"method"`
	Cost       *model.Cost `json:"cost"` // null where the method found nothing
	LowerBound model.Cost  `json:"lower_bound"`
	Proven     bool        `json:"proven"`
	Peak       *model.Cost `json:"peak_entries"` // of Jacobians held at once; null without a sequence
	Seconds    float64     `json:"elapsed_seconds"`
	Reason     string      `json:"reason,omitempty"` // why there is no cost
}

func newComparison(ctx context.Context, files []string, dags []*model.Dag, methods []planner.Method, o planner.Options) (comparison, error) {
	t := comparison{files: files, methods: methods}
	for k, g := range dags {
		for _, m := range methods {
			e := entry{Method: m.String(), Reason: "interrupted"}
			if ctx.Err() == nil {
				var err error
				if e, err = compareOne(ctx, g, m, o); err != nil {
					return t, fmt.Errorf("%s: %w", called(files[k]), err)
				}
			}
			e.File = files[k]
			t.entries = append(t.entries, e)
		}
	}
	return t, nil
}

func compareOne(ctx context.Context, g *model.Dag, m planner.Method, o planner.Options) (entry, error) {
	o.Method = m
	e := entry{Method: m.String()}
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
		e.Reason = "nothing was found in time"
	}
	return e, nil
}

func (t comparison) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"file", "method", "cost", "lower_bound", "proven", "peak_entries", "elapsed_seconds"}}
	for _, e := range t.entries {
		cost, peak := "", ""
		if e.Cost != nil {
			cost = strconv.FormatInt(int64(*e.Cost), 10)
		}
		if e.Peak != nil {
			peak = strconv.FormatInt(int64(*e.Peak), 10)
		}
		rows = append(rows, []string{e.File, e.Method, cost, strconv.FormatInt(int64(e.LowerBound), 10),
			strconv.FormatBool(e.Proven), peak, strconv.FormatFloat(e.Seconds, 'f', 6, 64)})
	}
	return out.WriteAll(rows)
}
