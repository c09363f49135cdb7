package solver

import (
	"strings"
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/planner"
)

// What a user does: two steps by hand, branch and bound on the rest, the result
// applied.
func TestRemainderOfBat(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	d.press("enter", "enter")
	before := d.m.Session().State().Spent()
	d.press("b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return !r.live() && r.proven() })
	r := d.solver.study.run()
	best, _ := r.best()
	if r.spent != before || r.total(best.Cost) != 32 {
		t.Fatalf("after %d the total is %d, want 32", before, r.total(best.Cost))
	}
	d.press("4")
	if !d.sees("32 = 6 + 26") || !d.sees("optimal") {
		t.Errorf("the page does not say so:\n%s", d.m.View())
	}
	d.press("A")
	s := d.m.Session()
	if !s.State().Done() || s.State().Spent() != 32 || s.Depth() != 2+len(best.Ops) {
		t.Fatalf("applied: spent %d after %d steps", s.State().Spent(), s.Depth())
	}
	if err := model.Prove(s.Dag(), s.Ops()); err != nil {
		t.Error(err)
	}
	var left strings.Builder
	if err := d.solver.Report(&left); err != nil ||
		!strings.HasPrefix(left.String(), "branch and bound on bat, after 2 steps: 32, optimal (") {
		t.Errorf("on the shell: %q, %v", left.String(), err)
	}
}

// Where there is no room for the panel, b says that something happens, and A
// takes what was found without a look at the page.
func TestApplyFromAfar(t *testing.T) { synctest.Test(t, applyFromAfar) }

func applyFromAfar(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 80, h: 24})
	if d.press("b"); !d.sees("4 shows it") {
		t.Errorf("b says nothing:\n%s", d.m.View())
	}
	d.until("the proof", func() bool { return !d.solver.study.run().live() })
	d.press("right", "end", "enter", "A") // an operation that the sequence does not begin with
	if s := d.m.Session(); s.Depth() != 1 || !d.sees("then A to go back") {
		t.Errorf("after %d steps A does not say what it would do:\n%s", s.Depth(), d.m.View())
	}
	if d.press("u", "A"); !d.m.Session().State().Done() {
		t.Errorf("A does not apply:\n%s", d.m.View())
	}
	d.press("u", "4", "A", "enter")
	if d.sees("sequences found") || !d.sees("dag") {
		t.Errorf("after applying on the page there is no picture:\n%s", d.m.View())
	}
}

// A carries out what is left of the sequence from any of its steps.
func TestApplyGoesOn(t *testing.T) { synctest.Test(t, applyGoesOn) }

func applyGoesOn(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Quiet: true}})
	d.press("b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return r != nil && !r.live() })
	d.press("A", "esc", "u", "u", "u")
	s := d.m.Session()
	if steps := s.Steps(); s.State().Done() || steps == 0 {
		t.Fatal("it is not applied")
	}
	steps := s.Steps()
	if d.press("A"); !s.State().Done() || s.Steps() != steps {
		t.Errorf("A leads to step %d of %d, and there are %d:\n%s", s.Depth(), steps, s.Steps(), d.m.View())
	}
}

// A run that is left behind: keep, follow, apply; the branch stays.
func TestStaleRun(t *testing.T) { synctest.Test(t, staleRun) }

func staleRun(t *testing.T) {
	d := open(t, setting{g: sample(t, "openfoam"), w: 120, h: 40, solver: Options{Quiet: true}})
	d.press("enter")
	d.command("solve bound=simple")
	first := d.solver.study.run()
	d.press("enter", "enter")
	mine := d.m.Session().Cursor()
	d.press("4")
	if !d.sees("moved 2 steps") {
		t.Errorf("the page does not say how far the session has moved:\n%s", d.m.View())
	}
	d.press("p")
	d.until("the pause", func() bool { return first.snap.Phase == planner.Paused })
	d.press("p", "x")
	d.until("the stop", func() bool { return !first.live() })
	if first.snap.Phase != planner.Stopped {
		t.Errorf("the run %s", first.snap.Phase)
	}
	d.press("F")
	second := d.solver.study.run()
	if second == first || second.step != mine {
		t.Fatal("F did not follow")
	}
	d.press("x")
	d.until("the stop", func() bool { return !second.live() })
	d.press("left", "A")
	s := d.m.Session()
	if best, _ := first.best(); !s.State().Done() || s.State().Spent() != first.total(best.Cost) {
		t.Errorf("applied %d", s.State().Spent())
	}
	if len(s.Leaves()) != 2 {
		t.Errorf("%d branches: the user's own should have stayed", len(s.Leaves()))
	}
	if _, ok := s.StateAt(mine); !ok {
		t.Error("the user's step is gone")
	}
}

// The heuristic's sequence is shown before it is carried out; one undo takes all of it back, and
// its steps stand ahead then, one by one.
func TestGreedyCompletes(t *testing.T) { synctest.Test(t, greedyCompletes) }

func greedyCompletes(t *testing.T) {
	d := open(t, setting{g: sample(t, "lion"), solver: Options{Quiet: true}})
	d.press("enter", "g")
	d.until("the preview", func() bool { return d.sees("preview of") })
	best, _ := d.solver.study.runs[0].best()
	if d.press("esc"); d.m.Session().Steps() != 1 {
		t.Fatalf("it was carried out unasked:\n%s", d.m.View())
	}
	d.press("g")
	d.until("the preview", func() bool { return d.sees("preview of") })
	d.press("pgdown", "A")
	s := d.m.Session()
	first, _ := s.Step(1)
	best.Cost = best.Cost.Add(first.Cost)
	if s.State().Spent() != best.Cost || s.Depth() != 1+len(best.Ops) {
		t.Errorf("applied %d in %d steps, the heuristic found %d in %d", s.State().Spent(), s.Depth(),
			best.Cost, len(best.Ops))
	}
	d.press("esc", "u")
	if s.Depth() != 1 || s.Steps() != 1+len(best.Ops) {
		t.Errorf("undo goes to step %d of %d", s.Depth(), s.Steps())
	}
	d.press("ctrl+r", "ctrl+r", "u")
	if s.Depth() != 2 {
		t.Errorf("two steps forward and one back lead to step %d", s.Depth())
	}
}
