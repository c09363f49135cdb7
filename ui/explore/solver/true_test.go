package solver

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/planner"
)

// The heuristic says that it works and how it is stopped, and takes the time that it
// needs; stopped, it says so and leaves the steps alone.
func TestGreedySaysThatItWorks(t *testing.T) { synctest.Test(t, greedySaysThatItWorks) }

func greedySaysThatItWorks(t *testing.T) {
	h := &canned{done: make(chan struct{}), snap: planner.Snapshot{Phase: planner.Running,
		Elapsed: 3 * time.Second}}
	d := open(t, setting{g: sample(t, "bat"), starter: func(_ context.Context, _ *model.State,
		o planner.Options) (Handle, error) {
		if o.Time != 0 {
			t.Errorf("greedy gives up after %v", o.Time)
		}
		return h, nil
	}})
	d.press("g")
	d.until("a sentence on the heuristic", func() bool {
		return d.sees("Greedy minimum fill is completing the sequence") && d.sees("x stops it")
	})
	d.press("x")
	d.until("the end", func() bool {
		return d.solver.study.heuristic() == nil && d.solver.study.runs[0].phase == closed
	})
	if d.m.Session().Steps() > 0 || d.sees("found no sequence") || !d.sees("Stopped.") {
		t.Errorf("after a stop:\n%s", d.m.View())
	}
}

// What the user chose for all dags is on the screen of each.
func TestHiddenLossesAreSaid(t *testing.T) { synctest.Test(t, hiddenLossesAreSaid) }

func hiddenLossesAreSaid(t *testing.T) {
	for _, w := range []int{80, 120} {
		d := open(t, setting{g: sample(t, "bat"), w: w, h: 24})
		d.press("v", "down")
		d.until("what is known", func() bool { return d.sees("best known") })
		if !d.sees("losses hidden") {
			t.Errorf("the header does not say that losses are hidden:\n%s", d.m.View())
		}
		if d.press("v", "down"); d.sees("losses hidden") {
			t.Errorf("the header says that losses are hidden:\n%s", d.m.View())
		}
		d.close()
	}
}

// After the last step Enter says what there is to do, not that a Jacobian is there.
func TestEnterAfterTheEnd(t *testing.T) { synctest.Test(t, enterAfterTheEnd) }

func enterAfterTheEnd(t *testing.T) {
	d := open(t, setting{g: sample(t, "face"), w: 80, h: 24})
	d.press("enter", "enter")
	for !d.m.Session().State().Done() {
		d.press("enter")
	}
	d.press("esc")
	for _, key := range []string{"enter", "a", "e"} {
		if d.press(key); !d.sees("The sequence is complete: u goes back") {
			t.Errorf("%s after the last step:\n%s", key, d.m.View())
		}
	}
}

// The formula stands below the sentence that it belongs to, in rows and in a column: with the
// history in front that is what a step did, else what the next one will do.
func TestTheFormulaBelongsToItsSentence(t *testing.T) {
	synctest.Test(t, theFormulaBelongsToItsSentence)
}

func theFormulaBelongsToItsSentence(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}} {
		d := open(t, setting{g: sample(t, "bat"), w: size[0], h: size[1]})
		inOrder := func(front string, texts ...string) {
			t.Helper()
			seen := d.m.View()
			rest := seen[strings.Index(seen, " done "):]
			for _, text := range texts {
				at := strings.Index(rest, text)
				if at < 0 {
					t.Errorf("%v, %s in front: %q is not below the others:\n%s", size, front, text, seen)
					return
				}
				rest = rest[at+len(text):]
			}
			if strings.Contains(rest, ":=") {
				t.Errorf("%v, %s in front: there is a second formula:\n%s", size, front, seen)
			}
		}
		d.press("enter", "enter", "3", "up")
		inOrder("the history", "TAN F'(-1,1) for 4", ":= Ḟ(-1,1)", "next ", "(1,4) for 2")
		d.press("esc")
		inOrder("the list", "(1,3) for 2", "next ", "(1,4) for 2", "F'(-1,1,4)", ":= Ḟ(1,4)")
		d.close()
	}
}
