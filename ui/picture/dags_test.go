package picture

import (
	"context"
	"testing"
)

// place is New without a limit.
func place(g Graph) (*Layout, error) { return New(context.Background(), g) }

func must(l *Layout, err error) *Layout {
	if err != nil {
		panic(err)
	}
	return l
}

func TestLook(t *testing.T) {
	for name, d := range map[string]dag{"bat": bat(), "lion": lion(), "newton1": newton(1), "newton2": newton(2), "openfoam": openfoam()} {
		for kind, g := range map[string]Graph{"dag": d.graph(), "line": newLine(d).graph()} {
			l := must(place(g))
			for z := ZoomBoxes; z >= ZoomLabels; z-- {
				c := l.Render(View{Zoom: z})
				t.Logf("%s %s %v %dx%d crossings %d\n%s", name, kind, z, c.Width, c.Height, l.sk.crossings(), c)
			}
		}
	}
}
