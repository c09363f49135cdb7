// Package methods has methods of the planner plan the same dags, and writes what
// each of them reached as one table: as text, as comma-separated values, or as
// entries for whoever writes another form.
//
// It knows the planner and how numbers are written, and nothing of flags, files or
// screens: dags, methods and limits are handed in.
package methods

import (
	"context"
	"fmt"
	"slices"

	"facet/model"
	"facet/planner"
)

// Subject is a dag on which methods are compared.
type Subject struct {
	File   string // as it stands in the table
	Called string // as messages call it
	Dag    *model.Dag
}

// Table holds what each method reached on each dag, file by file. After an
// interruption the methods that had no turn have no cost.
type Table struct {
	Entries []Entry

	files   []string
	methods []planner.Method
}

// Entry is what one method reached on one dag.
type Entry struct {
	File       string      `json:"file"`
	Method     string      `json:"method"`
	Cost       *model.Cost `json:"cost"` // null where the method found nothing
	LowerBound model.Cost  `json:"lower_bound"`
	Proven     bool        `json:"proven"`
	Peak       *model.Cost `json:"peak_entries"` // of Jacobians held at once; null without a sequence
	Seconds    float64     `json:"elapsed_seconds"`
	Reason     string      `json:"reason,omitempty"` // why there is no cost
}

// Methods are those that are compared where nobody names any: all but MultiStart,
// which uses up all of its time.
func Methods() []planner.Method {
	return slices.DeleteFunc(planner.Methods(), func(m planner.Method) bool { return m == planner.MultiStart })
}

// Run has every method plan every dag, one after another, each within the limits
// of the options. The error is that of a method that failed, not of one that found
// nothing.
func Run(ctx context.Context, subjects []Subject, methods []planner.Method, o planner.Options) (Table, error) {
	t := Table{methods: methods}
	for _, s := range subjects {
		t.files = append(t.files, s.File)
		for _, m := range methods {
			e := Entry{Method: m.String(), Reason: "interrupted"}
			if ctx.Err() == nil {
				var err error
				if e, err = reach(ctx, s.Dag, m, o); err != nil {
					return t, fmt.Errorf("%s: %w", s.Called, err)
				}
			}
			e.File = s.File
			t.Entries = append(t.Entries, e)
		}
	}
	return t, nil
}

// reach is what one method makes of a dag.
func reach(ctx context.Context, g *model.Dag, m planner.Method, o planner.Options) (Entry, error) {
	o.Method = m
	e := Entry{Method: m.String()}
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
