package picture

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// verify holds a layout against everything that must be true of each of its
// pictures: the tracer finds exactly the edges, no two edges share a cell on
// one axis, every label stands where it should in full.
func verify(t *testing.T, l *Layout, name string, views ...View) {
	t.Helper()
	if len(views) == 0 {
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			views = append(views, View{Zoom: z}, View{Zoom: z, ASCII: true})
		}
	}
	var want []string
	label := map[int]string{}
	for _, v := range l.graph.Vertices {
		label[v.Key] = v.Label
	}
	for _, e := range l.graph.Edges {
		want = append(want, label[e.From]+">"+label[e.To])
	}
	slices.Sort(want)
	for _, v := range views {
		c := l.Render(v)
		got, err := trace(c.String(), c.Zoom, v.ASCII)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s %v ascii=%v: traced %v\nwant %v\nerror %v\n%s", name, c.Zoom, v.ASCII, got, want, err, c)
		}
		d := newDrawing(l, v)
		d.edges()
		if d.clash > 0 {
			t.Fatalf("%s %v: %d cells belong to two edges on one axis\n%s", name, c.Zoom, d.clash, c)
		}
		checkLabels(t, l, c, name)
	}
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

func named() map[string]dag {
	return map[string]dag{"bat": bat(), "lion": lion(), "newton1": newton(1), "newton2": newton(2),
		"newton10": newton(10), "openfoam": openfoam()}
}

func TestTraceNamedDags(t *testing.T) {
	for name, d := range named() {
		verify(t, must(place(d.graph())), name)
		verify(t, must(place(newLine(d).graph())), name+" line dag")
	}
}

func TestTraceRandomDags(t *testing.T) {
	for seed := range uint64(20) {
		n := 10 + int(seed)*50/19
		d := randomDag(seed, n, min(150, n*5/2))
		verify(t, must(place(d.graph())), fmt.Sprintf("random %d", seed))
	}
}

func TestTraceRandomLineDags(t *testing.T) {
	for seed := range uint64(8) {
		n := 12 + int(seed)*4
		d := randomDag(100+seed, n, min(85, n*2))
		g := newLine(d).graph()
		verify(t, must(place(g)), fmt.Sprintf("line dag %d with %d vertices", seed, len(g.Vertices)))
	}
}

func TestTraceEliminationRuns(t *testing.T) {
	for name, d := range map[string]dag{"bat": bat(), "lion": lion(), "newton2": newton(2), "random": randomDag(3, 12, 20)} {
		for _, seed := range []uint64{0, 1, thrifty} {
			run(d, seed, 60, func(step int, _, l *Layout, born int) {
				verify(t, l, fmt.Sprintf("%s run %d step %d", name, seed, step))
			})
		}
	}
}

func TestTraceSelection(t *testing.T) {
	for name, d := range map[string]dag{"bat": bat(), "openfoam": openfoam()} {
		l := must(place(d.graph()))
		for _, v := range l.graph.Vertices {
			for z := ZoomLabels; z <= ZoomBoxes; z++ {
				verify(t, l, name+" selected "+v.Label, View{Zoom: z, Selected: []Ref{RefVertex(v.Key)}})
			}
		}
	}
}

func TestTraceBareVertices(t *testing.T) {
	g := newLine(openfoam()).graph()
	for i := range g.Vertices {
		g.Vertices[i].Shape = Bare
	}
	l := must(place(g))
	for _, ascii := range []bool{false, true} {
		picture := l.Render(View{Zoom: ZoomRows, ASCII: ascii}).String()
		// Bare vertices look like those at ZoomLabels.
		got, err := trace(picture, ZoomLabels, ascii)
		if err != nil || len(got) != len(g.Edges) {
			t.Fatalf("traced %d of %d edges, %v\n%s", len(got), len(g.Edges), err, picture)
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
	l := must(place(d.graph()))
	trunks := 0
	for _, hops := range l.plan(ZoomRows).hops {
		for _, h := range hops {
			if h.trunk {
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
