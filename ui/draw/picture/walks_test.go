package picture_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/samples"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
)

// walk is a dag and an optimal sequence for it.
type walk struct {
	name string
	dag  *model.Dag
	ops  []model.Op
}

var search = flag.Bool("search", false, "search the optimal sequences anew and write them down")

// cases are those of the paper.
var cases = []string{"bat", "bat --classic", "lion", "newton1", "newton2", "composition", "hierarchy"}

// walks gives an optimal sequence for each case. They are written down, so that
// the pictures do not depend on which of many optima a search finds first.
func walks(t *testing.T, names ...string) []walk {
	t.Helper()
	var list []walk
	for _, name := range names {
		sample, classic := strings.CutSuffix(name, " --classic")
		content, err := samples.Open(sample)
		if err != nil {
			t.Fatal(err)
		}
		g, err := format.Read(sample+".xml", bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if classic {
			g = g.Classic()
		}
		file := filepath.Join("testdata", strings.ReplaceAll(name, " --", "-")+".seq")
		if *search {
			write(t, file, g)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ops, end, err := model.ReadSequence(model.NewState(g), bytes.NewReader(text))
		if err != nil || !end.Done() {
			t.Fatalf("%s is no complete sequence: %v", file, err)
		}
		list = append(list, walk{name, g, ops})
	}
	return list
}

func write(t *testing.T, file string, g *model.Dag) {
	t.Helper()
	start := model.NewState(g)
	end, err := planner.Solve(t.Context(), start, planner.Options{Workers: 1})
	if err != nil || !end.Proven {
		t.Fatal("no proved optimum:", err)
	}
	text, err := model.FormatSequence(start, end.Incumbent.Ops)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// each shows every state of the walk, the first one without changes.
func (w walk) each(t *testing.T, show func(step int, s *model.State, changes []model.Change)) {
	t.Helper()
	state := model.NewState(w.dag)
	show(0, state, nil)
	for k, op := range w.ops {
		next, changes, err := model.Replay(state, []model.Op{op})
		if err != nil {
			t.Fatal(err)
		}
		state = next
		show(k+1, state, changes)
	}
}

// panels are what the explorer's windows leave for the pictures: at 80x24,
// 100x30, 120x40 and 200x60, beside the other panels and with one picture large.
var panels = map[string][]picture.Point{
	"dag": {
		{80, 12}, {80, 18}, {43, 15}, {100, 24},
		{52, 23}, {120, 34}, {88, 37}, {200, 54},
	},
	"line dag": {
		{80, 12}, {80, 18}, {53, 15}, {100, 24},
		{64, 23}, {120, 34}, {108, 37}, {200, 54},
	},
}

// TestWholeWhereItCanBe walks along optimal sequences of the paper's cases and
// counts the states of which a part is cut off although a picture placed anew
// would fit, which must be none, and how often the picture is placed anew.
func TestWholeWhereItCanBe(t *testing.T) {
	extent.NoRace(t)
	for _, w := range walks(t, cases...) {
		rows := diagram.Rows(w.dag)
		for kind, list := range panels {
			for n, panel := range list {
				if n%3 > 0 && !extent.Full {
					continue
				}
				var last *picture.Layout
				whole, tidied, still := 0, 0, 0
				vertices, moved, far, jumps := 0, 0, 0, 0
				w.each(t, func(step int, s *model.State, changes []model.Change) {
					g := diagram.Dag(s, rows)
					if kind == "line dag" {
						g = diagram.Line(s, rows, diagram.Born(changes))
					}
					before, l := last, follow(t, last, g)
					l, anew, err := l.Refit(context.Background(), panel.X, panel.Y, false)
					if err != nil {
						t.Fatal(err)
					}
					fits := l.Fits(picture.ZoomLabels, panel.X, panel.Y, false)
					if !fits {
						tidy := follow(t, nil, g)
						if z := tidy.Fit(panel.X, panel.Y, false); z > picture.ZoomOverview {
							t.Errorf("%s, %s in %v, step %d: a part is cut off that would fit", w.name,
								kind, panel, step)
						}
					}
					whole += count(fits)
					tidied += count(anew)
					last = l
					if before != nil {
						n, m, cells := sideways(before, l)
						vertices, moved, far = vertices+n, moved+m, far+cells
						still += count(m == 0)
						jumps += count(4*m > n)
					}
				})
				t.Logf("%s, %s in %v: %d steps, whole %d times, tidied %d; %.1f %% of the survivors moved sideways, each %.0f cells; still %d steps, %d with more than a quarter moved",
					w.name, kind, panel, len(w.ops), whole, tidied,
					100*float64(moved)/float64(max(vertices, 1)),
					float64(far)/float64(max(moved, 1)), still, jumps)
				if 5*tidied > len(w.ops) {
					t.Errorf("%s, %s in %v: tidied %d times in %d steps", w.name, kind, panel, tidied,
						len(w.ops))
				}
			}
		}
	}
}

func follow(t *testing.T, l *picture.Layout, g picture.Graph) *picture.Layout {
	t.Helper()
	next, err := picture.New(context.Background(), g)
	if l != nil {
		next, err = l.Step(context.Background(), g)
	}
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// sideways counts the vertices of both layouts, those that left their column, and
// the cells that they went.
func sideways(before, now *picture.Layout) (vertices, moved, cells int) {
	for _, v := range now.Graph().Vertices {
		a, ok := before.Position(picture.RefVertex(v.Key), picture.ZoomRows, false)
		if !ok {
			continue
		}
		b, _ := now.Position(picture.RefVertex(v.Key), picture.ZoomRows, false)
		vertices++
		moved += count(a.X != b.X)
		cells += max(a.X-b.X, b.X-a.X)
	}
	return vertices, moved, cells
}

// TestEveryStateCanBeRead walks along the same sequences, and longer ones,
// and reads the plain text of every picture back: every edge with its cost, and
// every mark.
func TestEveryStateCanBeRead(t *testing.T) {
	extent.NoRace(t)
	for k, w := range walks(t, append([]string{"openfoam", "newton10"}[:extent.Of(1, 2)], cases...)...) {
		rows := diagram.Rows(w.dag)
		var dag, line *picture.Layout
		w.each(t, func(step int, s *model.State, changes []model.Change) {
			dag, line = follow(t, dag, diagram.Dag(s, rows)),
				follow(t, line, diagram.Line(s, rows, diagram.Born(changes)))
			if sampled := (step+k)%8 == 0 && step < 24; !sampled && !*picture.All {
				return
			}
			for zoom := picture.ZoomLabels; zoom <= picture.ZoomBoxes; zoom++ {
				for _, ascii := range []bool{false, true} {
					for _, l := range []*picture.Layout{dag, line} {
						read(t, l, picture.View{Zoom: zoom, ASCII: ascii},
							fmt.Sprintf("%s, step %d", w.name, step))
					}
				}
			}
		})
	}
}

func read(t *testing.T, l *picture.Layout, v picture.View, name string) {
	t.Helper()
	c := l.Render(v)
	got, err := picture.Read(c.String(), v.Zoom, v.ASCII)
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, v.Zoom, err, c)
	}
	g := l.Graph()
	if len(got.Edges) != len(g.Edges) || len(got.Marks) != len(g.Vertices) {
		t.Fatalf("%s %v: %d edges and %d vertices were drawn as %v and %v\n%s", name, v.Zoom, len(g.Edges),
			len(g.Vertices), got.Edges, got.Marks, c)
	}
	omitted, signs := "…", [...]string{"", "○", "●", "Σ"}
	plain := strings.NewReplacer()
	if v.ASCII {
		omitted, signs = "~", [...]string{"", "o", "*", "+"}
		plain = strings.NewReplacer("●", "*", "Σ", "+")
	}
	spell := strings.NewReplacer()
	if v.ASCII {
		spell = strings.NewReplacer("⇝", ":")
	}
	for _, vertex := range g.Vertices {
		if mark, ok := got.Marks[spell.Replace(vertex.Label)]; !ok || mark != signs[vertex.Mark] {
			t.Fatalf("%s %v: %s has the mark %q, want %q\n%s", name, v.Zoom, vertex.Label, mark,
				signs[vertex.Mark], c)
		}
	}
	for _, e := range g.Edges {
		from, _ := l.Vertex(e.From)
		to, _ := l.Vertex(e.To)
		label, ok := got.Edges[spell.Replace(from.Label+">"+to.Label)]
		if want := plain.Replace(e.Label); !ok || label != want && (label != omitted || want == "") {
			t.Fatalf("%s %v: the edge from %s to %s was read as %q, its label is %q\n%s", name, v.Zoom,
				from.Label, to.Label, label, e.Label, c)
		}
	}
}
