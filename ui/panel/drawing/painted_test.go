package drawing

import (
	"strings"
	"testing"

	"facet/ui/picture"
	"facet/ui/style"

	"github.com/muesli/termenv"
)

// What shows the same in the same colours is painted once; what differs in anything has a
// picture of its own, and what is kept stays within its bound.
func TestPaintedOnce(t *testing.T) {
	g := picture.Graph{Vertices: []picture.Vertex{{Key: 1, Label: "one"}, {Key: 2, Label: "two", Layer: 1}}, Edges: []picture.Edge{{From: 1, To: 2}}}
	l, err := picture.New(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	c, times := NewLayouts(0), 0
	dark, plain := style.Make(style.Dark, false, termenv.TrueColor), style.Make(style.Dark, false, termenv.Ascii)
	show := func(t *style.Theme, v picture.View) string {
		p := paintOnce(c, t, drawing{of: l, view: v, whole: true, render: func() *picture.Canvas {
			times++
			return l.Render(v)
		}})
		return strings.Join(p.rows, "\n")
	}
	view := picture.View{Zoom: picture.ZoomRows, Width: 30, Height: 10}
	selected := view
	selected.Selected = []picture.Ref{picture.RefVertex(1)}
	seen := map[string]bool{}
	for range 3 {
		seen[show(dark, view)], seen[show(dark, selected)], seen[show(plain, view)], seen[show(plain, selected)] = true, true, true, true
	}
	if times != 4 || len(seen) < 3 { // without a selection both themes draw alike but for labels
		t.Errorf("drawn %d times, %d different pictures", times, len(seen))
	}
	for x := range 10_000 {
		view.X = x
		show(dark, view)
	}
	kept := 0
	for _, p := range c.paintings.done {
		kept += p.bytes()
	}
	if s := &c.paintings; kept != s.bytes || kept > mostPainted || len(s.done) != len(s.queue) || len(s.done) < 2 || len(s.done) > 9000 {
		t.Errorf("%d bytes in %d pictures, counted as %d", kept, len(s.done), s.bytes)
	}
	if c.Clear(); len(c.paintings.done) > 0 {
		t.Error("something is kept for nobody")
	}
	whole := 0
	alone := drawing{of: l, view: view, render: func() *picture.Canvas { whole++; return l.Render(view) }}
	paintOnce(c, dark, alone)
	paintOnce(c, dark, alone)
	if whole != 2 {
		t.Error("what depends on something else is shared")
	}
}
