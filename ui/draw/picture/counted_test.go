package picture

import (
	"strconv"
	"strings"
	"testing"
)

// Where lines would fill the window an overview says how many vertices each layer has, names
// what is selected, and draws no other lines; where they can be followed it draws all of them.
func TestOverviewsCountLayers(t *testing.T) {
	l := must(place(randomDag(1, 100, 300).Graph()))
	e := l.Graph().Edges[40]
	view := View{Zoom: ZoomOverview, Width: 54, Height: 22, Selected: []Ref{RefEdge(e.From, e.To)}}
	c := l.Render(view)
	golden(t, "random-counted-Z0", c)
	sum := 0
	for _, row := range strings.Split(c.String(), "\n") {
		n, _ := strconv.Atoi(strings.TrimSpace(row[:min(len(row), forCounts-2)]))
		sum += n
	}
	if !c.Places().Counted || sum != len(l.Graph().Vertices) {
		t.Errorf("%d vertices are counted, of %d:\n%s", sum, len(l.Graph().Vertices), c)
	}
	for y := range c.Height {
		for _, cell := range c.Row(y) {
			if cell.Class.Part == Line && cell.Class.State == Plain {
				t.Fatalf("a line that nothing is about:\n%s", c)
			}
		}
	}
	for _, v := range l.Graph().Vertices {
		if (v.Key == e.From || v.Key == e.To) && !strings.Contains(c.String(), v.Label) {
			t.Errorf("%s is not named:\n%s", v.Label, c)
		}
	}
}

// Whether layers are counted does not depend on what is selected: the picture would move.
func TestSelectionsCountNoLayers(t *testing.T) {
	for seed := range uint64(4) {
		l := must(place(randomDag(seed, 30+5*int(seed), 60+10*int(seed)).Graph()))
		view := View{Zoom: ZoomOverview, Width: 54, Height: 22}
		counted := l.Render(view).Places().Counted
		for _, v := range l.Graph().Vertices {
			view.Selected = []Ref{RefVertex(v.Key)}
			if c := l.Render(view); c.Places().Counted != counted {
				t.Errorf("dag %d: %t without a selection, and another picture with one:\n%s", seed, counted, c)
			}
		}
	}
	few := must(place(openfoamDag().Graph())).Render(View{Zoom: ZoomOverview, Width: 60, Height: 20})
	if few.Places().Counted {
		t.Errorf("lines of a small dag are left out:\n%s", few)
	}
}
