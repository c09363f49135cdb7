package picture

import (
	"context"
	"strings"
	"testing"

	"facet/ui/draw/picture/cells"
)

func TestNewRefusesWhatItCannotDraw(t *testing.T) {
	two := []Vertex{{Key: 1, Layer: 0}, {Key: 2, Layer: 1}}
	for _, test := range []struct {
		g    Graph
		want string
	}{
		{Graph{Vertices: []Vertex{{Key: 1}, {Key: 1}}}, "vertex key 1 is used twice"},
		{Graph{Vertices: two, Edges: []Edge{{From: 1, To: 3}}}, "edge 1 to 3 has an end that is no vertex"},
		{Graph{Vertices: two, Edges: []Edge{{From: 1, To: 2}, {From: 1, To: 2}}},
			"edge 1 to 2 is given twice"},
		{Graph{Vertices: two, Edges: []Edge{{From: 2, To: 1}}},
			"edge 2 to 1 does not point downwards: layers 1 and 0"},
	} {
		if _, err := place(test.g); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	if _, err := Layers([]int{1, 2}, []EdgeKey{{From: 1, To: 2}, {From: 2, To: 1}}); err == nil {
		t.Error("a cycle got layers")
	}
}

func TestEmptyAndLonely(t *testing.T) {
	for _, g := range []Graph{{}, {Vertices: []Vertex{{Key: 7, Label: "x", Layer: 3}}}} {
		l := must(place(g))
		for z := ZoomOverview; z <= ZoomBoxes; z++ {
			l.Render(View{Zoom: z})
			l.Render(View{Zoom: z, Width: 10, Height: 3})
		}
	}
	l := must(place(Graph{}))
	l = must(l.Step(context.Background(), batDag().Graph()))
	verify(t, l, "bat after nothing")
	must(l.Step(context.Background(), Graph{})).Render(View{})
}

func TestLabelsOfAnyText(t *testing.T) {
	g := Graph{
		Vertices: []Vertex{
			{Key: 0, Label: "温度", Layer: 0}, {Key: 1, Label: "é́x", Layer: 0, Mark: Jacobian},
			{Key: 2, Label: "👩‍🚀", Layer: 1, Shape: Square, Detail: []string{"幅 3"}},
			{Key: 3, Label: "a\tb\x1b", Layer: 1},
		},
		Edges: []Edge{{From: 0, To: 2}, {From: 1, To: 2}, {From: 1, To: 3, Label: "二/2"}},
	}
	l := must(place(g))
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		c := l.Render(View{Zoom: z})
		for y, line := range strings.Split(strings.TrimSuffix(c.String(), "\n"), "\n") {
			if w := cells.Width(line); w > c.Width {
				t.Errorf("%v: line %d is %d wide, the canvas %d", z, y, w, c.Width)
			}
		}
		// Whatever the window cuts through, no line gets wider than it.
		for width := 1; width < c.Width; width++ {
			part := l.Render(View{Zoom: z, X: 1, Width: width, Height: c.Height})
			for _, line := range strings.Split(part.String(), "\n") {
				if w := cells.Width(line); w > width {
					t.Errorf("%v: %q is wider than %d", z, line, width)
				}
			}
		}
		t.Logf("\n%s", c)
	}
}

// TestWindowShowsThePicture compares every window with the same part of the
// whole picture, apart from what is marked as cut off at the border.
func TestWindowShowsThePicture(t *testing.T) {
	l := must(place(openfoamDag().Graph()))
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		whole := l.Render(View{Zoom: z})
		b := l.Bounds(z, false)
		for x := b.X - 5; x < b.X+b.Width; x += 23 {
			for y := b.Y - 3; y < b.Y+b.Height; y += 11 {
				part := l.Render(View{Zoom: z, X: x, Y: y, Width: 31, Height: 13})
				for py := range part.Height {
					for px := range part.Width {
						got, want := part.At(px, py), whole.At(px+x-b.X, py+y-b.Y)
						if got.Class.Part != Marker && got.Class.Part != EdgeLabel &&
							want.Class.Part != EdgeLabel && got != want {
							t.Fatalf("%v window at %d,%d: cell %d,%d is %+v, want %+v", z, x, y, px, py, got,
								want)
						}
					}
				}
			}
		}
	}
}

func TestHoldKeepsTheSelectionWhereItIs(t *testing.T) {
	l := must(place(openfoamDag().Graph()))
	at := Point{30, 9}
	for _, v := range l.graph.Vertices {
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			view := l.Hold(View{Zoom: z, Width: 60, Height: 20}, RefVertex(v.Key), at)
			if got, ok := l.Render(view).Find(RefVertex(v.Key)); !ok || got != at {
				t.Errorf("%s at %v is shown at %v, want %v", v.Label, z, got, at)
			}
			view = l.Reveal(View{Zoom: z, Width: 60, Height: 20}, RefVertex(v.Key))
			if _, ok := l.Render(view).Find(RefVertex(v.Key)); !ok {
				t.Errorf("%s at %v is not revealed", v.Label, z)
			}
		}
	}
}

