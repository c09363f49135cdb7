package solver

import (
	"fmt"
	"testing"
	"time"

	"facet/planner"
)

// A complete sequence is called what it is: optimal, or so much above.
func TestCompleteSequenceIsCompared(t *testing.T) {
	for method, want := range map[string][]string{
		"BranchAndBound":    {"Yours is complete: 22, optimal.", "complete, optimal", "no step lost anything"},
		"VertexElimination": {"Yours is complete: 24, 2 above the optimum of 22.", "complete, 2 above the optimum", "lost 2: step"},
	} {
		d := open(t, setting{g: sample(t, "bat").Classic(), w: 120, h: 40})
		d.command("solve method=" + method)
		d.until("the sequence", func() bool { return d.solver.run().ended })
		d.press("A", "esc", "4", "c")
		for _, text := range want {
			d.until(text, func() bool { return d.sees(text) })
		}
		if d.sees("optimal from here") {
			t.Errorf("%s: a complete sequence goes nowhere from here:\n%s", method, d.m.View())
		}
		d.close()
	}
}

// What was tried and left stands in the comparison, with where it parts.
func TestBranchesAreCompared(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	defer d.close()
	d.command("solve method=SparseAdjoint")
	d.until("the sequence", func() bool { return d.solver.run().ended })
	d.press("A", "esc", "u", "u", "u")
	at := d.m.Session().Depth()
	d.press("down", "down", "enter", "4", "c")
	d.until("the branch", func() bool { return d.sees(fmt.Sprintf("branch from step %d", at+1)) && d.sees("complete in ") })
}

// A run that ends below what is known says so on its page, and every end says
// what to do next.
func TestEndOfRun(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	defer d.close()
	d.press("b")
	d.until("the end", func() bool { return d.sees("32 is optimal. A applies it, u takes it back.") })
	d.command("solve method=SparseAdjoint")
	d.until("the end", func() bool { return d.solver.run().ended && d.sees("A applies it") })
	d.press("4")
	if !d.sees("best 64") || !d.sees("the optimum is 32") {
		t.Errorf("the page does not say that better is known:\n%s", d.m.View())
	}
	d.command("solve method=DenseTangent")
	d.until("the end", func() bool { return d.solver.run().ended })
	if d.sees("A applies it") {
		t.Errorf("a cost cannot be applied:\n%s", d.m.View())
	}
}

// Slow motion is for the run that it was asked for; the next one says that it
// is at full speed again.
func TestPaceIsNotKept(t *testing.T) {
	d := open(t, setting{g: sample(t, "openfoam"), w: 120, h: 40, solver: Options{Quiet: true}})
	defer d.close()
	d.command("solve bound=simple pace=3")
	first := d.solver.run()
	if d.command("pace 5"); !d.sees("the next one at full speed again") || first.options.Pace != 5 {
		t.Errorf("pace %g:\n%s", first.options.Pace, d.m.View())
	}
	d.press("x", "b")
	if now := d.solver.run(); now == first || now.options.Pace != 0 {
		t.Errorf("the next run has pace %g", now.options.Pace)
	}
	d.press("x")
	d.command("pace 7")
	if d.press("b"); d.solver.run().options.Pace != 7 {
		t.Error("the pace of the next run was forgotten")
	}
}

// One parser reads options, and what the form says can be typed.
func TestOptionsAreReadOnce(t *testing.T) {
	d := open(t, setting{g: sample(t, "openfoam"), w: 120, h: 40, solver: Options{Quiet: true}})
	defer d.close()
	d.command("solve bound=simple time=90 memory=2GB workers=1")
	o := d.solver.run().options
	if o.Time != 90*time.Second || o.Memory != 2e9 {
		t.Errorf("%+v", o)
	}
	d.press("4", "o")
	if !d.sees(":solve bound=simple start=vertex workers=1 time=1m30s memory=2GB") {
		t.Errorf("the form does not say so:\n%s", d.m.View())
	}
	var read planner.Options
	if err := read.SetAll("bound=simple start=vertex workers=1 time=1m30s memory=2GB"); err != nil || read.Memory != o.Memory || read.Time != o.Time {
		t.Errorf("%+v, %v", read, err)
	}
}
