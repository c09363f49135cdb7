package header

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// A dag is named where large numbers stand beside it, and what is best from here is not
// mistaken for the best of all.
func TestLargeNumbers(t *testing.T) {
	g := uitest.Sample(t, "openfoam")
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	row := func(a layer.Advice) string {
		return ansi.Strip(Rows(v, a, 80, 1, false)[0])
	}
	a := layer.Advice{HasBest: true, Best: 4_912_999_465, AtLeast: 4_912_999_465, HasAtLeast: true}
	if all := row(a); !strings.Contains(all, " openfoam ") || !strings.Contains(all, "best 4 912 999 465") {
		t.Error(all)
	}
	op, _, err := model.ParseOp(s.State(), "ACC ADJ (U_in UEqn_A)")
	if err == nil {
		_, err = s.Do("", op)
	}
	if err != nil {
		t.Fatal(err)
	}
	v.Known, v.HasKnown = layer.Method{Name: layer.Optimum, Cost: 4_912_999_465}, true
	if all := row(a); !strings.Contains(all, " openfoam ") ||
		!strings.Contains(all, "from here 5 205 702 640") {
		t.Error(all)
	}
}

// The best known of the whole dag is named so; the best from here, after steps that lost
// something, is named differently.
func TestBest(t *testing.T) {
	g := uitest.Sample(t, "lion").Classic()
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	shows := func(a layer.Advice, want string) {
		t.Helper()
		if all := ansi.Strip(strings.Join(Rows(v, a, 120, 2, false),
			"\n")); !strings.Contains(strings.Join(strings.Fields(all), " "), want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	shows(layer.Advice{}, "spent 0 · best known 12 sparse tangent")
	shows(layer.Advice{HasBest: true, Best: 11, Optimal: true}, "spent 0 · best total 11, proved")

	do := func(lines ...string) {
		for _, line := range lines {
			op, _, err := model.ParseOp(s.State(), line)
			if err == nil {
				_, err = s.Do("", op)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	do("ELI (1 2)(2 4)", "ELI (0 1)(1 2)", "ELI (0 1)(1 4)", "ELI (0 1 2)(2 3)")
	shows(layer.Advice{}, "spent 11, complete · best known 11")
	if err := s.Goto(0); err != nil {
		t.Fatal(err)
	}
	shows(layer.Advice{}, "spent 0 · best known 11") // a sequence of the session is known, too
	do("ELI (1 2)(2 3)")
	shows(layer.Advice{HasBest: true, Best: 9, Optimal: true}, "spent 3 · best from here 12")
	v.Known, v.HasKnown = layer.Method{Name: layer.Optimum, Cost: 11}, true
	shows(layer.Advice{HasBest: true, Best: 9, Optimal: true}, "spent 3 · best from here 12 (optimum 11)")
	shows(layer.Advice{}, "spent 3 · best total 11, proved")
}

// Whose search is watched is not cut, however long the numbers are: these lose the blanks
// before them then.
func TestTheLeaderIsWhole(t *testing.T) {
	g := uitest.Sample(t, "openfoam")
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, true, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root), Leader: "the search of Maria Magdale", Running: "> 1:04 gap 3.1 %"}
	a := layer.Advice{HasAtLeast: true, AtLeast: 4_812_999_465, HasBest: true, Best: 4_912_999_465}
	for _, steps := range []bool{false, true} {
		row := Rows(v, a, 80, 1, steps)[0]
		if !strings.Contains(row, v.Leader) || !strings.Contains(row, "best 4 912 999 465") {
			t.Errorf("the row is cut: %s", row)
		}
	}
}
