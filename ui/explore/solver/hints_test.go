package solver

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/ui/files/store"
)

// Without hints nothing gives an answer away, until h asks for it; the choice is
// remembered.
func TestHintsOff(t *testing.T) { synctest.Test(t, hintsOff) }

func hintsOff(t *testing.T) {
	place := store.At(t.TempDir())
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40, place: place})
	d.until("the verdicts", func() bool { return d.sees("proved") && d.sees("loss") })
	d.press("v")
	if !d.sees("Losses are hidden") || d.solver.Hints() {
		t.Errorf("v does not turn them off:\n%s", d.m.View())
	}
	d.quiet()
	a := d.solver.Advice(0)
	for _, c := range d.m.Session().State().Operations() {
		if v, ok := a.Verdict(c.Op); ok && v.HasRegret {
			t.Errorf("%+v tells a loss", v)
		}
	}
	if a.HasBest || d.sees("proved") {
		t.Errorf("the answer is on the screen:\n%s", d.m.View())
	}
	d.press("h")
	d.until("the hint", func() bool { return d.sees("total 32, optimal") })
	d.close()
	if got := place.Settings().Hints; got != "off" {
		t.Errorf("remembered as %q", got)
	}
	d = open(t, setting{g: sample(t, "bat"), w: 120, h: 40, place: place, solver: Options{Quiet: true}})
	d.press("v")
	d.until("the verdicts", func() bool { return d.sees("proved") })
	d.quiet()
	d.close()
	if got := place.Settings().Hints; got != "on" {
		t.Errorf("remembered as %q", got)
	}
}

// completed are dags that were completed once.
type completed map[*model.Dag]bool

func (c completed) Has(g *model.Dag) bool { return c[g] }
func (c completed) Add(g *model.Dag)      { c[g] = true }

// As long as a user has chosen nothing, losses are hidden on each dag until it was completed once,
// or v is pressed.
func TestLossesUntilCompleted(t *testing.T) { synctest.Test(t, lossesUntilCompleted) }

func lossesUntilCompleted(t *testing.T) {
	g, done := sample(t, "lion"), make(completed)
	hidden := func(when string, want bool, keys ...string) {
		d := open(t, setting{g: g, solver: Options{Completed: done}})
		defer d.close()
		d.quiet()
		for _, k := range keys {
			d.press(k)
			d.until("the work", func() bool { return k != "g" || d.sees("preview of") })
		}
		if d.quiet(); d.solver.Hints() == want {
			t.Errorf("%s: hidden is %v:\n%s", when, !want, d.m.View())
		}
	}
	hidden("at first", true, "enter", "u")
	hidden("after v", false, "v")
	hidden("in another session", true)
	hidden("once it is complete", false, "g", "A")
	hidden("in the next session", false)
	g = sample(t, "bat")
	hidden("on another dag", true)
}

// What a run has found is in the header as long as it stands in the solver's panel, with
// losses hidden, shown, and hidden again.
func TestHiddenLossesKeepWhatARunHasFound(t *testing.T) {
	synctest.Test(t, hiddenLossesKeepWhatARunHasFound)
}

func hiddenLossesKeepWhatARunHasFound(t *testing.T) {
	d := open(t, setting{g: sample(t, "newton1"), w: 120, h: 40, solver: Options{Quiet: true}})
	d.press("b")
	d.until("the proof", func() bool { return d.solver.study.run().phase == closed })
	for range 3 {
		d.quiet()
		if !d.sees("74 000, proved") || !d.sees("74 000 optimal") {
			t.Errorf("hints %v: header and panel do not agree:\n%s", d.solver.Hints(), d.m.View())
		}
		d.press("v")
	}
}

// What an analysis found about a step that was left comes too late.
func TestLateFindingsAreDropped(t *testing.T) { synctest.Test(t, lateFindingsAreDropped) }

func lateFindingsAreDropped(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), solver: Options{Quiet: true}})
	d.quiet()
	late := foundMsg{ticket: d.solver.study.advisor.ticket,
		found: []analysis.Finding{{Value: analysis.Value{Bound: 1000, HasBound: true}}}, more: true}
	d.press("enter")
	if cmd, intents := d.solver.Update(nil, late); cmd != nil || intents != nil || d.solver.Advice(0).
		AtLeast == 1000 {
		t.Error("a late finding was believed")
	}
}

// onlooked is a run that this user may only look at.
type onlooked struct{ canned }

func (*onlooked) Company() Company { return Company{Led: true, Watched: true, Look: Look{Node: -1}} }

// Who only watches a search is offered no form for another one.
func TestWatchersAreOfferedNoOptions(t *testing.T) { synctest.Test(t, watchersAreOfferedNoOptions) }

func watchersAreOfferedNoOptions(t *testing.T) {
	run := &onlooked{canned{done: make(chan struct{}), snap: planner.Snapshot{Phase: planner.Running}}}
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) // no message is over while its screen is looked at
	d := open(t, setting{g: sample(t, "bat"), now: func() time.Time { return noon },
		starter: func(context.Context, *model.State, planner.Options) (Handle, error) { return run, nil }})
	d.press("b", "4")
	d.until("the run", func() bool { return d.solver.study.run().handle != nil })
	if d.press("o"); d.solver.display.view == viewForm || !d.sees("You are watching") {
		t.Errorf("a form is offered:\n%s", d.m.View())
	}
	d.press("c")
	d.until("the comparison", func() bool { return d.sees("complete sequences") })
	if d.press("o"); d.solver.display.view == viewForm || d.sees("You are watching") {
		t.Errorf("the comparison has no options:\n%s", d.m.View())
	}
	close(run.done)
}
