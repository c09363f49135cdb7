package solver

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
)

// A complete sequence is called what it is: optimal, or so much above.
func TestCompleteSequenceIsCompared(t *testing.T) { synctest.Test(t, completeSequenceIsCompared) }

func completeSequenceIsCompared(t *testing.T) {
	for method, want := range map[string][]string{
		"BranchAndBound": {"run 1 branch and bound", "same as yours, optimal, from the start",
			"no step lost anything"},
		"VertexElimination": {"run 1 VertexElimination", "same as yours, optimal over vertex eliminations", "+2 ",
			"lost 2: step"},
	} {
		d := open(t, setting{g: sample(t, "bat").Classic(), w: 120, h: 40})
		d.command("solve method=" + method)
		d.until("the sequence", func() bool { return !d.solver.study.run().live() })
		d.press("A", "esc", "4", "c")
		for k, text := range want {
			if k == len(want)-1 {
				d.press("esc")
				d.until("the losses", func() bool { return known(d.solver.Losses()) })
				d.press("h")
			}
			d.until(text, func() bool { return d.sees(text) })
		}
		if d.sees("optimal from here") {
			t.Errorf("%s: a complete sequence goes nowhere from here:\n%s", method, d.m.View())
		}
		d.close()
	}
}

// known reports whether it is known of all steps what they lost.
func known(all []analysis.Regret) bool {
	return !slices.ContainsFunc(all, func(l analysis.Regret) bool { return !l.Exact() })
}

// A run on what is left after a step that lost is optimal from that step on, and
// nowhere just optimal: the whole has a better total.
func TestOptimalFromAStepOn(t *testing.T) { synctest.Test(t, optimalFromAStepOn) }

func optimalFromAStepOn(t *testing.T) {
	d := open(t, setting{g: sample(t, "newton2"), w: 120, h: 40})
	d.press("down", "enter") // ADJ F'(-1,1), which loses
	d.until("what was lost", func() bool {
		return len(d.solver.Losses()) == 1 && d.solver.Losses()[0].Exact()
	})
	d.press("h")
	d.until("the hint", func() bool { return d.sees("total 530 000, the best from here on") })
	d.press("b")
	d.until("the end", func() bool { return d.sees("530 000 is optimal from step 1 on. A applies it") })
	d.press("4")
	if !d.sees("optimal from step 1 on") || !d.sees("the optimum of the whole is 150 000") {
		t.Errorf("the page:\n%s", d.m.View())
	}
	d.press("A", "esc", "4", "c")
	d.until("the loss", func() bool {
		return d.sees("+380 000 ") && d.sees("same as yours, optimal from step 1 on")
	})
	if d.sees("yours, optimal,") || d.sees("  optimal,") {
		t.Errorf("it is called optimal:\n%s", d.m.View())
	}
}

// heavy is the title of the panel that the keys act on.
var heavy = regexp.MustCompile(`[┏━] (line dag|dag|next|history)\b`)

// After a look at the page the keys are where they were.
func TestEscFromThePage(t *testing.T) { synctest.Test(t, escFromThePage) }

func escFromThePage(t *testing.T) {
	for _, h := range []int{24, 40} {
		d := open(t, setting{g: sample(t, "bat"), w: 80 + h, h: h})
		for _, keys := range [][]string{{"2"}, {"1"}, {"tab", "tab"}} {
			d.press(keys...)
			before := heavy.FindString(d.m.View())
			d.press("4", "esc")
			if after := heavy.FindString(d.m.View()); after != before || before == "" {
				t.Errorf("%d rows, %v: from %q to %q\n%s", h, keys, before, after, d.m.View())
			}
		}
		d.close()
	}
}

// The ways to the end stand in one table on one key; Enter previews what is not
// there yet.
func TestWaysOnOneKey(t *testing.T) { synctest.Test(t, waysOnOneKey) }

func waysOnOneKey(t *testing.T) {
	d := open(t, setting{g: sample(t, "newton1"), w: 100, h: 30})
	d.press("enter", "enter", "u", "down", "enter")
	d.until("the optimum", func() bool { return d.solver.Advice(0).Optimal })
	d.press("B")
	for _, text := range []string{"optimum", "74 000", "greedy minimum fill", "sparse adjoint",
		"dense tangent", "yours", "your branch 1", "at step"} {
		d.until(text, func() bool { return d.sees(text) })
	}
	d.press("home", "enter")
	d.until("the preview", func() bool { return d.sees("preview of optimum, 74 000") })
	d.press("esc")
	if d.m.Session().Depth() != 2 {
		t.Errorf("step %d", d.m.Session().Depth())
	}
	d.press("v", "B")
	d.until("the table", func() bool { return d.sees("complete sequences") })
	if d.sees("optimum") {
		t.Errorf("hints are off, and the answer is on the screen:\n%s", d.m.View())
	}
}

// The losses of all steps are worked out in the background, whether or not the user
// stood there: of what was applied, and of what a file brought.
func TestLossesOfWholeSequences(t *testing.T) { synctest.Test(t, lossesOfWholeSequences) }

