package solver

import (
	"strings"
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// selects selects an operation and waits for what is found out about it.
func (d *driver) selects(o model.Op) {
	d.t.Helper()
	d.send(app.Intents{intent.Select{Target: intent.AtOp(o)}})
	d.quiet()
}

// Each operation that loses says why while it is selected, in windows of any size, and so
// does the step when it was done.
func TestReasonsOfLosses(t *testing.T) { synctest.Test(t, reasonsOfLosses) }

func reasonsOfLosses(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 55}}[:extent.Of(1, 4)] {
		d := open(t, setting{g: sample(t, "bat").Classic(), w: size[0], h: size[1]})
		d.quiet()
		s, losing := d.m.Session().State(), 0
		for _, c := range s.Operations() {
			verdict, ok := d.solver.Advice(0).Verdict(c.Op)
			if !ok || !verdict.HasRegret {
				t.Fatalf("%s is not judged", model.OpName(s, c.Op))
			}
			d.selects(c.Op)
			reason, known := d.solver.Advice(0).Why(c.Op)
			if known != (verdict.Regret > 0) {
				t.Errorf("%s loses %d, reason %q", model.OpName(s, c.Op), verdict.Regret, reason.Text)
			}
			if !known {
				continue
			}
			losing++
			if screen := d.m.View(); !uitest.Sees(screen, "loses 1. "+reason.Brief) &&
				!uitest.Sees(screen, "loses 1. "+reason.Text) {
				t.Errorf("%v: no %q on\n%s", size, reason.Brief, screen)
			}
			if !strings.Contains(reason.Text, "in an optimal completion") &&
				!strings.Contains(reason.Text, "of an optimal completion") {
				t.Errorf("%q", reason.Text)
			}
			if told := d.m.Words(78).Next; !strings.HasSuffix(told, "; loses 1. "+reason.Text) {
				t.Errorf("in words: %q", told)
			}
			d.press("enter")
			d.quiet()
			if screen := d.m.View(); !uitest.Sees(screen, "lost +1. "+reason.Brief) {
				t.Errorf("%v: no %q on\n%s", size, reason.Brief, screen)
			} else if strings.Contains(screen, ":   lost") {
				t.Errorf("%v: blanks in the place of an effect on\n%s", size, screen)
			}
			d.press("u")
			d.quiet()
		}
		if losing == 0 {
			t.Error("nothing loses")
		}
		d.close()
	}
}

// Asked about an operation that loses, h says why, also with losses hidden; asked again, where an
// optimal one is, which face it is about, and then what it is and what it saves. Nothing else
// tells an answer with losses hidden.
func TestHintSaysWhy(t *testing.T) { synctest.Test(t, hintSaysWhy) }

func hintSaysWhy(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		d := open(t, setting{g: sample(t, "bat").Classic(), w: 120, h: 40, solver: Options{Quiet: quiet}})
		d.quiet()
		for _, c := range d.m.Session().State().Operations() {
			if (layer.Names{}).Op(d.m.Session().State(), c.Op) == "(-1,1)→(1,4)" {
				d.selects(c.Op)
			}
		}
		for _, want := range []string{
			"(-1,1)→(1,4) loses 1. (1,4) is removed and cannot absorb (1,3)→(3,4) for 1, as in an optimal completion.",
			"8 of the 10 operations lose 1 or more. An optimal one is at junction 3.",
			"The face is (1,3)→(3,4). h says how, and why.",
			"and absorbs it. From here on one product serves the paths through both.",
		} {
			d.press("h")
			d.until(want, func() bool { return uitest.Sees(d.m.View(), want) })
			_, list, _ := strings.Cut(d.m.View(), "next: 10")
			if best := strings.Index(list, "(1,3)→(3,4)"); quiet && (strings.Contains(list, "+1 ") ||
				best < strings.Index(list, "(-1,1)→(1,4)")) {
				t.Errorf("losses are hidden:\n%s", list)
			}
		}
		if !uitest.Sees(d.m.View(), "▸MUL (1,3)→(3,4)") {
			t.Errorf("the operation is not selected:\n%s", d.m.View())
		}
		d.close()
	}
}

// Where losses are bounds only, or are hidden, no reason is given.
func TestNoReasonWithoutLoss(t *testing.T) { synctest.Test(t, noReasonWithoutLoss) }

func noReasonWithoutLoss(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat").Classic(), solver: Options{Quiet: true}})
	d.quiet()
	for _, c := range d.m.Session().State().Operations() {
		d.selects(c.Op)
		if why := d.solver.Advice(0).Why; why != nil {
			if reason, ok := why(c.Op); ok {
				t.Errorf("losses are hidden, and %q is said", reason.Text)
			}
		}
	}
	if uitest.Sees(d.m.View(), "loses") {
		t.Errorf("a loss is told:\n%s", d.m.View())
	}
}

// Where the selection went to the best operation by itself once the losses were known, h
// speaks of that one.
func TestHintIsAboutWhatIsSelected(t *testing.T) { synctest.Test(t, hintIsAboutWhatIsSelected) }

func hintIsAboutWhatIsSelected(t *testing.T) {
	d := open(t, setting{g: sample(t, "bat").Classic()})
	d.until("the best operation", func() bool { return d.sees("▸1→3→4") })
	d.quiet() // its reasons are known
	if d.press("h"); strings.Contains(d.m.View(), "(-1,1)→(1,3) loses") ||
		!uitest.Sees(d.m.View(), "total 22, optimal. (1,4) has") {
		t.Errorf("h is about another operation:\n%s", d.m.View())
	}
}
