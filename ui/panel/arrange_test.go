package panel

import (
	"strings"
	"testing"

	"facet/ui/intent"
)

// In every window the panels cover all rows, none lies over another, and none is
// left without a row of content.
func TestPanelsFillTheWindow(t *testing.T) {
	for width := leastWidth; width <= 240; width += 23 {
		for height := leastHeight; height <= 80; height += 7 {
			for _, w := range []Window{
				{Width: width, Height: height, Focus: intent.Next},
				{Width: width, Height: height, Focus: intent.Next, Solver: true, Front: intent.LineDag},
				{Width: width, Height: height, Focus: intent.History, Solver: true},
				{Width: width, Height: height, Focus: intent.LineDag, Front: intent.LineDag, Large: true},
			} {
				top, body := 2, height-6
				areas := w.Arrange(top, body)
				if told := w; !w.Large && w.Focus != intent.History {
					told.Below = 3
					if got := told.Arrange(top, body-3)[0].Height; got != areas[0].Height && height > leastHeight+6 {
						t.Fatalf("%+v: a note takes the picture's room: %d rows, %d without", w, got, areas[0].Height)
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
