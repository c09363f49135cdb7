package planner_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner"
)

// A run that is stopped, one that runs out of time and one that finds nothing are told
// apart, and each gives what it has.
func TestResults(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	slow := planner.Options{Workers: 1, Pace: 1, Bound: planner.BoundNone, WarmStart: planner.WarmNothing}
	timely := slow
	timely.Time = 20 * time.Millisecond
	for _, c := range []struct {
		name      string
		ctx       context.Context
		o         planner.Options
		want      error
		outOfTime bool
	}{
		{"proved", t.Context(), planner.Options{}, nil, false},
		{"one sequence", t.Context(), planner.Options{Method: planner.SparseAdjoint}, nil, false},
		{"out of time", t.Context(), timely, nil, true},
		{"stopped", stopped, slow, planner.ErrStopped, false},
	} {
		got, err := planner.Solve(c.ctx, model.NewState(modeltest.Newton(t, 3)), c.o)
		if !errors.Is(err, c.want) || c.want == nil && err != nil || !got.HasIncumbent ||
			got.OutOfTime != c.outOfTime || len(got.Found) != got.Incumbents {
			t.Errorf("%s: %v, out of time %v, %d incumbents", c.name, err, got.OutOfTime, got.Incumbents)
		}
		if err != nil && (!planner.IsEarly(err) || got.IgnoreStop(err) != nil) {
			t.Errorf("%s: %v has a sequence", c.name, err)
		}
		if got.Options.Workers == 0 || got.Options.Memory == 0 {
			t.Errorf("%s: %+v", c.name, got.Options)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, o := range map[string]planner.Options{
		"ChainDP where paths touch": {Method: planner.ChainDP},
		"no such method":            {Method: 99},
		"workers":                   {Workers: -1},
		"pace":                      {Pace: -1},
		"time":                      {Time: -1},
	} {
		_, err := planner.Solve(t.Context(), model.NewState(modeltest.Sample(t, "lion")), o)
		var refused *planner.RefusedError
		if !errors.As(err, &refused) || planner.IsEarly(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
