package diagram

import (
	"bytes"
	"context"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/planner"
	"facet/samples"
	"facet/ui/picture"
)

// walk is a dag and an optimal sequence for it.
type walk struct {
	name string
	dag  *model.Dag
	ops  []model.Op
}

func walks(t *testing.T, names ...string) []walk {
	t.Helper()
	var list []walk
	for _, name := range names {
		content, err := samples.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := format.Read(name+".xml", bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, walk{name, g, optimum(t, g)})
		if name == "bat" {
			g = g.Classic()
			list = append(list, walk{"bat --classic", g, optimum(t, g)})
		}
	}
	return list
}

func optimum(t *testing.T, g *model.Dag) []model.Op {
	t.Helper()
	run, err := planner.Start(t.Context(), model.NewState(g), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	end, err := run.Wait()
	if err != nil {
		t.Fatal(err)
	}
	return end.Incumbent.Ops
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

// panes are what the explorer's windows leave for the pictures: at 80x24,
// 100x30, 120x40 and 200x60, beside the other panes and with one picture large.
var panes = map[string][]picture.Pane{
	"dag": {
		{Width: 80, Height: 12}, {Width: 80, Height: 18}, {Width: 43, Height: 15}, {Width: 100, Height: 24},
		{Width: 52, Height: 23}, {Width: 120, Height: 34}, {Width: 88, Height: 37}, {Width: 200, Height: 54},
	},
	"line dag": {
		{Width: 80, Height: 12}, {Width: 80, Height: 18}, {Width: 53, Height: 15}, {Width: 100, Height: 24},
		{Width: 64, Height: 23}, {Width: 120, Height: 34}, {Width: 108, Height: 37}, {Width: 200, Height: 54},
	},
}

// TestWholeWhereItCanBe walks along optimal sequences of the paper's cases and
// counts the states of which a part is cut off although a picture placed anew
// would fit, which must be none, and how often the picture is placed anew.
func TestWholeWhereItCanBe(t *testing.T) {
	for _, w := range walks(t, "bat", "lion", "newton1", "newton2", "composition", "hierarchy") {
		rows := Rows(w.dag)
		for kind, list := range panes {
			for _, pane := range list {
				var l *picture.Layout
				whole, tidied, closed, zooms, still := 0, 0, 0, 0, 0
				vertices, moved := 0, 0
				w.each(t, func(step int, s *model.State, changes []model.Change) {
					g := Dag(s, rows)
					if kind == "line dag" {
						g = Line(s, rows, Born(changes))
					}
					before := l
					l = follow(t, l, g)
					c, err := l.Choose(context.Background(), pane)
					if err != nil {
						t.Fatal(err)
					}
					if !c.Whole {
						tidy := follow(t, nil, g)
						if z := tidy.Fit(pane.Width, pane.Height, false); tidy.Fits(z, pane.Width, pane.Height, false) {
							t.Errorf("%s, %s in %dx%d, step %d: a part is cut off that would fit", w.name, kind, pane.Width, pane.Height, step)
						}
					}
					whole += count(c.Whole)
					tidied += count(c.Tidied)
					closed += count(c.Closed)
					zooms += count(step > 0 && c.Zoom != pane.Zoom)
					l, pane.Zoom = c.Layout, c.Zoom
					if before != nil {
						n, m := sideways(before, l)
						vertices, moved = vertices+n, moved+m
						still += count(m == 0)
					}
				})
				t.Logf("%s, %s in %dx%d: %d steps, whole %d times, tidied %d, closed %d, zoom changed %d times; %.1f %% of the survivors moved sideways",
					w.name, kind, pane.Width, pane.Height, len(w.ops), whole, tidied, closed, zooms, 100*float64(moved)/float64(max(vertices, 1)))
				if 5*tidied > len(w.ops) {
					t.Errorf("%s, %s in %dx%d: tidied %d times in %d steps", w.name, kind, pane.Width, pane.Height, tidied, len(w.ops))
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

// sideways counts the vertices of both layouts and those that left their column.
func sideways(before, now *picture.Layout) (vertices, moved int) {
	for _, v := range now.Graph().Vertices {
		a, ok := before.Position(picture.RefVertex(v.Key), picture.ZoomRows, false)
		if !ok {
			continue
		}
		b, _ := now.Position(picture.RefVertex(v.Key), picture.ZoomRows, false)
		vertices++
		moved += count(a.X != b.X)
	}
	return vertices, moved
}