func lossesOfWholeSequences(t *testing.T) {
	exact := func(d *driver, steps int) func() bool {
		return func() bool {
			all := d.solver.Losses()
			for _, l := range all {
				if !l.Exact() {
					return false
				}
			}
			return len(all) == steps
		}
	}
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	d.press("g")
	d.until("the preview", func() bool { return d.sees("preview of") })
	d.press("A")
	d.until("greedy's losses", exact(d, 14))
	file := filepath.Join(t.TempDir(), "bat.seq")
	if err := os.WriteFile(file, []byte(d.m.Session().Sequence()), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("esc")
	d.command("restart")
	d.command("replay " + file)
	d.until("the file's losses", exact(d, 14))
	d.press("esc", "3")
	// greedy's steps differ from run to run
	at := slices.IndexFunc(d.solver.Losses(), func(l analysis.Regret) bool { return l.Least > 0 })
	if at < 0 {
		t.Fatal("greedy loses nothing")
	}
	d.press(slices.Repeat([]string{"up"}, 14-1-at)...)
	loss := "+" + d.solver.Losses()[at].Least.String()
	d.until("a loss in the history", func() bool { return d.sees("loss") && d.sees(loss) })
}

// A run that ends below what is known says so on its page, and every end says
// what to do next.
func TestEndOfRun(t *testing.T) { synctest.Test(t, endOfRun) }

func endOfRun(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	d.press("b")
	d.until("the end", func() bool { return d.sees("32 is optimal. A applies it, u undoes it.") })
	d.command("solve method=SparseAdjoint")
	d.until("the end", func() bool { return !d.solver.study.run().live() && d.sees("A applies it") })
	d.press("4")
	if !d.sees("best 64") || !d.sees("the optimum is 32") {
		t.Errorf("the page does not say that better is known:\n%s", d.m.View())
	}
	d.command("solve method=DenseTangent")
	d.until("the end", func() bool { return !d.solver.study.run().live() })
	if d.sees("A applies it") {
		t.Errorf("a cost cannot be applied:\n%s", d.m.View())
	}
}

// Slow motion is for the run that it was asked for; the next one says that it
// is at full speed again.
func TestPaceIsNotKept(t *testing.T) { synctest.Test(t, paceIsNotKept) }

func paceIsNotKept(t *testing.T) {
	d := open(t, setting{g: sample(t, "openfoam"), w: 120, h: 40, solver: Options{Quiet: true}})
	d.command("solve bound=simple pace=3")
	first := d.solver.study.run()
	if d.command("pace 5"); !d.sees("the next one runs at full speed") || first.options.Pace != 5 {
		t.Errorf("pace %g:\n%s", first.options.Pace, d.m.View())
	}
	d.press("x", "b")
	if now := d.solver.study.run(); now == first || now.options.Pace != 0 {
		t.Errorf("the next run has pace %g", now.options.Pace)
	}
	d.press("x")
	d.command("pace 7")
	if d.press("b"); d.solver.study.run().options.Pace != 7 {
		t.Error("the pace of the next run was forgotten")
	}
}

// One parser reads options, and what the form says can be typed.
func TestOptionsAreReadOnce(t *testing.T) { synctest.Test(t, optionsAreReadOnce) }

func optionsAreReadOnce(t *testing.T) {
	d := open(t, setting{g: sample(t, "openfoam"), w: 120, h: 40, solver: Options{Quiet: true}})
	d.command("solve bound=simple time=90 memory=2GB workers=1")
	o := d.solver.study.run().options
	if o.Time != 90*time.Second || o.Memory != 2e9 {
		t.Errorf("%+v", o)
	}
	d.press("4", "o")
	if !d.sees(":solve bound=simple start=vertex workers=1 time=1m30s memory=2GB") {
		t.Errorf("the form does not say so:\n%s", d.m.View())
	}
	var read planner.Options
	if err := read.SetAll("bound=simple start=vertex workers=1 time=1m30s memory=2GB"); err != nil ||
		read.Memory != o.Memory || read.Time != o.Time {
		t.Errorf("%+v, %v", read, err)
	}
}

// z says why the chart stays as it is where best and bound have met.
func TestRangeOfAProvedRun(t *testing.T) { synctest.Test(t, rangeOfAProvedRun) }

func rangeOfAProvedRun(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat").Classic(), solver: Options{Quiet: true}})
	d.press("4", "b") // in this order: a run may end before the next key, which takes the sentence away
	d.until("the end of the run", func() bool { return d.sees("22 is optimal. A applies it, u undoes it.") })
	if d.press("z"); !d.sees("nothing lies between them") {
		t.Errorf("nothing is said:\n%s", d.m.View())
	}
}

// PgDn goes on by the sequences that are shown, and passes over none.
func TestPagesOfSequences(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, height := range []int{20, 24, 40, 60} {
			d, run := scene(t)
			d.w, d.h = 80, height
			d.send(tea.WindowSizeMsg{Width: d.w, Height: d.h})
			for k := range model.Cost(200) {
				run.find(80*time.Second, 140_000-k, planner.FromSearch, run.incumbents[0].Ops)
			}
			d.solver.observe(d.solver.study.run())
			d.press("home")
			_, found, _ := strings.Cut(d.m.View(), "sequences found")
			shown := strings.Count(found, " %  ") // each has a gap
			d.press("pgdown")
			if page := d.solver.study.chosen; page > shown || page < shown-1 || page < 1 {
				t.Errorf("%d rows: %d sequences are shown, PgDn goes on by %d\n%s", height, shown, page, found)
			}
			run.end(planner.Stopped, nil)
			d.close()
		}
	})
}
