package picture

import (
	"context"
	"testing"

	"facet/ui/picture/internal/dags"
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
	for name, d := range map[string]dags.Dag{"bat": dags.Bat(), "lion": dags.Lion(), "newton1": dags.Newton(1), "newton2": dags.Newton(2), "openfoam": dags.Openfoam()} {
		for kind, g := range map[string]Graph{"dag": d.Graph(), "line": newLine(d).graph()} {
			l := must(place(g))
			for z := ZoomBoxes; z >= ZoomLabels; z-- {
				c := l.Render(View{Zoom: z})
				t.Logf("%s %s %v %dx%d crossings %d\n%s", name, kind, z, c.Width, c.Height, l.sk.Crossings(), c)
			}
		}
	}
}
