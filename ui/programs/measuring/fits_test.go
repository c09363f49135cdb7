package measuring

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/ui/cli/shell"
)

func TestWhatDoesNotFitIsLeftOut(t *testing.T) {
	r := result{program: &measured.Program{Unit: 1e-9}}
	of := func(name string, takes float64, peak model.Cost) way {
		return way{name: name, takes: takes, driver: &driver.Driver{Memory: model.Memory{Peak: peak}}}
	}
	if !r.fits(of("plan", 1e-3, 1000), 20) || r.fits(of("dense tangent", 1e-3, 800_000_000), 20) ||
		r.fits(of("dense adjoint", 30, 1000), 20) {
		t.Error("what fits and what does not is mixed up")
	}
	want := []string{"dense tangent would hold 800 000 000 entries, which are more than 150 000 000",
		"dense adjoint takes 30 s, which is more than the 20 s that there are for each method: allow more by --time"}
	if !slices.Equal(r.LeftOut, want) {
		t.Errorf("left out are %q, want %q", r.LeftOut, want)
	}
}

// Where --time is over while methods are carried out, each is named, with what it would
// take; the plan and its driver are there.
func TestMethodsThatTimeCutOff(t *testing.T) {
	r := result{program: &measured.Program{Unit: 1e-9}}
	r.uncarried([]way{{name: plan, takes: 2e-3}, {name: denseTangent, takes: 3}})
	want := []string{"plan takes 2 ms, and was not carried out before --time was over: allow more by --time",
		"dense tangent takes 3 s, and was not carried out before --time was over: allow more by --time"}
	if !slices.Equal(r.LeftOut, want) {
		t.Errorf("left out are %q, want %q", r.LeftOut, want)
	}
}

// Without --time no mode is waited for that takes a hundred times as long as the plan.
func TestHopelessModesAreLeftOut(t *testing.T) {
	var free timing
	for plan, want := range map[float64]float64{1e-3: 1, 0.05: 5, 1: 20, 1000: 20} {
		if got := free.most(time.Now(), plan); got != want {
			t.Errorf("beside a plan of %g s: %g s, want %g", plan, got, want)
		}
	}
	unlimited := timing{given: true}
	if got := unlimited.most(time.Now(), 1e-3); !math.IsInf(got, 1) {
		t.Errorf("without a limit: %g s", got)
	}
}

// The driver is that of the way that took the least time, whatever was predicted.
func TestPlanByTheClock(t *testing.T) {
	const how = "BranchAndBound"
	first, adjoint := &driver.Driver{}, &driver.Driver{}
	ways := []way{
		{name: plan, driver: first, origin: code.Origin{How: how, Proof: "optimal, proved"}},
		{name: sparseAdjoint, driver: &driver.Driver{}, origin: code.Origin{How: "SparseAdjoint",
			Proof: "not proved"}},
		{name: denseAdjoint, driver: adjoint, origin: code.Origin{How: "dense adjoint mode"}},
	}
	run := func(seconds ...float64) (result, way) {
		r := result{program: &measured.Program{Unit: 1e-9}}
		for k, w := range ways {
			r.Methods = append(r.Methods, measured.Method{Name: w.name, Measured: seconds[k]})
		}
		return r, r.byClock(ways)
	}
	if r, w := run(1, 2, 0.97); w.driver != first || r.Faster != "" || w.origin.Proof == "" {
		t.Errorf("a difference of 3 %% is noise: %+v %q", w, r.Faster)
	}
	r, w := run(1, 2, 0.5)
	if w.driver != adjoint ||
		w.origin.How != "dense adjoint, which took 500 ms where the plan took 1 s (BranchAndBound, optimal, proved)" || r.Faster != "dense adjoint took 500 ms where the plan took 1 s" {
		t.Errorf("the driver is that of %+v, and it says %q", w, r.Faster)
	}
	if _, w := run(1, 0.5, 1); w.driver != ways[1].driver || w.origin.Proof != "" {
		t.Errorf("the driver is that of %+v", w)
	}
}

// What is proved is said of measured costs and checked derivatives alone.
func TestProvedOnlyWhereAllIsKnown(t *testing.T) {
	for _, c := range []struct {
		r    result
		sure bool
	}{
		{result{Methods: []measured.Method{{}}}, true},
		{result{}, false}, // nothing was carried out
		{result{Methods: []measured.Method{{}}, Untimed: "82 of 84 calls"}, false},
		{result{Methods: []measured.Method{{}}, Unchecked: []string{"the whole program"}}, false},
		{result{Methods: []measured.Method{{}}, Unsure: "the Jacobian of plan: there was no time"}, false},
	} {
		for _, origin := range []code.Origin{
			{How: "BranchAndBound", Proof: "optimal, proved"},
			{How: "a sequence whose calls take 5 % less (BranchAndBound, optimal, proved)"},
		} {
			r := c.r
			w := r.planned(way{origin: origin}, &measured.Program{Report: &measured.Report{}})
			if said := strings.Contains(r.Plan, "proved"); said != c.sure ||
				said != strings.Contains(w.says(), "proved") {
				t.Errorf("%+v: the plan is %q, and its driver says %q", c.r, r.Plan, w.says())
			}
		}
	}
}

// The processor's speed is said where it explains times, and nowhere else.
func TestSpeedThatExplains(t *testing.T) {
	for ratio, want := range map[float64]float64{0.34: 2.91, 1.02: 1, 0.9: 1} {
		r := result{Speed: 2.91, Methods: []measured.Method{{Predicted: 1, Measured: ratio},
			{Predicted: 2, Measured: 2 * ratio}}}
		if got := r.explaining(); got != want {
			t.Errorf("ratios of %g: the speed is %g, want %g", ratio, got, want)
		}
	}
}

func TestPricesOfAnotherTimeAreTakenOff(t *testing.T) {
	got := withoutPrices("ACC TAN (u step.1) 120  # first\nELI MUL (u step.1)(step.1 y) 7\n" +
		"ELI TAN (0 1)(1 2)\nELI ADJ (0 1)(1 2)+3 12\nACC ADJ (2 3)+17\n")
	if want := "ACC TAN (u step.1)\nELI MUL (u step.1)(step.1 y)\n" +
		"ELI TAN (0 1)(1 2)\nELI ADJ (0 1)(1 2)+3\nACC ADJ (2 3)+17\n"; got != want {
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
		{0, 0, time.Second}, {20, 1e-3, 1100 * time.Millisecond}, {20, 0.5, 2600 * time.Millisecond},
		{300, 0, 2500 * time.Millisecond},
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
