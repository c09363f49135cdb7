package solver

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner"
)

// agree checks that the header has the best of all totals that are shown of runs, and no
// bound below one that is shown of the same state.
func (d *driver) agree(step int) {
	d.t.Helper()
	s := d.m.Session()
	whole, here := d.solver.Advice(0), d.solver.Advice(s.Cursor())
	on := make(map[int]bool)
	for _, id := range s.Path(s.Cursor()) {
		on[id] = true
	}
	for _, r := range d.solver.study.runs {
		if best, ok := r.best(); ok && (!whole.HasBest || whole.Best > r.total(best.Cost)) &&
			!r.options.Method.CostOnly() {
			d.t.Fatalf("key %d: %s at best by the header, %s by a run %s\n%s", step, whole.Best,
				r.total(best.Cost), r.where(), d.m.View())
		}
		if total := r.total(r.snap.Bound); (r.step == 0 || on[r.step]) && !total.IsSaturated() &&
			total > s.State().Spent() && s.State().Spent().Add(here.AtLeast) < total {
			d.t.Fatalf("key %d: at least %s by the header, %s by a run %s\n%s", step, s.State().Spent().
				Add(here.AtLeast), total, r.where(), d.m.View())
		}
	}
}

// The best and the bound have one owner: whatever comes in which order, from runs and from
// those of earlier sessions, the header has the best that is shown.
func TestOneBestAndOneBound(t *testing.T) {
	t.Chdir(t.TempDir()) // keys can save sequences
	keys := []string{"b", "b", "b", "x", "p", "4", "4", "A", "A", "g", "u", "u", "u", "enter", "enter",
		"left", "right", "down", "v"}
	lines := []string{"solve bound=simple", "solve method=SparseAdjoint",
		"solve method=GreedyLocalCost", "solve time=1ms", "start", "hints off", "hints on"}
	names := []string{"bat", "newton2", "hierarchy", "openfoam"}
	if testing.Short() {
		names = names[:2]
	}
	for k, name := range names {
		synctest.Test(t, func(t *testing.T) {
			rng, kept := rand.New(rand.NewPCG(uint64(k), 20)), &memory{}
			for range extent.Of(2, 3) {
				d := open(t, setting{g: sample(t, name), w: 120, h: 40,
					solver: Options{Archive: kept, Quiet: k%2 == 0, Planner: planner.Options{Workers: 1}}})
				if len(kept.BestRuns(nil)) > 0 && d.m.Session().Steps() == 0 {
					d.until("what was kept", func() bool { return len(d.messages) == 0 })
				}
				for step := range extent.Of(40, 60) {
					if rng.IntN(6) == 0 {
						d.press("esc", "esc")
						d.command(lines[rng.IntN(len(lines))])
					} else {
						d.press(keys[rng.IntN(len(keys))])
					}
					if rng.IntN(3) == 0 {
						d.send(polledMsg{}) // no time passes while a job computes
					}
					d.agree(step)
				}
				d.close()
			}
		})
	}
}

// ended waits until the last of so many runs has ended.
func (d *driver) ended(runs int) {
	d.t.Helper()
	d.until("the end", func() bool {
		all := d.solver.study.runs
		return len(all) == runs && !all[runs-1].live()
	})
	d.quiet()
}

// What an earlier search has found, the first screen says, without a step.
func TestTheHeaderKnowsWhatIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &memory{}
		d := open(t, setting{g: sample(t, "newton2"), solver: Options{Archive: kept, Quiet: true}})
		d.press("b")
		d.ended(1)
		d.close()
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			d = open(t, setting{g: sample(t, "newton2"), solver: Options{Archive: kept, Quiet: true},
				w: size[0], h: size[1]})
			first := func() string { first, _, _ := strings.Cut(d.m.View(), "\n"); return first }
			d.until("what was kept", func() bool { return strings.Contains(first(), "150 000, proved") })
			if d.quiet(); !strings.Contains(first(), "150 000, proved") ||
				strings.Contains(first(), "best known") {
				t.Errorf("the header is\n%s", first())
			}
			if a := d.solver.Advice(0); a.AtLeast != 150_000 {
				t.Errorf("at least %s", a.AtLeast)
			}
			d.close()
		}
	})
}

// Where the sequence is complete, b goes on from where the run began that led there.
func TestSearchGoesOnFromItsStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &memory{}
		d := open(t, setting{g: sample(t, "newton2"), solver: Options{Archive: kept, Quiet: true}, w: 120,
			h: 40})
		d.press("enter")
		begun := d.m.Session().Cursor()
		d.press("b")
		d.ended(1)
		d.press("A")
		if !d.m.Session().State().Done() {
			t.Fatalf("not applied:\n%s", d.m.View())
		}
		d.press("enter", "b") // the page about the complete sequence is closed first
		d.ended(2)
		all := d.solver.study.runs
		if len(all) != 2 || all[1].step != begun || d.sees("nothing is left") {
			t.Fatalf("%d runs:\n%s", len(all), d.m.View())
		}
		if best, _ := all[1].best(); all[1].total(best.Cost) != all[0].total(all[0].incumbents[len(all[0].incumbents)-1].Cost) {
			t.Errorf("it comes to %s", all[1].total(best.Cost))
		}
		d.press("A")
		if s := d.m.Session().State(); !s.Done() || model.Prove(s.Dag(), d.m.Session().Ops()) != nil {
			t.Errorf("not applied again:\n%s", d.m.View())
		}
	})
}
