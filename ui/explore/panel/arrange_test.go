package panel

import (
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// In every window the panels cover all rows, do not overlap, and each has at least one
// row of content.
func TestPanelsFillTheWindow(t *testing.T) {
	for width := leastWidth; width <= 240; width += 23 {
		for height := leastHeight; height <= 80; height += 7 {
			for _, w := range []Window{
				{Width: width, Height: height, Focus: intent.Next},
				{Width: width, Height: height, Focus: intent.Next, Solver: true, Front: intent.LineDag},
				{Width: width, Height: height, Focus: intent.History, Solver: true},
				{Width: width, Height: height, Focus: intent.Next, Solver: true, Watching: true},
				{Width: width, Height: height, Focus: intent.LineDag, Front: intent.LineDag, Large: true},
			} {
				top, body := 2, height-6
				areas := w.shares(top, body)
				if told := w; !w.Large && w.Focus != intent.History {
					told.Below = 3
					if got := told.shares(top, body-3)[0].Height; got != areas[0].Height &&
						height > leastHeight+6 {
						t.Fatalf("%+v: a note takes the picture's room: %d rows, %d without", w, got,
							areas[0].Height)
					}
				}
				taken := make(map[[2]int]intent.Panel)
				for _, a := range areas {
					if _, _, iw, ih := a.Inner(); iw < 10 || ih < 2 {
						t.Fatalf("%+v: %s has %dx%d cells", w, a.Panel, iw, ih)
					}
					for y := a.Y; y < a.Y+a.Height; y++ {
						for x := a.X; x < a.X+a.Width; x++ {
							if other, ok := taken[[2]int{x, y}]; ok {
								t.Fatalf("%+v: %s lies over %s", w, a.Panel, other)
							}
							if x >= width || y < top || y >= top+body {
								t.Fatalf("%+v: %s is outside at %d,%d", w, a.Panel, x, y)
							}
							taken[[2]int{x, y}] = a.Panel
						}
					}
				}
				rows := Compose(areas, func(a Area) []string {
					rows := make([]string, a.Height)
					for k := range rows {
						rows[k] = strings.Repeat("x", a.Width)
					}
					return rows
				})
				if len(rows) != body {
					t.Fatalf("%+v: %d rows of %d", w, len(rows), body)
				}
				for _, row := range rows {
					if len(row) != width {
						t.Fatalf("%+v: a row of %d cells", w, len(row))
					}
				}
			}
		}
	}
}

// A window that is too small says so in what room it has, with the key that quits there.
func TestTooSmall(t *testing.T) {
	look := style.Make(style.Mono, false, termenv.Ascii)
	for _, c := range []struct {
		w      Window
		typing bool
		way    string
		want   []string
	}{
		{Window{Width: 60, Height: 15}, false, "", []string{"This window is too small:",
			"60x15, facet needs 72x20.", "Make it larger, or press q to quit.", "Everything is saved."}},
		{Window{Width: 60, Height: 15, Unsaved: true}, true, "", []string{"This window is too small:",
			"60x15, facet needs 72x20.", "Make it larger, or press ctrl+c to quit.",
			"Your work is not saved."}},
		{Window{Width: 60, Height: 15}, false, "Turn the telephone.", []string{"This window is too small:",
			"60x15, facet needs 72x20.", "Turn the telephone. q quits.", "Everything is saved."}},
		{Window{Width: 14, Height: 1}, false, "", []string{"This window i…"}},
	} {
		if got := c.w.Excuse(look, c.typing, c.way); !c.w.TooSmall() || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q", c.w, got)
		}
	}
}

// The solver takes no width from the list, whose columns are worth more.
func TestTheSolverLeavesTheListAlone(t *testing.T) {
	for width := wideWidth; width < roomyWidth; width++ {
		for _, number := range []int{5, 12} {
			w := Window{Width: width, Height: 40, Solver: true, Number: number}
			idle, busy := w.shares(2, 30), w
			busy.Watching = true
			if got := busy.shares(2, 30)[2]; got != idle[2] {
				t.Errorf("%d columns: the list has %+v beside the solver, %+v without", width, got, idle[2])
			}
		}
	}
}
