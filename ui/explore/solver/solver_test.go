package solver

import (
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"facet/model"
	"facet/planner"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOptimaOfTheSamples(t *testing.T) { synctest.Test(t, optimaOfTheSamples) }

func optimaOfTheSamples(t *testing.T) {
	for name, want := range map[string]model.Cost{"lion": 16, "newton2": 150000, "newton10": 758000,
		"openfoam": 4912999465} {
		d := open(t, setting{g: sample(t, name), solver: Options{Quiet: true}})
		d.press("b")
		d.until("the proof of "+name, func() bool { return !d.solver.study.run().live() })
		if r := d.solver.study.run(); !r.proven() || r.total(r.snap.Incumbent.Cost) != want {
			t.Errorf("%s: %d, bound %d, want %d", name, r.snap.Incumbent.Cost, r.snap.Bound, want)
		}
		d.close()
	}
}

// Whatever is open when the program ends, it ends.
func TestCloseInTheMiddle(t *testing.T) {
	for _, keys := range [][]string{{}, {"b"}, {"b", "p"}, {"b", "x"}, {"g"}, {"h"}, {"b", "4", "enter"},
		{"b", "enter", "4", "F"}} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, setting{g: sample(t, "openfoam"),
				solver: Options{Planner: planner.Options{Bound: planner.BoundSimple}}})
			d.press(keys...)
			// Time passes here only where all goroutines wait for a timer.
			began := time.Now()
			d.solver.Close()
			if took := time.Since(began); took > 0 {
				t.Errorf("%v: the end waits for a clock, %s", keys, took)
			}
			d.close()
		})
	}
}
