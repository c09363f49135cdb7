package picture

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestCrossings(t *testing.T) {
	for _, test := range []struct {
		name string
		g    Graph
		want int
	}{
		{"bat", batDag().Graph(), 0},
		{"bat's line dag", newLine(batDag()).graph(), 3},
		{"lion", lionDag().Graph(), 0},
		{"lion's line dag", newLine(lionDag()).graph(), 0},
	} {
		l := must(place(test.g))
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			if got := drawnCrossings(l, z); got != test.want {
				t.Errorf("%s %v: %d crossings, want %d", test.name, z, got, test.want)
			}
		}
	}
	for name, d := range namedDags() {
		for kind, g := range map[string]Graph{"dag": d.Graph(), "line dag": newLine(d).graph()} {
			l := must(place(g))
			t.Logf("%s %s: %d crossings of the order, %d drawn at Z2", name, kind, l.sk.Crossings(),
				drawnCrossings(l, ZoomRows))
		}
	}
}

// drawnCrossings counts the cells in which two lines cross.
func drawnCrossings(l *Layout, z Zoom) int {
	d := newDrawing(l, View{Zoom: z})
	d.edges()
	count := 0
	for i := range d.lines {
		if d.lines[i].Crossed() {
			count++
		}
	}
	return count
}

func TestFitsOnSmallScreens(t *testing.T) {
	fits := func(name string, g Graph, z Zoom) {
		b := must(place(g)).Bounds(z, false)
		t.Logf("%s %v: %dx%d", name, z, b.Width, b.Height)
		if b.Width > 80 || b.Height > 24 {
			t.Errorf("%s does not fit into 80x24 at %v: %dx%d", name, z, b.Width, b.Height)
		}
	}
	fits("bat", batDag().Graph(), ZoomBoxes)
	fits("bat's line dag", newLine(batDag()).graph(), ZoomRows)
	l := must(place(randomDag(4, 60, 150).Graph()))
	c := l.Render(View{Zoom: ZoomOverview, Width: 80, Height: 24})
	seen := map[Point]bool{}
	for _, v := range l.graph.Vertices {
		at, ok := c.Find(RefVertex(v.Key))
		if !ok || seen[at] {
			t.Errorf("vertex %s has no cell of its own in the overview", v.Label)
		}
		seen[at] = true
	}
	t.Logf("overview\n%s", c)
}

// big is a dag of 100 vertices and 150 edges.
func big() Graph { return randomDag(9, 100, 150).Graph() }

func BenchmarkFirstLayout(b *testing.B) {
	g := big()
	for b.Loop() {
		must(place(g)).Bounds(ZoomRows, false)
	}
}

func BenchmarkFrame(b *testing.B) {
	l := must(place(big()))
	for _, size := range []Point{{80, 24}, {200, 60}, {0, 0}} {
		b.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(b *testing.B) {
			for b.Loop() {
				l.Render(View{Zoom: ZoomRows, Width: size.X, Height: size.Y})
			}
		})
	}
}

// BenchmarkStep steps through elimination runs of a line dag that has some
// hundred vertices and reports the 95th percentile.
func BenchmarkStep(b *testing.B) {
	var took []time.Duration
	vertices, edges := 0, 0
	for b.Loop() {
		line := newLine(randomDag(9, 60, 85))
		l := must(place(line.graph()))
		l.Bounds(ZoomRows, false)
		for step := range 20 {
			f := line.faces()
			line.eliminate(f[(step*7)%len(f)][0], f[(step*7)%len(f)][1])
			g := line.graph()
			vertices, edges = max(vertices, len(g.Vertices)), max(edges, len(g.Edges))
			start := time.Now()
			l = must(l.Step(context.Background(), g))
			l.Bounds(ZoomRows, false)
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
	b.ReportMetric(float64(vertices), "vertices")
	b.ReportMetric(float64(edges), "edges")
}
