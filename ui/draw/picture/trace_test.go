package picture

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
)

// All has every picture traced, not only a sample.
var All = flag.Bool("all", false, "trace all pictures, not only a sample")

// place is New without a limit.
func place(g Graph) (*Layout, error) { return New(context.Background(), g) }

func must(l *Layout, err error) *Layout {
	if err != nil {
		panic(err)
	}
	return l
}

// verify holds a layout against everything that must be true of each of its
// pictures: the tracer finds exactly the edges, with their labels or a sign that
// there was no room for one, and the marks; no two edges share a cell on one axis;
// every label stands where it should in full.
func verify(t *testing.T, l *Layout, name string, views ...View) {
	t.Helper()
	if len(views) == 0 {
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			views = append(views, View{Zoom: z}, View{Zoom: z, ASCII: true})
		}
	}
	for _, v := range views {
		c := l.Render(v)
		got, err := Read(c.String(), c.Zoom, v.ASCII)
		if err == nil {
			err = l.compare(got, v)
		}
		if err != nil {
			t.Fatalf("%s %v ascii=%v: %v\n%s", name, c.Zoom, v.ASCII, err, c)
		}
		d := newDrawing(l, v)
		d.edges()
		if d.clash > 0 {
			t.Fatalf("%s %v: %d cells belong to two edges on one axis\n%s", name, c.Zoom, d.clash, c)
		}
		checkLabels(t, l, c, name)
	}
}

// compare says what of a picture that was read back is not as in the graph.
func (l *Layout) compare(got ReadPicture, v View) error {
	for _, e := range l.graph.Edges {
		from, _ := l.Vertex(e.From)
		to, _ := l.Vertex(e.To)
		if _, ok := got.Edges[from.Label+">"+to.Label]; !ok {
			return fmt.Errorf("the edge from %s to %s cannot be traced", from.Label, to.Label)
		}
	}
	if len(got.Edges) != len(l.graph.Edges) || len(got.Marks) != len(l.graph.Vertices) {
		return fmt.Errorf("%d edges and %d vertices were drawn as %v and %v", len(l.graph.Edges),
			len(l.graph.Vertices), got.Edges, got.Marks)
	}
	for _, vertex := range l.graph.Vertices {
		want := ""
		if vertex.Mark != Unmarked {
			want = signOf(vertex.Mark, v.ASCII)
		}
		if mark, ok := got.Marks[vertex.Label]; !ok || mark != want {
			return fmt.Errorf("vertex %s has the mark %q, want %q", vertex.Label, mark, want)
		}
	}
	for _, e := range l.graph.Edges {
		from, _ := l.Vertex(e.From)
		to, _ := l.Vertex(e.To)
		label, ok := got.Edges[from.Label+">"+to.Label]
		want := e.Label
		if v.ASCII {
			want = plainSigns.Replace(want)
		}
		if omitted := either(v.ASCII, "~", "…"); !ok || label != want && (label != omitted || e.Label == "") {
			return fmt.Errorf("the edge from %s to %s was read as %q %v, its label is %q", from.Label,
				to.Label, label, ok, e.Label)
		}
	}
	return nil
}

// checkLabels reads every label back from the cells that its vertex owns.
func checkLabels(t *testing.T, l *Layout, c *Canvas, name string) {
	t.Helper()
	text := map[Ref]string{}
	for y := range c.Height {
		for _, cell := range c.Row(y) {
			if cell.Class.Part == Label {
				text[cell.Owner] += cell.Text
			}
		}
	}
	for _, v := range l.graph.Vertices {
		if got := text[RefVertex(v.Key)]; got != v.Label {
			t.Fatalf("%s %v: label %q is drawn as %q\n%s", name, c.Zoom, v.Label, got, c)
		}
	}
}

func TestTraceNamedDags(t *testing.T) {
	t.Parallel()
	for name, d := range namedDags() {
		verify(t, must(place(d.Graph())), name)
		verify(t, must(place(newLine(d).graph())), name+" line dag")
	}
}

