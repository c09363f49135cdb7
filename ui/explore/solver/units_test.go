package solver

import (
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// Costs of a measured dag are written as times on the whole screen, and go back; of other
// dags they stay, which is said. The choice is kept.
func TestUnits(t *testing.T) { synctest.Test(t, units) }

func units(t *testing.T) {
	g := *sample(t, "newton1")
	g.Extra = append(g.Extra, model.Attribute{Name: "unit_seconds", Value: "1.5e-8"})
	d := open(t, setting{g: &g, w: 120, h: 40})
	known := func() bool { return d.sees("74 000, proved") && d.sees("loss") }
	wants := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			if !uitest.Sees(d.m.View(), text) {
				t.Errorf("no %q on\n%s", text, d.m.View())
			}
		}
	}
	d.until("the losses", known)
	d.quiet()
	d.command("units time")
	wants("a unit takes 15 ns", "spent 0 s", "1.11 ms, proved",
		"TAN F'(-1,1) preaccumulate 300 us 1.11 ms 0 ", "60 us 1.14 ms +30 us", "dense T 1.86 ms")
	if d.sees("74 000") {
		t.Errorf("costs are left:\n%s", d.m.View())
	}
	d.press("up")
	wants("TAN F'(-1,1) for 300 us: preaccumulate")
	d.press("enter")
	d.quiet()
	wants("spent 300 us", "TAN F'(-1,1) preaccumulate 300 us 300 us")
	d.press("b")
	d.until("the end of the run", func() bool { return d.sees("is optimal.") })
	wants("1.11 ms is optimal.")
	d.press("4")
	wants("best 1.11 ms = 300 us + 810 us", "sequences found")
	if !d.sees("s┤") {
		t.Errorf("the chart's costs are no times:\n%s", d.m.View())
	}
	d.press("c")
	d.until("the comparison", func() bool { return d.sees("complete sequences") })
	wants("dense tangent 1.86 ms")
	d.press("esc", "esc", "A")
	wants("total 1.11 ms", "yours 1.11 ms", "300 us 27.0 %")
	d.press("esc")
	d.command("restart")
	d.command("units cost")
	d.until("the losses", known)
	if d.press("up"); d.sees(" ms") {
		t.Errorf("times are left:\n%s", d.m.View())
	}
	d.close()
	place := store.At(t.TempDir())
	d = open(t, setting{g: sample(t, "bat"), w: 120, h: 40, place: place})
	if d.command("units time"); !d.sees("were not measured") || d.sees(" us") {
		t.Errorf("bat was not measured:\n%s", d.m.View())
	}
	d.until("the choice on the disk", func() bool { return place.Settings().Units == "time" })
}
