package uitest

import (
	"fmt"
	"strings"
	"testing"

	"facet/ui/explore/layer"
)

// Walk is a sequence of screens. Its golden has the first screen whole, and of every
// later one only the rows that changed, below the keys that changed them, so that a
// reader can review each of them. The other rows are those of the step before, or of the
// step that the heading names ("from 4"): a walk often comes back to an earlier screen.
type Walk struct{ steps []step }

type step struct {
	name string
	rows []string
}

// worthwhile is the least number of rows that a reference to an earlier step has to save,
// because the reader has to look that step up.
const worthwhile = 3

// See adds a screen; name says what led to it.
func (w *Walk) See(name, screen string) {
	w.steps = append(w.steps, step{name, strings.Split(screen, "\n")})
}

// Golden compares the walk with the reviewed one in testdata.
func (w *Walk) Golden(t *testing.T, name string) {
	t.Helper()
	Golden(t, name, w.String())
}

// String is the text of the golden, from which every screen can be restored.
func (w *Walk) String() string {
	var lines []string
	for k, s := range w.steps {
		base, changed := w.base(k)
		heading := fmt.Sprintf("=== %d", k+1)
		if base != k-1 {
			heading += fmt.Sprintf(" from %d", base+1)
		}
		if len(s.rows) != len(w.rows(base)) {
			heading += fmt.Sprintf(" of %d rows", len(s.rows))
		}
		lines = append(lines, heading+": "+s.name)
		for _, row := range changed {
			lines = append(lines, fmt.Sprintf("%2d │ %s", row+1, s.rows[row]))
		}
	}
	return strings.Join(lines, "\n")
}

// base is the step from which step k is written as a change, and the rows that changed.
func (w *Walk) base(k int) (base int, changed []int) {
	base, changed = k-1, differences(w.rows(k-1), w.rows(k))
	most := len(changed) - worthwhile
	for j := k - 2; j >= 0; j-- {
		if d := differences(w.rows(j), w.rows(k)); len(d) <= most {
			base, changed, most = j, d, len(d)-1
		}
	}
	return base, changed
}

// rows are the rows of a step; before the first step there are none.
func (w *Walk) rows(k int) []string {
	if k < 0 {
		return nil
	}
	return w.steps[k].rows
}

// differences are the rows of b that differ from the same row of a.
func differences(a, b []string) []int {
	var out []int
	for row := range b {
		if row >= len(a) || a[row] != b[row] {
			out = append(out, row)
		}
	}
	return out
}

// Walker is a driver that records the screen after each line of keys.
type Walker struct {
	*Driver
	Shows func(screen string) string // what of each screen is recorded; nil for all
	walk  Walk
}

// Keys presses the keys of a line, separated by blanks; a longer word that is not the
// name of a key is typed.
func (w *Walker) Keys(line string) {
	w.T.Helper()
	for _, word := range strings.Fields(line) {
		switch {
		case layer.IsKey(word):
			w.Press(word)
		case word == "space":
			w.Press(" ")
		default:
			for _, r := range word {
				w.Press(string(r))
			}
		}
	}
	w.Note("keys " + line)
}

// Types types a line into the palette.
func (w *Walker) Types(line string) {
	w.T.Helper()
	w.Command(line)
	w.Note(":" + line)
}

// Note records the screen as it is.
func (w *Walker) Note(what string) {
	screen := w.Screen()
	if w.Shows != nil {
		screen = w.Shows(screen)
	}
	w.walk.See(what, screen)
}

// Whole records all of the screen, whatever is recorded else.
func (w *Walker) Whole(what string) { w.walk.See(what, w.Screen()) }

// Golden compares the walk with the reviewed one.
func (w *Walker) Golden(name string) {
	w.T.Helper()
	w.walk.Golden(w.T.(*testing.T), fmt.Sprintf("%s-%dx%d", name, w.Width, w.Height))
}