// TestTraceRandomDags draws dags of up to 100 edges, with labels of many widths,
// a thousand of them on demand.
func TestTraceRandomDags(t *testing.T) {
	alone(t)
	t.Parallel()
	many := 24
	if *All {
		many = 1000
	}
	for seed := range uint64(many) {
		rng := rand.New(rand.NewPCG(seed, 17))
		edges := 3 + rng.IntN(98)
		d := randomDag(seed, max(4, edges*2/5+rng.IntN(edges/2+1)), edges)
		for e := range d.Cost {
			if rng.IntN(4) == 0 {
				d.Cost[e] = []string{"", "●", "Σ", "●+2/4", "14863/74313"}[rng.IntN(5)]
			}
		}
		verify(t, must(place(d.Graph())), fmt.Sprintf("random %d", seed))
	}
}

func TestTraceRandomLineDags(t *testing.T) {
	alone(t)
	t.Parallel()
	for seed := range uint64(8) {
		n := 12 + int(seed)*4
		d := randomDag(100+seed, n, min(85, n*2))
		g := newLine(d).graph()
		verify(t, must(place(g)), fmt.Sprintf("line dag %d with %d vertices", seed, len(g.Vertices)))
	}
}

func TestTraceEliminationRuns(t *testing.T) {
	alone(t)
	t.Parallel()
	for name, d := range map[string]testDag{"bat": batDag(), "lion": lionDag(),
		"newton2": newtonDag(2), "random": randomDag(3, 12, 20)} {
		for _, seed := range []uint64{0, 1, thrifty} {
			run(d, seed, 60, func(step int, _, l *Layout, born int) {
				if *All || (step+int(seed))%3 == 0 {
					verify(t, l, fmt.Sprintf("%s run %d step %d", name, seed, step))
				}
			})
		}
	}
}

func TestTraceSelection(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]testDag{"bat": batDag(), "openfoam": openfoamDag()} {
		l := must(place(d.Graph()))
		for _, v := range l.graph.Vertices {
			for z := ZoomLabels; z <= ZoomBoxes; z++ {
				verify(t, l, name+" selected "+v.Label, View{Zoom: z, Selected: []Ref{RefVertex(v.Key)}})
				e := l.graph.Edges[v.Key%len(l.graph.Edges)]
				verify(t, l, name+" related "+v.Label,
					View{Zoom: z, ASCII: true, Related: []Ref{RefVertex(v.Key), RefEdge(e.From, e.To)}})
			}
		}
	}
}

func TestTraceBareVertices(t *testing.T) {
	g := newLine(openfoamDag()).graph()
	for i := range g.Vertices {
		g.Vertices[i].Shape = Bare
	}
	l := must(place(g))
	for _, ascii := range []bool{false, true} {
		picture := l.Render(View{Zoom: ZoomRows, ASCII: ascii}).String()
		// Bare vertices look like those at ZoomLabels.
		got, err := Read(picture, ZoomLabels, ascii)
		if err != nil || len(got.Edges) != len(g.Edges) {
			t.Fatalf("traced %d of %d edges, %v\n%s", len(got.Edges), len(g.Edges), err, picture)
		}
	}
	t.Logf("\n%s", l.Render(View{Zoom: ZoomRows}))
}

func TestTraceBundles(t *testing.T) {
	var b strings.Builder
	for i := range 14 {
		fmt.Fprintf(&b, "s1>t%d s2>t%d ", i, (i*5)%14)
	}
	d := parseDag(b.String())
	l := must(place(d.Graph()))
	trunks := 0
	for _, hops := range l.sheet(ZoomRows).Hops {
		for _, h := range hops {
			if h.Trunk {
				trunks++
			}
		}
	}
	if trunks == 0 {
		t.Fatal("nothing is bundled")
	}
	verify(t, l, "bundles")
	t.Logf("%d hops in trunks\n%s", trunks, l.Render(View{Zoom: ZoomRows}))
}

// alone marks a test that draws thousands of pictures on one goroutine: the race detector has
// nothing to find there.
func alone(t *testing.T) {
	t.Helper()
	extent.NoRace(t)
}
