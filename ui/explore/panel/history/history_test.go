package history

import (
	"slices"
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

// rowsOf are the rows of the history.
func rowsOf(v *layer.View, width int) string {
	s, b := New(v.Steps), layer.Box{Width: width, Height: 12}
	s.Fit(v, b)
	return ansi.Strip(strings.Join(s.Draw(v, b).Rows, "\n"))
}

// In a narrow panel steps keep the names of their faces whole: a mode that all have is left
// out, and where the two sides do not fit, the ends and the junction stand.
func TestNamesAreNotCut(t *testing.T) {
	g := uitest.Sample(t, "bat").Classic()
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s, Totals: layer.NewTotals(g, root)}
	for !s.State().Done() {
		best, _ := model.Cheapest(s.State().Operations())
		if _, err := s.Do("", best.Op); err != nil {
			t.Fatal(err)
		}
	}
	rows := rowsOf(v, 25)
	if strings.Contains(rows, "MUL") || strings.Contains(rows, v.Theme.Signs.Cut) || !strings.Contains(rows, "→") {
		t.Error(rows)
	}
}

// At the width that it has beside pictures at 80x24, with modes, a face has the notation of
// the sentences.
func TestNamesAreThoseOfTheSentences(t *testing.T) {
	g := uitest.Sample(t, "bat")
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s, Totals: layer.NewTotals(g, root)}
	for range 2 { // the Jacobian of (-1,1), and then the first face that needs it
		all := s.State().Operations()
		at := max(0, slices.IndexFunc(all, func(c model.Choice) bool { return !c.Op.IsAccumulation() }))
		if _, err := s.Do("", all[at].Op); err != nil {
			t.Fatal(err)
		}
	}
	if rows := rowsOf(v, 27); !strings.Contains(rows, "TAN (-1,1)→(1,3)") {
		t.Error(rows)
	}
}
