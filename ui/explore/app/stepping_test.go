package app

import (
	"os"
	"path/filepath"
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

// optimalSteps is an optimal sequence for a dag, the one that the pictures are
// measured along (see package diagram): which one a search finds first may differ.
func optimalSteps(t *testing.T, name string, g *model.Dag) []intent.Intent {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "draw", "picture", "testdata",
		strings.ReplaceAll(name, " --", "-")+".seq"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	ops, end, err := model.ReadSequence(model.NewState(g), file)
	if err != nil || !end.Done() {
		t.Fatalf("no complete sequence for %s: %v", name, err)
	}
	var steps []intent.Intent
	for _, op := range ops {
		steps = append(steps, intent.Carry{Ops: []model.Op{op}})
	}
	return steps
}

// stepped gives, for every picture and window, an explorer that stands before
// the first step of an optimal sequence that was applied.
func stepped(t *testing.T, test func(t *testing.T, d *driver, p *drawing.Panel, steps int)) {
	compares(t)
	for _, name := range []string{"openfoam", "newton10"}[:extent.Of(1, 2)] {
		g := sample(t, name)
		steps := optimalSteps(t, name, g)
		for _, size := range []struct{ width, height int }{{80, 24}, {120, 40}}[:extent.Of(1, 2)] {
			if name == "newton10" && size.width > 80 {
				continue // the smaller window is the harder one, and each takes its time
			}
			for _, key := range []string{"1", "2"} {
				t.Run(name+"-"+key+"-"+style.Count(int64(size.width)), func(t *testing.T) {
					d := start(t, testOptions(g, style.Mono, false), size.width, size.height)
					d.send(Intents(steps))
					d.press("esc", key)
					d.send(Intents{intent.JumpTo{}})
					d.check()
					test(t, d, d.m.screen.pictures.of(d.m.screen.where.window.Front), len(steps))
				})
			}
		}
	}
}

// needed reports whether a view does not show what is selected or what the last
// step did, so that the picture has to move.
func needed(d *driver, p *drawing.Panel, l *picture.Layout, v picture.View) bool {
	refs := append(selectedOp(d.m.screen.shown.state(), d.m.screen.shown.sel, p.Kind),
		lastStep(d.m.screen.shown.state(), d.m.screen.shown.session.Changes(), p.Kind)...)
	return slices.ContainsFunc(refs, func(ref picture.Ref) bool { return !l.Shows(v, ref) })
}

// cells are where vertices stand that are in sight.
func cells(d *driver, p *drawing.Panel) map[picture.Ref]picture.Point {
	out := make(map[picture.Ref]picture.Point)
	add := func(ref picture.Ref) {
		if at, ok := p.Cell(ref); ok {
			out[ref] = at
		}
	}
	if p.Kind == intent.Dag {
		for i := range d.m.screen.shown.dag().Vertices {
			add(picture.RefVertex(i))
		}
		return out
	}
	for _, z := range d.m.screen.shown.state().Vertices() {
		add(picture.RefVertex(int(z)))
	}
	return out
}

// The operation that comes next is always in sight, and the picture moves only
// where it or what the last step did would not be, or much of the window would be blank, or where the whole has room, or back to how the last
// step was shown when the sequence was applied. One move cannot be avoided: where a step left lines that
// nothing needs, they are given up, and what stands above or below them moves by at most
// so many lines, never to a side.
func TestSteppingKeepsTheNextOperationInSight(t *testing.T) {
	stepped(t, func(t *testing.T, d *driver, p *drawing.Panel, steps int) {
		before, height := p.Shown(), 0
		for k := range steps {
			held, cell := p.Held(), picture.Point{}
			if at, ok := p.Cell(held); ok {
				cell = at
			}
			stood := cells(d, p)
			d.press("pgdown")
			if d.m.screen.where.top() != nil {
				d.press("esc")
			}
			l, focus := p.Layout(d.m.screen.pictures.Now), p.Focus(d.m.snapshot())
			if _, shown := p.Cell(focus); !shown {
				t.Errorf("step %d: %v is out of sight", k+1, d.m.screen.shown.sel)
			}
			b := l.Bounds(p.Shown().Zoom, false)
			whole := p.Shown().Zoom == picture.ZoomOverview || b.Width <= p.Shown().
				Width && b.Height <= p.Shown().Height
			was := l.Bounds(before.Zoom, false)
			outgrown := whole && p.Shown().Zoom < before.Zoom &&
				(was.Width > before.Width || was.Height > before.Height)
			if p.Shown().Zoom != before.Zoom && !outgrown && !(whole && p.Shown().Zoom > before.Zoom) &&
				!needed(d, p, l, before) && k < steps-1 {
				t.Errorf("step %d: the zoom went from %s to %s", k+1, before.Zoom, p.Shown().Zoom)
			}
			now, _ := p.Cell(focus)
			// what stays selected stays in its cell, wherever the picture grew
			stays := focus == held && now == cell
			if moved := p.Shown().X != before.X || p.Shown().Y != before.Y; moved && !whole && !stays &&
				k < steps-1 && !needed(d, p, l, before) && !blank(l, before) {
				standing, given := 0, max(0, height-b.Height)
				for ref, at := range cells(d, p) {
					was, ok := stood[ref]
					if !ok {
						continue
					}
					if standing++; at.X != was.X || max(at.Y-was.Y, was.Y-at.Y) > given {
						t.Errorf("step %d: %v moved from %v to %v, and %d lines were given up", k+1, ref, was,
							at, given)
					}
				}
				if standing == 0 {
					t.Errorf("step %d: the picture moved from %d,%d to %d,%d for nothing", k+1, before.X,
						before.Y, p.Shown().X, p.Shown().Y)
				}
			}
			before, height = p.Shown(), b.Height
		}
	})
}

// blank reports whether more than a quarter of the window would be beside the picture.
func blank(l *picture.Layout, v picture.View) bool {
	at := l.Clamp(v)
	return 4*max(at.X-v.X, v.X-at.X, 2*(at.Y-v.Y), 2*(v.Y-at.Y)) > min(v.Width, 2*v.Height)
}

// What was chosen by hand in a picture stays selected, and in its cell, as long
// as it lives.
func TestSteppingKeepsTheChosenVertexInItsCell(t *testing.T) {
	stepped(t, func(t *testing.T, d *driver, p *drawing.Panel, steps int) {
		for _, part := range []int{0, 3} { // of four
			chosen := intent.AtVertex(part * len(d.m.screen.shown.dag().Vertices) / 4)
			if p.Kind == intent.LineDag {
				chosen = intent.AtElement(d.m.screen.shown.state(),
					model.Z(part*len(d.m.screen.shown.dag().Edges)/4))
			}
			d.send(Intents{intent.Select{Target: chosen}})
			d.check()
			focus := p.Focus(d.m.snapshot())
			cell, shown := p.Cell(focus)
			if !shown {
				t.Fatalf("%v is out of sight at the start", chosen)
			}
			stays := func(step int) bool {
				if _, drawn := p.Layout(d.m.screen.pictures.Now).
					Position(focus, picture.ZoomRows, false); !drawn {
					return false
				}
				if x := d.m.screen.shown.sel; x.Kind != chosen.Kind || x.Z != chosen.Z ||
					x.Vertex != chosen.Vertex {
					t.Errorf("step %d: %v is selected in place of %v", step, x, chosen)
				}
				b := p.Layout(d.m.screen.pictures.Now).Bounds(p.Shown().Zoom, false)
				whole := p.Shown().Zoom == picture.ZoomOverview || b.Width <= p.Shown().
					Width && b.Height <= p.Shown().Height
				if now, _ := p.Cell(focus); now != cell && whole {
					cell = now // the window shows all of a picture that fits
				} else if now != cell {
					t.Errorf("step %d: %v moved from %v to %v", step, chosen, cell, now)
				}
				return true
			}
			step := 0
			for alive := true; alive && step < steps-1; alive = stays(step) {
				d.press("pgdown")
				step++
			}
			d.send(Intents{intent.JumpTo{}})
			d.check()
		}
	})
}

// hidden reports whether a panel does not show one of several things.
func hidden(p *drawing.Panel, l *picture.Layout, refs []picture.Ref) bool {
	return slices.ContainsFunc(refs, func(ref picture.Ref) bool { return !l.Shows(p.Shown(), ref) })
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
