package picture

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"facet/ui/draw/picture/layout"
)

// sizes are dags by their edges, and dags whose line dags have about so many.
var sizes = []struct {
	edges     int
	dag, line [2]int // vertices and edges of the dag
}{
	{100, [2]int{30, 100}, [2]int{16, 38}},
	{300, [2]int{90, 300}, [2]int{36, 102}},
	{1000, [2]int{300, 1000}, [2]int{110, 335}},
	{2000, [2]int{600, 2000}, [2]int{200, 650}},
}

func (s sizedDag) String() string {
	return fmt.Sprintf("%s-%d", s.kind, len(s.g.Edges))
}

type sizedDag struct {
	kind string
	g    Graph
}

func eachSize(yield func(sizedDag) bool) {
	for _, s := range sizes {
		if !yield(sizedDag{"dag", randomDag(9, s.dag[0], s.dag[1]).Graph()}) ||
			!yield(sizedDag{"line", newLine(randomDag(9, s.line[0], s.line[1])).graph()}) {
			return
		}
	}
}

// BenchmarkLayout is the time to the first picture at ZoomRows, with all that
// New does.
func BenchmarkLayout(b *testing.B) {
	for s := range eachSize {
		b.Run(s.String(), func(b *testing.B) {
			var l *Layout
			for b.Loop() {
				l = must(place(s.g))
				l.Bounds(ZoomRows, false)
			}
			b.ReportMetric(float64(l.Bytes())/1024, "KiB-kept")
			b.ReportMetric(float64(len(layout.NewSkeleton(s.g, nil, true).Segments)), "parts")
		})
	}
}

// BenchmarkLayers is the time for layers.
func BenchmarkLayers(b *testing.B) {
	for _, s := range sizes {
		d := randomDag(9, s.dag[0], s.dag[1])
		b.Run(fmt.Sprint(s.edges), func(b *testing.B) {
			for b.Loop() {
				d.Layers()
			}
		})
	}
}

// BenchmarkSteps eliminates faces and reports the 95th percentile.
func BenchmarkSteps(b *testing.B) {
	for _, s := range sizes {
		d := randomDag(9, s.line[0], s.line[1])
		b.Run(fmt.Sprint(len(newLine(d).graph().Edges)), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				line := newLine(d)
				l := must(place(line.graph()))
				for step := range 20 {
					f := line.faces()
					face := f[(step*7)%len(f)]
					line.eliminate(face[0], face[1])
					g := line.graph()
					start := time.Now()
					l = must(l.Step(context.Background(), g))
					took = append(took, time.Since(start))
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
		})
	}
}

// BenchmarkFrames draws a window of large pictures.
func BenchmarkFrames(b *testing.B) {
	for s := range eachSize {
		l := must(place(s.g))
		b.Run(s.String(), func(b *testing.B) {
			for b.Loop() {
				l.Render(View{Zoom: ZoomRows, Width: 200, Height: 60})
			}
		})
	}
}

// BenchmarkSurvey places what is too large to be laid out and draws its overview.
func BenchmarkSurvey(b *testing.B) {
	hub := Graph{Omitted: 1_000_000}
	for i := range 1000 {
		hub.Vertices = append(hub.Vertices, Vertex{Key: i, Label: fmt.Sprint("u", i)},
			Vertex{Key: 1000 + i, Label: fmt.Sprint("v", i), Layer: 1})
	}
	for i := range 10_000 {
		hub.Edges = append(hub.Edges, Edge{From: i % 1000, To: 1000 + (i*7+i/1000)%1000})
	}
	for name, g := range map[string]Graph{"complete-60": complete(60).
		Graph(), "line-complete-40": newLine(complete(40)).graph(), "hub": hub} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				must(Survey(g)).Render(View{Width: 200, Height: 60})
			}
		})
	}
}
