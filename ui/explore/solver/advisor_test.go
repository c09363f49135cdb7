package solver

import (
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/planner"
)

// The losses of the steps of a complete sequence add up to what it lies above
// the optimum, whatever was done.
func TestLossesAddUp(t *testing.T) { synctest.Test(t, lossesAddUp) }

func lossesAddUp(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	d.press("down", "down", "down", "down", "down", "enter", "m", "enter", "V", "V")
	for n := 0; !d.m.Session().State().Done() && n < 60; n++ {
		d.press("down", "m", "enter")
	}
	s := d.m.Session()
	if !s.State().Done() {
		t.Fatal("the walk did not end")
	}
	known := func() bool {
		for _, l := range d.solver.Losses() {
			if !l.Exact() {
				return false
			}
		}
		return true
	}
	d.until("all losses", known)
	var sum model.Cost
	for _, l := range d.solver.Losses() {
		sum += l.Most
	}
	if sum != s.State().Spent()-32 || sum == 0 {
		t.Errorf("losses add up to %d, the sequence costs %d of 32", sum, s.State().Spent())
	}
}

// Verdicts of all operations are what solving each remainder gives.
func TestVerdictsAreExact(t *testing.T) { synctest.Test(t, verdictsAreExact) }

func verdictsAreExact(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat")})
	d.press("enter")
	s := d.m.Session()
	all := s.State().Operations()
	exact := func() bool {
		judge := d.solver.Advice(s.Cursor()).Verdict
		for _, c := range all {
			if judge == nil {
				return false
			}
			if v, ok := judge(c.Op); !ok || !v.HasRegret {
				return false
			}
		}
		return true
	}
	d.until("all verdicts", exact)
	for _, c := range all {
		next, _, err := s.State().Apply(c.Op)
		if err != nil {
			t.Fatal(err)
		}
		snap, err := planner.Solve(t.Context(), next, planner.Options{Workers: 1})
		if err != nil || !snap.Proven {
			t.Fatal(err)
		}
		v, _ := d.solver.Advice(s.Cursor()).Verdict(c.Op)
		if want := next.Spent().Add(snap.Incumbent.Cost); v.Then != want || v.Regret != want-32 || !v.Exact {
			t.Errorf("%s: then %d loss %d, want %d", model.OpName(s.State(), c.Op), v.Then, v.Regret, want)
		}
	}
	d.press("h")
	if !d.sees("optimal") {
		t.Errorf("h does not say why:\n%s", d.m.View())
	}
}
