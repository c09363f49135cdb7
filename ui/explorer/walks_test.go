package explorer

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/pane/drawing"
	"facet/ui/picture"
	"facet/ui/theme"
)

var allWalks = flag.Bool("walks", false, "walk along all cases in all windows, not only a sample")

// TestWalksAreWholeAndInSight steps along optimal sequences and looks at every
// picture on the screen: none is cut off that would fit if it were placed anew,
// and what is selected, and what the last step did, is in sight.
func TestWalksAreWholeAndInSight(t *testing.T) {
	names, sizes := []string{"bat", "bat --classic", "hierarchy"}, []picture.Point{{X: 80, Y: 24}, {X: 120, Y: 40}}
	if *allWalks {
		names = append(names, "lion", "newton1", "newton2", "composition", "openfoam", "newton10")
		sizes = append(sizes, picture.Point{X: 100, Y: 30}, picture.Point{X: 200, Y: 60})
	}
	for _, name := range names {
		file, classic := strings.CutSuffix(name, " --classic")
		g := sample(t, file)
		if classic {
			g = g.Classic()
		}
		steps := optimalSteps(t, g)
		for _, size := range sizes {
			d := start(t, testOptions(g, theme.Mono, false), size.X, size.Y)
			d.send(Wishes(steps))
			d.press("esc")
			d.send(Wishes{intent.JumpTo{}})
			d.check()
			part, lost, last := 0, 0, 0
			for step := range len(steps) + 1 {
				if step > 0 {
					d.press("pgdown")
					d.check()
				}
				if d.m.top() != nil {
					d.press("esc")
					d.check()
				}
				shown := []*drawing.Pane{d.m.picture(d.m.front)}
				if d.m.window().Wide() {
					shown = []*drawing.Pane{d.m.picture(intent.Dag), d.m.picture(intent.LineDag)}
				}
				for _, p := range shown {
					l, v, where := p.Layout(d.m.pictures.Now), p.Shown(), fmt.Sprintf("%s in %dx%d, %v, step %d", name, size.X, size.Y, p.Kind, step)
					if !l.Fits(v.Zoom, v.Width, v.Height, false) {
						part++
						tidy, err := picture.New(context.Background(), l.Graph())
						if err != nil {
							t.Fatal(err)
						}
						if z := tidy.Fit(v.Width, v.Height, false); tidy.Fits(z, v.Width, v.Height, false) {
							t.Errorf("%s: a part is cut off that would fit", where)
						}
					}
					focus := p.Focus(d.m.snapshot())
					if focus.Kind != picture.Nothing && !inSight(l, v, focus) {
						t.Errorf("%s: %v is out of sight", where, d.m.sel)
						lost++
					}
					refs := lastStep(d.m.state(), d.m.session.Changes(), p.Kind)
					if len(refs) > 0 && !inSight(l, v, refs[0]) {
						last++
						if name != "openfoam" && name != "newton10" && len(refs) == 1 && near(l, v, focus, refs[0]) {
							t.Errorf("%s: %v, which the last step changed, is out of sight", where, refs[0])
						}
					}
				}
			}
			t.Logf("%s in %dx%d: %d steps, %d pictures are a part, %d without what is selected, %d without what the last step did",
				name, size.X, size.Y, len(steps), part, lost, last)
		}
	}
}

// lastStep is what the last step brought or changed.
func lastStep(s *model.State, changes []model.Change, kind intent.Pane) []picture.Ref {
	var refs []picture.Ref
	for _, c := range changes {
		for _, e := range c.Events {
			switch {
			case e.Kind != model.Born && e.Kind != model.Accumulated && e.Kind != model.Absorbed && e.Kind != model.Merged || !s.IsLive(e.Z):
			case kind == intent.LineDag:
				refs = append(refs, picture.RefVertex(int(e.Z)))
			default:
				refs = append(refs, picture.RefEdge(s.Source(e.Z), s.Target(e.Z)))
			}
		}
	}
	return refs
}

// near tells whether a window can show two things at once.
func near(l *picture.Layout, v picture.View, a, b picture.Ref) bool {
	p, ok := l.Position(a, v.Zoom, v.ASCII)
	q, ok2 := l.Position(b, v.Zoom, v.ASCII)
	return ok && ok2 && max(p.X-q.X, q.X-p.X)+8 <= v.Width && max(p.Y-q.Y, q.Y-p.Y)+8 <= v.Height
}

func inSight(l *picture.Layout, v picture.View, ref picture.Ref) bool {
	at, ok := l.Position(ref, v.Zoom, v.ASCII)
	return ok && at.X >= v.X && at.X < v.X+v.Width && at.Y >= v.Y && at.Y < v.Y+v.Height
}
