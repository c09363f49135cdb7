package picture

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"facet/ui/draw/picture/layout"
)

// TestRefitShowsTheWholeWhereItCan follows elimination runs in windows that are
// a little too small for them. What the window shows is always whole if a
// picture placed anew would be, can always be traced, and keeps the order of its
// rows unless it was placed anew. Windows of several sizes share what they need.
func TestRefitShowsTheWholeWhereItCan(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]testDag{"bat": batDag(), "newton2": newtonDag(2),
		"random": randomDag(3, 12, 20)} {
		for _, size := range []Point{{40, 14}, {60, 14}, {80, 24}, {120, 34}, {200, 20}} {
			steps, tidied, whole := 0, 0, 0
			line := newLine(d)
			l := must(place(line.graph()))
			for {
				next, anew, err := l.Refit(context.Background(), size.X, size.Y, false)
				if err != nil {
					t.Fatal(err)
				}
				verify(t, next, fmt.Sprintf("%s in %v, step %d", name, size, steps), View{Zoom: ZoomLabels})
				fits := next.Fits(ZoomLabels, size.X, size.Y, false)
				if tidy := must(place(l.graph)); !fits && tidy.Fits(ZoomLabels, size.X, size.Y, false) {
					t.Errorf("%s in %v, step %d: a part, although tidy the whole would fit", name, size,
						steps)
				}
				if !anew && slices.CompareFunc(next.sk.Rows, l.sk.Rows, slices.Compare) != 0 {
					t.Errorf("%s in %v, step %d: the order of a row changed", name, size, steps)
				}
				if l.Fits(ZoomLabels, size.X, size.Y, false) && next != l {
					t.Errorf("%s in %v, step %d: it moved, although it was whole", name, size, steps)
				}
				if again, _, _ := l.Refit(context.Background(), size.X, size.Y-1, false); anew &&
					again != next && again.Fits(ZoomLabels, size.X, size.Y-1, false) {
					t.Errorf("%s in %v, step %d: placed anew for each window", name, size, steps)
				}
				if fits {
					whole++
				}
				if anew {
					tidied++
				}
				l = next
				faces := line.faces()
				if len(faces) == 0 {
					break
				}
				f := slices.MinFunc(faces, func(a, b [2]*path) int { return growth(a) - growth(b) })
				line.eliminate(f[0], f[1])
				l = must(l.Step(context.Background(), line.graph()))
				steps++
			}
			t.Logf("%s in %dx%d: %d steps, whole %d times, tidied %d times", name, size.X, size.Y, steps,
				whole, tidied)
		}
	}
}

func TestClampLeavesNothingEmpty(t *testing.T) {
	l := must(place(openfoamDag().Graph()))
	b := l.Bounds(ZoomRows, false)
	for _, at := range []Point{{b.X - 50, b.Y - 9}, {b.X + b.Width, b.Y + b.Height}, {b.X + 3, b.Y + 2}} {
		v := l.Clamp(View{Zoom: ZoomRows, X: at.X, Y: at.Y, Width: 40, Height: 20})
		if v.X < b.X || v.X+40 > b.X+b.Width || v.Y < b.Y || v.Y+20 > b.Y+b.Height {
			t.Errorf("from %v the view goes to %d,%d, outside of %v", at, v.X, v.Y, b)
		}
	}
	if v := l.Clamp(View{Zoom: ZoomRows, X: b.X + 3, Y: b.Y + 2, Width: 40, Height: 20}); v.X != b.X+3 ||
		v.Y != b.Y+2 {
		t.Errorf("a view inside moved to %d,%d", v.X, v.Y)
	}
	if v := l.Clamp(View{Zoom: ZoomRows, X: 5000, Y: -5000, Width: 900, Height: 300}); v.X > b.X ||
		v.X+900 < b.X+b.Width || v.Y > b.Y {
		t.Errorf("a picture that fits is not all inside at %d,%d", v.X, v.Y)
	}
}

// A picture that is shown in part does not keep lines that nothing needs for ever.
func TestPartsAreLowered(t *testing.T) {
	closed, steps := 0, 0
	var l *Layout
	run(openfoamDag(), thrifty, 80, func(step int, _, now *Layout, _ int) {
		if l == nil {
			l = now
		} else {
			l = must(l.Step(context.Background(), now.graph))
		}
		next, _, err := l.Refit(context.Background(), 60, 14, false)
		if err != nil {
			t.Fatal(err)
		}
		fits := next.Fits(ZoomLabels, 60, 14, false)
		steps++
		if next != l && !fits {
			closed++
		}
		l = next
		needed := lowered(l, &l.tight, (*layout.Sheet).Lower).Bounds(ZoomLabels, false).Height
		if have := l.Bounds(ZoomLabels, false).Height; !fits && 5*needed < 4*have {
			t.Errorf("step %d: %d lines, %d are needed", step, have, needed)
		}
	})
	if closed == 0 || 5*closed > steps {
		t.Errorf("closed %d times in %d steps", closed, steps)
	}
}
