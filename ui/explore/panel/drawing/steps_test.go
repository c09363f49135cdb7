package drawing

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/generate"
	"facet/model/session"
	"facet/planner"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// twoPanels are the panels of both pictures of a session in boxes of a size.
type twoPanels struct {
	t         *testing.T
	of        *Pictures
	s         *session.Session
	v         *layer.View
	dag, line *Panel
	size      picture.Point
}

func panelsOf(t *testing.T, g *model.Dag, size picture.Point) *twoPanels {
	t.Helper()
	s, of := session.New(g), NewPictures(g, NewLayouts(1<<24))
	root, _ := s.StateAt(0)
	return &twoPanels{t, of, s, &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}, NewPanel(intent.Dag, of), NewPanel(intent.LineDag, of), size}
}

// draw lays the pictures of the step out, and has the panels show them.
func (p *twoPanels) draw() {
	p.t.Helper()
	Place(p.dag, p.v, p.size.X, p.size.Y)
	Place(p.line, p.v, p.size.X, p.size.Y)
	p.of.Take(p.of.Work(p.s, Space{Size: p.size}).Draw(p.t.Context()))
	p.v.CacheKey.Version++
	p.dag.Fit(p.v, layer.Box{Width: p.size.X, Height: p.size.Y})
	p.line.Fit(p.v, layer.Box{Width: p.size.X, Height: p.size.Y})
}

// beside are both pictures, one beside the other.
func (p *twoPanels) beside() string {
	dag, line := strings.Split(p.dag.Text(), "\n"), strings.Split(p.line.Text(), "\n")
	rows := make([]string, max(len(dag), len(line)))
	for k := range rows {
		if k < len(dag) {
			rows[k] = strings.TrimRight(dag[k], " ")
		}
		if k < len(line) {
			rows[k] += style.Blank(p.size.X-style.Width(rows[k])) + " " + line[k]
		}
		rows[k] = strings.TrimRight(rows[k], " ")
	}
	return strings.Join(rows, "\n")
}

// The pictures of the paper's small examples, after each step of an optimal sequence, with what
// the step did and what the next one would do.
func TestSmallExamples(t *testing.T) {
	for name, size := range map[string]picture.Point{"lion": {X: 30, Y: 14}, "bat": {X: 54, Y: 21}} {
		p := panelsOf(t, uitest.Sample(t, name).Classic(), size)
		best, err := planner.Solve(t.Context(), p.s.State(), planner.Options{Workers: 1, Work: planWork})
		if err != nil || !best.Proven {
			t.Fatal(err, best.Proven)
		}
		var walk uitest.Walk
		for k, op := range best.Incumbent.Ops {
			p.v.Sel = intent.AtOp(op)
			p.draw()
			walk.See(fmt.Sprintf("step %d", k), p.beside())
			if _, err := p.s.Do("", op); err != nil {
				t.Fatal(err)
			}
		}
		p.v.Sel = intent.Selection{}
		p.draw()
		walk.See("the end", p.beside())
		walk.Golden(t, name+"-steps")
	}
}

// A large picture begins as an overview.
func TestLargePicturesBeginAsAnOverview(t *testing.T) {
	g, err := generate.Random(80, 300, generate.Elementals{MaxSize: 20, Jacobians: 0.3, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	p := panelsOf(t, g, picture.Point{X: 60, Y: 20})
	if p.draw(); p.of.Ready(0) || !p.of.Current(0) || !p.of.Now.Line.Coarse() {
		t.Error("no overview")
	}
	if p.draw(); !p.of.Ready(0) || p.of.Now.Line.Coarse() {
		t.Error("the overview stays")
	}
}

// After tidying there are no blank rows on one side while the picture goes on at the other.
func TestTidyShowsAsMuchAsFits(t *testing.T) {
	g := uitest.Sample(t, "openfoam")
	p := panelsOf(t, g, picture.Point{X: 78, Y: 16})
	p.dag.ZoomTo(picture.ZoomLabels)
	p.line.ZoomTo(picture.ZoomLabels)
	parts := 0
	for step := 0; !p.s.State().Done(); step++ {
		best, _ := model.Cheapest(p.s.State().Operations())
		p.v.Sel = intent.AtOp(best.Op)
		if step%8 == 0 {
			p.of.Tidy(p.s.Cursor())
			p.dag.Again()
			p.line.Again()
			p.draw()
			for _, one := range []*Panel{p.dag, p.line} {
				l, view := one.Layout(p.of.Now), one.Shown()
				if view.Zoom == picture.ZoomOverview {
					continue
				}
				parts++
				if l.Clamp(view).Y != view.Y {
					t.Fatalf("step %d, %v: rows %d on, of %+v", step, one.Kind, view.Y,
						l.Bounds(view.Zoom, false))
				}
			}
		}
		if _, err := p.s.Do("", best.Op); err != nil {
			t.Fatal(err)
		}
	}
	if parts == 0 {
		t.Error("no picture was in one window")
	}
}