func TestEveryEdgeAndVertexCanBeHit(t *testing.T) {
	l := must(place(openfoamDag().Graph()))
	c := l.Render(View{Zoom: ZoomRows})
	seen := map[Ref]bool{}
	for y := range c.Height {
		for x := range c.Width {
			seen[c.Hit(x, y)] = true
		}
	}
	for _, v := range l.graph.Vertices {
		if !seen[RefVertex(v.Key)] {
			t.Errorf("vertex %s cannot be hit", v.Label)
		}
	}
	for _, e := range l.graph.Edges {
		if !seen[RefEdge(e.From, e.To)] {
			t.Errorf("edge %v cannot be hit", e.Key())
		}
		at, ok := c.Find(RefEdge(e.From, e.To))
		if !ok || c.Hit(at.X, at.Y) != RefEdge(e.From, e.To) {
			t.Errorf("the head of edge %v is not where it is said to be", e.Key())
		}
	}
}

func TestWalkingWithArrowKeys(t *testing.T) {
	l := must(place(batDag().Graph()))
	name := map[string]int{}
	for _, v := range l.graph.Vertices {
		name[v.Label] = v.Key
	}
	for _, test := range []struct {
		from string
		d    Direction
		to   string
	}{
		{"-1", Right, "0"}, {"0", Left, "-1"}, {"-1", Left, ""}, {"-1", Down, "1"}, {"1", Down, "3"},
		{"3", Down, "5"}, {"5", Left, "4"}, {"4", Up, "3"}, {"5", Down, ""}, {"-1", Up, ""},
	} {
		got, ok := l.Toward(name[test.from], test.d, ZoomRows)
		if ok != (test.to != "") || ok && got != name[test.to] {
			t.Errorf("from %s in direction %v: key %d %v, want %q", test.from, test.d, got, ok, test.to)
		}
	}
	if _, ok := l.Toward(99, Down, ZoomRows); ok {
		t.Error("an unknown vertex has neighbours")
	}
	around := l.Edges(name["3"])
	want := []EdgeKey{{From: name["1"], To: name["3"]}, {From: name["2"], To: name["3"]},
		{From: name["3"], To: name["4"]}, {From: name["3"], To: name["5"]}, {From: name["3"], To: name["6"]}}
	for i, e := range want {
		if around[i] != e {
			t.Fatalf("edges around 3 are %v, want %v", around, want)
		}
	}
}

func TestZoomIsTheLargestThatFits(t *testing.T) {
	l := must(place(batDag().Graph()))
	for _, test := range []struct {
		width, height int
		want          Zoom
	}{{80, 24, ZoomBoxes}, {80, 15, ZoomRows}, {30, 10, ZoomLabels}, {10, 5, ZoomOverview}} {
		if got := l.Fit(test.width, test.height, false); got != test.want {
			t.Errorf("%dx%d: %v, want %v", test.width, test.height, got, test.want)
		}
		if c := l.Render(View{Width: test.width, Height: test.height}); c.Zoom != test.want ||
			c.Width != test.width || c.Height != test.height {
			t.Errorf("%dx%d is drawn at %v in %dx%d", test.width, test.height, c.Zoom, c.Width, c.Height)
		}
	}
}

// TestOverviewFitsIntoAnyWindow draws rows of more vertices than the window has
// columns.
func TestOverviewFitsIntoAnyWindow(t *testing.T) {
	var g Graph
	const wide = 30
	for i := range 3 * wide {
		g.Vertices = append(g.Vertices, Vertex{Key: i, Label: "v", Layer: i / wide})
		switch {
		case i >= 2*wide:
			g.Edges = append(g.Edges, Edge{From: i - 2*wide, To: i}, Edge{From: i - wide, To: i})
		case i >= wide:
			g.Edges = append(g.Edges, Edge{From: (7*i + 3) % wide, To: i})
		}
	}
	l := must(place(g))
	for width := 1; width <= 2*wide; width++ {
		for _, ascii := range []bool{false, true} {
			c := l.Render(View{Zoom: ZoomOverview, Width: width, Height: 9, ASCII: ascii,
				Selected: []Ref{RefEdge(0, 2*wide)}})
			for x := range width {
				if ref, drawn := c.Hit(x, 0), c.At(x, 0).Text != " "; drawn && ref.Kind == Nothing {
					t.Errorf("%d columns: cell %d is nobody's", width, x)
				}
			}
			for i := range wide {
				if at, ok := c.Find(RefVertex(i)); width >= wide && (!ok || at.X < 0 || at.X >= width) {
					t.Errorf("%d columns: vertex %d is at %v", width, i, at)
				}
			}
		}
	}
}

// What is named first is shown first, and all of it where the window has room.
func TestRevealShowsAllThatFits(t *testing.T) {
	l := must(place(newtonDag(10).Graph()))
	for _, e := range l.graph.Edges {
		refs := []Ref{RefEdge(e.From, e.To), RefVertex(e.From), RefVertex(e.To),
			RefVertex(l.graph.Vertices[0].Key)}
		for _, v := range []View{{Zoom: ZoomRows, Width: 60, Height: 20},
			{Zoom: ZoomBoxes, Width: 40, Height: 12, X: 500, Y: 3}, {Zoom: ZoomLabels, Width: 90, Height: 40,
				Y: -70}} {
			shown := l.Reveal(v, refs[0], refs[1:]...)
			for k, ref := range refs {
				var all Rect
				for _, wanted := range refs[:k+1] {
					at, _ := l.box(v, wanted)
					all = all.And(at)
				}
				if !l.Shows(shown, ref) && all.within(v) {
					t.Fatalf("%v in %v is not shown beside %v", ref, v, refs[:k])
				}
			}
			if again := l.Reveal(shown, refs[0], refs[1:]...); again.X != shown.X || again.Y != shown.Y {
				t.Fatalf("revealed again, %v moves from %d,%d to %d,%d", refs[0], shown.X, shown.Y, again.X,
					again.Y)
			}
		}
	}
}
