package layer_test

import (
	"strings"
	"testing"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// plain is a theme without colours.
func plain() *style.Theme { return style.New(style.Mono, false, func(string) string { return "" }) }

// after carries out the operations with these names.
func after(t *testing.T, g *model.Dag, names ...string) (*model.State, layer.Outlook) {
	t.Helper()
	s, last := model.NewState(g), layer.Outlook{}
next:
	for _, name := range names {
		for _, c := range s.Operations() {
			if layer.OpName(plain(), s, c.Op) == name {
				last = layer.Foresee(s, c)
				s = last.After
				continue next
			}
		}
		t.Fatalf("there is no %s", name)
	}
	return s, last
}

// A path is named by all of its vertices in list, history and sentences, a sum by its ends, and
// where the whole name does not fit, its ends and the junction stand.
func TestPathsAreWholeWhereTheyFit(t *testing.T) {
	g := uitest.Sample(t, "bat").Classic()
	s, o := after(t, g, "(-1,1)→(1,3)", "(-1,1,3)→(3,5)")
	if got := o.Effect(plain()); !strings.HasPrefix(got, "fill (-1,1,3,5)") {
		t.Errorf("the effect is %q", got)
	}
	born, _ := o.Born()
	if got := layer.Jacobian(s, born); got != "F'(-1,1,3,5)" {
		t.Errorf("the Jacobian is %s", got)
	}
	op := o.Choice.Op
	for width, want := range map[int]string{14: "(-1,1,3)→(3,5)", 13: "-1⇝3→5", 5: "-1→…→"} {
		if got := layer.ShortOpName(plain(), o.Before, op, width); !strings.HasPrefix(got, want) && width > 5 {
			t.Errorf("%d wide: %s", width, got)
		}
	}
	s, o = after(t, g, "(1,3)→(3,4)")
	if got := layer.Name(s, o.Change.Events[0].Z); got != "1⇝4" {
		t.Errorf("a sum is named %s", got)
	}
}

// What is removed is named before the product is, whose name follows from the face. An effect
// without names is better than one that is cut.
func TestWhatIsRemovedIsNamed(t *testing.T) {
	_, o := after(t, uitest.Sample(t, "bat").Classic(), "(-1,1)→(1,3)", "(-1,1)→(1,4)")
	all := o.Effects(plain())
	for width, want := range map[int]string{
		80: "fill (-1,1,4), remove (-1,1) (1,4)", 30: "fill, remove (-1,1) (1,4)",
		24: "fill, remove 2 vertices", 20: "fill (-1,1,4)" + plain().Signs.Cut, 9: "fill" + plain().Signs.Cut,
		3: "fi" + plain().Signs.Cut,
	} {
		if got := all.Fit(plain(), width); got != want {
			t.Errorf("in %d cells %q, not %q", width, got, want)
		}
	}
}

// Every part of Rule 2 that acts is named; in classic mode it is Rule 1.
func TestRulesThatAct(t *testing.T) {
	_, o := after(t, uitest.Sample(t, "bat").Classic(), "(-1,1)→(1,3)")
	if got := o.Rules(); got != "Rules 1.1-1.3, 1.5" {
		t.Errorf("classic: %s", got)
	}
	_, o = after(t, uitest.Sample(t, "bat").Classic(), "(1,3)→(3,4)")
	if got := o.Rules(); got != "Rules 1.2, 1.3" {
		t.Errorf("absorbed: %s", got)
	}
	g := uitest.Sample(t, "bat")
	first := layer.Foresee(model.NewState(g), model.NewState(g).Operations()[0])
	if got := first.Rules(); got != "Rule 3.1" {
		t.Errorf("preaccumulated: %s", got)
	}
	for _, next := range first.After.Operations() {
		o := layer.Foresee(first.After, next)
		if got := o.Rules(); next.Op.IsAccumulation() == strings.Contains(got, "-2.3") {
			t.Errorf("%s: %s", layer.OpName(plain(), first.After, next.Op), got)
		}
	}
}
