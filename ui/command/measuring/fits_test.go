package measuring

import (
	"slices"
	"testing"

	"facet/model/measured"
)

func TestWhatDoesNotFitIsLeftOut(t *testing.T) {
	r := result{program: &measured.Program{Unit: 1e-9}}
	if !r.fits("plan", 1_000_000, 1000) || r.fits("dense tangent", 1_000_000, 800_000_000) || r.fits("dense adjoint", 30_000_000_000, 1000) {
		t.Error("what fits and what does not is mixed up")
	}
	want := []string{"dense tangent would hold 800 000 000 entries and take 1 ms", "dense adjoint would hold 1000 entries and take 30 s"}
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
