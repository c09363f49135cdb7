package measuring

import (
	"math"
	"slices"
	"testing"
	"time"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/driver"
	"facet/ui/cli/shell"
)

func TestWhatDoesNotFitIsLeftOut(t *testing.T) {
	r := result{program: &measured.Program{Unit: 1e-9}}
	of := func(name string, takes float64, peak model.Cost) way {
		return way{name: name, takes: takes, driver: &driver.Driver{Memory: model.Memory{Peak: peak}}}
	}
	if !r.fits(of("plan", 1e-3, 1000), 20) || r.fits(of("dense tangent", 1e-3, 800_000_000), 20) || r.fits(of("dense adjoint", 30, 1000), 20) {
		t.Error("what fits and what does not is mixed up")
	}
	want := []string{"dense tangent would hold 800 000 000 entries, which are more than 150 000 000", "dense adjoint takes 30 s, which is more than the 20 s that there are for each method: allow more by --time"}
	if !slices.Equal(r.LeftOut, want) {
		t.Errorf("left out are %q, want %q", r.LeftOut, want)
	}
}

// Where --time is over while methods are carried out, each is named, with what it would
// take; the plan and its driver are there.
func TestMethodsThatTimeCutOff(t *testing.T) {
	r := result{program: &measured.Program{Unit: 1e-9}}
	r.uncarried([]way{{name: plan, takes: 2e-3}, {name: denseTangent, takes: 3}})
	want := []string{"plan takes 2 ms, and was not carried out before --time was over: allow more by --time", "dense tangent takes 3 s, and was not carried out before --time was over: allow more by --time"}
	if !slices.Equal(r.LeftOut, want) {
		t.Errorf("left out are %q, want %q", r.LeftOut, want)
	}
}

func TestPricesOfAnotherTimeAreTakenOff(t *testing.T) {
	got := withoutPrices("ACC TAN (u step.1) 120  # first\nELI MUL (u step.1)(step.1 y) 7\nELI TAN (0 1)(1 2)\n")
	if want := "ACC TAN (u step.1)\nELI MUL (u step.1)(step.1 y)\nELI TAN (0 1)(1 2)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Planning takes what the program and its dag need, and never more than ten seconds.
func TestPlanningTime(t *testing.T) {
	for _, c := range []struct {
		edges int
		dense float64
		want  time.Duration
	}{
		{0, 0, time.Second}, {20, 1e-3, 1100 * time.Millisecond}, {20, 0.5, 2600 * time.Millisecond}, {300, 0, 2500 * time.Millisecond},
		{20, 20, planTime}, {5000, 0, planTime}, {1, math.Inf(1), planTime},
	} {
		if got := planTimeOf(c.edges, c.dense); got != c.want {
			t.Errorf("%d edges, dense modes of %g s: %s, want %s", c.edges, c.dense, got, c.want)
		}
	}
	limited := timing{given: true, limit: shell.Limit(time.Minute), begin: time.Now()}
	if got := limited.planning(limited.begin, time.Second); got != 30*time.Second {
		t.Errorf("with --time 1m: %s", got)
	}
}
