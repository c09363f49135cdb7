package panel

import (
	"fmt"
	"strings"
	"testing"

	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/uitest"
)

// The divisions of windows from the smallest to that of a projector: for each place that has
// the keys, for pictures of known and of unknown size, and for what leaders say.
func TestDivisions(t *testing.T) {
	bat := Needs{
		Dag:  [...]picture.Point{{}, {}, {X: 26, Y: 13}, {X: 34, Y: 13}, {X: 34, Y: 25}},
		Line: [...]picture.Point{{}, {}, {X: 51, Y: 19}, {X: 60, Y: 19}, {X: 66, Y: 37}},
	}
	usual := Window{Focus: intent.Next, Front: intent.LineDag, Solver: true, Number: 5, Needs: bat,
		Listed: 11}
	with := func(change func(*Window)) Window {
		w := usual
		change(&w)
		return w
	}
	silent := Contents{Told: toldBeneath}
	said := func(rows int, instead, aside bool) Contents {
		return Contents{Says: rows, Instead: instead, Aside: aside, Told: toldBeneath,
			Said: func(width, _ int) int { return rows * 80 / width }}
	}
	var text strings.Builder
	for _, place := range []struct {
		name string
		w    Window
		c    Contents
	}{
		{"the list", usual, silent},
		{"the dag", with(func(w *Window) { w.Focus, w.Front = intent.Dag, intent.Dag }), silent},
		{"the history", with(func(w *Window) { w.Focus = intent.History }), silent},
		{"pictures of unknown size", with(func(w *Window) { w.Needs = Needs{} }), silent},
		{"a part of a large dag", with(func(w *Window) { w.Single = true }), silent},
		{"a large picture", with(func(w *Window) { w.Large, w.Focus = true, intent.LineDag }), silent},
		{"a run to be watched", with(func(w *Window) { w.Needs, w.Watching = Needs{}, true }), silent},
		{"a note of three rows", usual, Contents{Told: toldBeneath + 3}},
		{"a puzzle", usual, said(2, false, false)},
		{"a puzzle, a large picture", with(func(w *Window) {
			w.Large, w.Focus = true, intent.LineDag
		}), said(2, false, false)},
		{"a lesson alone", usual, said(5, true, false)},
		{"a lesson in a class", usual, said(5, true, true)},
		{"the picture of a lesson", with(func(w *Window) { w.Bare = true }), silent},
	} {
		fmt.Fprintf(&text, "%s\n", place.name)
		for _, size := range [][2]int{{72, 20}, {80, 24}, {100, 30}, {120, 40}, {100, 60}, {160, 50},
			{200, 60}, {250, 80}} {
			w, c := place.w, place.c
			w.Width, w.Height = size[0], size[1]
			c.Noted = func(int) int { return 0 }
			top := w.HeaderRows()
			d := w.Arrange(top, w.Height-top-1, c)
			fmt.Fprintf(&text, "  %3dx%d ", w.Width, w.Height)
			for _, a := range d.Areas {
				fmt.Fprintf(&text, " %s %dx%d", a.Panel, a.Width, a.Height)
			}
			fmt.Fprintf(&text, ", says %d, told %d\n", d.Says, d.Told)
			if again := w.Arrange(top, w.Height-top-1, c); fmt.Sprint(again) != fmt.Sprint(d) {
				t.Errorf("%s at %v: %v, and then %v", place.name, size, d, again)
			}
		}
	}
	uitest.Golden(t, "divisions", text.String())
}
