package app

import (
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/panel/drawing"
)

// On a dag of 300 edges / goes to a vertex and shows it with its faces and what its
// elimination would change, as a whole and nothing else; N shows the whole dag again.
func TestNeighbourhood(t *testing.T) {
	g := random(t, 120, 300)
	for _, size := range []picture.Point{{X: 80, Y: 24}, {X: 120, Y: 40}} {
		d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
		j, faces := 0, 0 // a junction that can be seen as a whole
		for i := range g.Vertices {
			in, out := 0, 0
			for _, e := range g.Edges {
				if e.Target == i {
					in++
				}
				if e.Source == i {
					out++
				}
			}
			if n := in * out; n > faces && n <= 6 {
				j, faces = i, n
			}
		}
		d.press("/").typing(g.Vertices[j].ID).press("enter")
		if !drawing.Surrounding(d.m.screen.pictures.dag) ||
			!strings.Contains(d.screen(), "around the selection") ||
			d.m.screen.shown.sel != intent.AtVertex(j) {
			t.Fatalf("%v: / does not go to the neighbourhood of %s:\n%s", size, g.Vertices[j].ID, d.screen())
		}
		for _, p := range d.m.Pictures() {
			l, v := p.Layout(d.m.screen.pictures.Now), p.Shown()
			if !l.Fits(v.Zoom, v.Width, v.Height, false) || v.Zoom == picture.ZoomOverview {
				t.Errorf("%v: the %v around the selection is not whole:\n%s", size, p.Kind, d.screen())
			}
			if p.Kind != intent.Dag {
				continue
			}
			for _, e := range g.Edges {
				_, drawn := l.Position(picture.RefEdge(e.Source, e.Target), picture.ZoomRows, false)
				if touches := e.Source == j || e.Target == j; touches && !drawn {
					t.Errorf("edge (%d,%d) at the junction is missing", e.Source, e.Target)
				}
			}
			for _, v := range l.Graph().Vertices {
				if v.Key != j && !slices.ContainsFunc(g.Edges, func(e model.Edge) bool {
					return e.Source == v.Key && e.Target == j || e.Source == j && e.Target == v.Key
				}) {
					t.Errorf("vertex %d is no neighbour", v.Key)
				}
			}
		}
		n := diagram.NearVertex(d.m.screen.shown.state(), j)
		if n.Omitted > 0 || len(n.Vertices) > 12 {
			t.Errorf("around a junction of %d faces are %+v", faces, n)
		}
		if d.press("N"); drawing.Surrounding(d.m.screen.pictures.dag) ||
			strings.Contains(d.screen(), "around the selection: ") {
			t.Errorf("N does not show the whole again:\n%s", d.screen())
		}
	}
	// A small dag stays as it is.
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	if d.press("/").typing("3").press("enter"); drawing.Surrounding(d.m.screen.pictures.dag) {
		t.Error("/ on Bat shows a part of it")
	}
}

// A narrow frame names the key that shows the whole, or lets the pictures move, and is not cut.
func TestKeysInNarrowFrames(t *testing.T) {
	d := start(t, testOptions(sample(t, "newton1"), style.Mono, false), 100, 30)
	for key, want := range map[string]string{"P": " P unpins   Z", "N": " N whole   Z"} {
		d.press(key)
		if top := strings.Split(d.screen(), "\n")[1]; strings.Contains(top, "…") ||
			strings.Count(top, want) != 2 {
			t.Errorf("%s: %s", key, top)
		}
		d.press(key)
	}
}

// N and N again show the whole at the zoom level that it had: one that was pinned, or one
// that was chosen, also after a step.
func TestTheWholeComesBackAsItWas(t *testing.T) {
	for _, keys := range []string{"P", "+", "-", "P -", "P +"} {
		d := start(t, testOptions(sample(t, "newton1"), style.Mono, false), 120, 40)
		d.press(strings.Fields(keys)...)
		want := []picture.Zoom{d.m.screen.pictures.dag.Shown().Zoom, d.m.screen.pictures.line.Shown().Zoom}
		for _, between := range []string{"N", "N down", "N enter", "N +"} {
			d.press(strings.Fields(between)...)
			d.press("N")
			if got := []picture.Zoom{d.m.screen.pictures.dag.Shown().Zoom, d.m.screen.pictures.line.Shown().
				Zoom}; !slices.Equal(got, want) {
				t.Errorf("%s, then %s N: %v, not %v", keys, between, got, want)
			}
		}
	}
}
