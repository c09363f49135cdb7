package layer

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/planner/analysis"
	"facet/ui/draw/style"
)

// A loss in a sentence has no blanks of the column, in colours either.
func TestLossInASentence(t *testing.T) {
	for _, depth := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
		theme := style.Make(style.Dark, false, depth)
		l := NewLosses(theme, []analysis.Regret{{Step: 3, Loss: analysis.Loss{Least: 1, Most: 1}},
			{Step: 5, Loss: analysis.Loss{Least: 1200, Most: 1300}}}, nil)
		if got := l.Text(theme, 3) + l.Text(theme, 4) + l.Text(theme, 5); got != "+1≥1200" {
			t.Errorf("%q", got)
		}
	}
}
