package app

import (
	"strings"
	"testing"

	"facet/ui/draw/style"
)

// What the last step did and what the next one would do cannot be confused: each
// has signs of its own in every alphabet and styles of its own where there are
// colours, and the lines that tell of them begin with them.
func TestMarksOfDoneAndNext(t *testing.T) {
	for _, kind := range []style.Kind{style.Dark, style.Light, style.Mono} {
		for _, ascii := range []bool{false, true} {
			o := testOptions(sample(t, "bat"), kind, ascii)
			d := start(t, o, 120, 40)
			d.press("2", "tab", "e", "enter", "enter")
			signs := o.Theme.Signs
			picture := d.m.screen.pictures.line.Text()
			would := strings.Fields(signs.Would)
			for _, want := range []string{signs.Fill + "(-1,1,3)", signs.MatrixFree + "(2,3)", would[0] +
				"(-1,1,4)" + would[1]} {
				if !strings.Contains(picture, want) {
					t.Errorf("%v, ASCII %v: no %q in the picture:\n%s", kind, ascii, want, picture)
				}
			}
			if !strings.ContainsAny(picture, signs.Removed+"╌▿") {
				t.Errorf("%v, ASCII %v: no %q where a face was removed:\n%s", kind, ascii, signs.Removed,
					picture)
			}
			var done, next string
			for _, row := range strings.Split(d.screen(), "\n") {
				if strings.Contains(row, signs.Fill+" done ") {
					done = row
				}
				if strings.Contains(row, signs.Cursor+" next ") {
					next = row
				}
			}
			if done == "" || next == "" || signs.Fill == signs.Cursor || signs.Fill == would[0] {
				t.Errorf("%v, ASCII %v: the lines do not begin with the marks:\n%s", kind, ascii, d.screen())
			}
			if kind != style.Mono {
				role := func(row string) string {
					role, _, _ := strings.Cut(row, " done")
					role, _, _ = strings.Cut(role, " next")
					return role[:strings.LastIndex(role, "m")]
				}
				if role(done) == role(next) {
					t.Errorf("%v: both are painted %q", kind, role(done))
				}
				preview := o.Theme.Paint(style.Selected, would[0])
				if !strings.Contains(d.screen(), strings.TrimSuffix(preview, "\x1b[0m")) ||
					o.Theme.Paint(style.Selected, "x") == o.Theme.Paint(style.Newborn, "x") {
					t.Errorf("%v: what would come has not the role of the next step:\n%q", kind, d.screen())
				}
			}
		}
	}
}
