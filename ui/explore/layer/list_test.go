package layer

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/ui/draw/style"
)

// A list scrolls no further than it has to, shows no blank rows while there are others, and says
// how many are hidden.
func TestScroll(t *testing.T) {
	theme := style.Make(style.Mono, true, termenv.Ascii)
	for _, c := range []struct {
		top, at, shown, all, want int
		hidden                    string
	}{
		{0, 0, 5, 20, 0, theme.Signs.Down + "15"},
		{0, 4, 5, 20, 0, theme.Signs.Down + "15"},
		{0, 5, 5, 20, 1, theme.Signs.Up + "1 " + theme.Signs.Down + "14"},
		{9, 3, 5, 20, 3, theme.Signs.Up + "3 " + theme.Signs.Down + "12"},
		{9, 19, 5, 20, 15, theme.Signs.Up + "15"},
		{18, 18, 5, 20, 15, theme.Signs.Up + "15"},
		{3, 1, 9, 4, 0, ""},
		{3, 0, 5, 0, 0, ""},
	} {
		got := Scroll(c.top, c.at, c.shown, c.all)
		if hidden := Hidden(theme, got, c.shown, c.all); got != c.want || hidden != c.hidden {
			t.Errorf("%+v: from row %d on, hidden are %q", c, got, hidden)
		}
	}
}
