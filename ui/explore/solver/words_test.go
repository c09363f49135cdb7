package solver

import (
	"regexp"
	"strings"
	"testing"

	"facet/model/generate"
)

// claims finds the words that claim more than that a sequence is right.
var claims = regexp.MustCompile(`(?i)\b(optimal|optimum|proved|proven)\b`)

// TestWordsFollowTheFacts holds the screens to docs/words.md: no screen says
// optimal or proved without a proof, and a sequence whose numbers are right is checked.
func TestWordsFollowTheFacts(t *testing.T) {
	hard, err := generate.Random(60, 150, generate.Elementals{MaxSize: 20, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	d := open(t, setting{g: hard, solver: Options{Quiet: true}, w: 120, h: 40})
	page := func(what string) string {
		text := d.m.View()
		// what keys do, and what a sign means, claims nothing
		for _, row := range strings.Split(text, "\n") {
			if claims.MatchString(row) && !strings.Contains(row, "with a proof, in the background") {
				t.Errorf("%s: nothing is proved, and the screen says %q", what, strings.TrimSpace(row))
			}
		}
		return text
	}
	page("the first screen")
	d.press("4")
	page("the solver's page before a run")
	d.press("b")
	d.until("a sequence", func() bool {
		return d.solver.study.run() != nil && len(d.solver.study.run().incumbents) > 0
	})
	d.press("x")
	d.until("the end", func() bool { return !d.solver.study.run().live() })
	if d.solver.study.run().snap.Proven {
		t.Skip("it was proved meanwhile")
	}
	if !strings.Contains(page("the page of a run that was stopped"), "gap") {
		t.Errorf("no gap:\n%s", d.m.View())
	}
	sees := func(what string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if !d.sees(text) {
				t.Errorf("%s: there is no %q:\n%s", what, text, d.m.View())
			}
		}
	}
	sees("a run that was stopped", "best known", "The best so far is")
	d.press("c")
	d.until("the comparison", func() bool { return d.sees("complete sequences") })
	page("the comparison")
	sees("the comparison", "best known", "gap")
	d.press("esc", "A")
	d.until("the check", func() bool { return d.m.Session().State().Done() && d.sees("✓ checked") })
	page("the end of a sequence that was found by a run that was stopped")
	d.press("esc")
	page("the header of it")
	d.close()

	d = open(t, setting{g: sample(t, "bat"), w: 120, h: 40})
	d.press("g")
	d.until("the preview", func() bool { return d.sees("preview of") })
	d.press("A")
	d.until("the heuristic's sequence", func() bool { return d.m.Session().State().Done() })
	d.until("the check", func() bool { return d.sees("✓ checked") })
	if d.m.Session().State().Spent() > 32 && d.sees("✓ checked, optimal") {
		t.Errorf("a sequence that loses is called optimal:\n%s", d.m.View())
	}
	d.press("r", "b")
	d.until("the proof", func() bool { r := d.solver.study.run(); return r != nil && !r.live() && r.proven() })
	// a look at the run may see its end first
	d.until("the last line of a proof", func() bool { return d.sees("32 is optimal.") })
	sees("header and panel of a proof", "best total 32, proved", "32 optimal")
	d.press("4")
	sees("the page of a proof", "✓ optimal")
	d.press("c")
	d.until("the comparison", func() bool { return d.sees("complete sequences") })
	sees("the comparison of a proof", "optimal, from the start")
	d.press("esc", "A")
	d.until("the check", func() bool { return d.m.Session().State().Done() && d.sees("✓ checked") })
	if !d.sees("✓ checked, optimal") || !d.sees("best total 32, proved") {
		t.Errorf("the end of an optimal sequence:\n%s", d.m.View())
	}
	d.close()
}
