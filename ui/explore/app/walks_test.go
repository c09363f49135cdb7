package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/panel/drawing"
)

// TestWalksAreWholeAndInSight steps along optimal sequences and looks at every
// picture on the screen: none is cut off that would fit if it were placed anew,
// and what is selected is in sight, and so is what the last step did.
func TestWalksAreWholeAndInSight(t *testing.T) {
	compares(t)
	names, sizes := []string{"bat", "bat --classic"}, []picture.Point{{X: 80, Y: 24}, {X: 120, Y: 40}}
	if extent.Full {
		names = append(names, "openfoam", "lion", "newton1", "newton2", "composition", "hierarchy",
			"newton10")
		sizes = append(sizes, picture.Point{X: 100, Y: 30}, picture.Point{X: 200, Y: 60})
	}
	for _, name := range names {
		file, classic := strings.CutSuffix(name, " --classic")
		g := sample(t, file)
		if classic {
			g = g.Classic()
		}
		steps := optimalSteps(t, name, g)
		for _, size := range sizes {
			d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
			d.send(Intents(steps))
			d.press("esc")
			d.send(Intents{intent.JumpTo{}})
			d.check()
			var seen sights
			front := d.m.screen.where.window.Front
			for step := range len(steps) + 1 {
				if step > 0 {
					d.press("pgdown")
					d.check()
					seen.moved += strings.Count(d.screen(), "was placed anew")
				}
				if d.m.screen.where.top() != nil {
					d.press("esc")
					d.check()
				}
				shown := []*drawing.Panel{d.m.screen.pictures.of(d.m.screen.where.window.Front)}
				if d.m.screen.where.window.Wide() {
					shown = []*drawing.Panel{d.m.screen.pictures.of(intent.Dag),
						d.m.screen.pictures.of(intent.LineDag)}
				}
				if d.m.screen.where.window.Front != front {
					front = d.m.screen.where.window.Front
					seen.turned++
				}
				for _, p := range shown {
					seen.look(t, d, p, fmt.Sprintf("%s in %dx%d, %v, step %d", name, size.X, size.Y, p.Kind,
						step))
				}
			}
			t.Logf("%s in %dx%d: %d steps, %d pictures, %d are a part, %d without what is selected, %d without what the last step did; %d in two windows, the other picture came to the front %d times, a picture was placed anew %d times",
				name, size.X, size.Y, len(steps), seen.pictures, seen.part, seen.lost, seen.last, seen.split,
				seen.turned, seen.moved)
		}
	}
}

// sights counts what is to be seen in pictures.
type sights struct{ pictures, part, lost, last, split, turned, moved int }

func (n *sights) look(t *testing.T, d *driver, p *drawing.Panel, where string) {
	t.Helper()
	n.pictures++
	l, v := p.Layout(d.m.screen.pictures.Now), p.Shown()
	if len(p.Windows()) > 1 {
		n.split++
	}
	if !l.Fits(v.Zoom, v.Width, v.Height, false) {
		n.part++
		tidy, err := picture.New(context.Background(), l.Graph())
		if err != nil {
			t.Fatal(err)
		}
		if z := tidy.Fit(v.Width, v.Height, false); z > picture.ZoomOverview {
			t.Errorf("%s: a part is cut off that would fit", where)
		}
	}
	if hidden(p, l, selectedOp(d.m.screen.shown.state(), d.m.screen.shown.sel, p.Kind)) {
		n.lost++
		t.Errorf("%s: %v is selected and out of sight", where, d.m.screen.shown.sel)
	}
	if hidden(p, l, lastStep(d.m.screen.shown.state(), d.m.screen.shown.session.Changes(), p.Kind)) {
		n.last++
		t.Errorf("%s: what the last step did is out of sight", where)
	}
}

// hidden reports whether a panel does not show one of several things.
func hidden(p *drawing.Panel, l *picture.Layout, refs []picture.Ref) bool {
	return slices.ContainsFunc(refs, func(ref picture.Ref) bool { return !p.Shows(l, ref) })
}

// selectedOp is what an operation that is selected is in a picture.
func selectedOp(s *model.State, x intent.Selection, kind intent.Panel) []picture.Ref {
	edge := func(z model.Z) picture.Ref { return picture.RefEdge(s.Source(z), s.Target(z)) }
	switch {
	case kind == intent.LineDag && x.Kind == intent.OnElement:
		return []picture.Ref{picture.RefVertex(int(x.Z))}
	case kind == intent.LineDag && x.Kind == intent.OnFace:
		return []picture.Ref{picture.RefEdge(int(x.Face.U), int(x.Face.V))}
	case x.Kind == intent.OnElement:
		return []picture.Ref{edge(x.Z)}
	case x.Kind == intent.OnFace:
		return []picture.Ref{edge(x.Face.U), edge(x.Face.V)}
	}
	return nil
}

// lastStep is what the last step brought or changed.
func lastStep(s *model.State, changes []model.Change, kind intent.Panel) []picture.Ref {
	var refs []picture.Ref
	for _, c := range changes {
		for _, e := range c.Events {
			switch {
			case e.Kind != model.Born && e.Kind != model.Accumulated && e.Kind != model.Absorbed &&
				e.Kind != model.Merged || !s.IsLive(e.Z):
			case kind == intent.LineDag:
				refs = append(refs, picture.RefVertex(int(e.Z)))
			default:
				refs = append(refs, picture.RefEdge(s.Source(e.Z), s.Target(e.Z)))
			}
		}
	}
	return refs
}
