package drawing

import (
	"testing"

	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
)

// The overview of a graph that is too large for a layout is magnified, step by step up to
// a limit, with the selection visible, and 0 shows all of it again.
func TestZoomMagnifiesAnOverview(t *testing.T) {
	g := picture.Graph{Omitted: 1}
	for k := range 400 {
		g.Vertices = append(g.Vertices, picture.Vertex{Key: k, Label: "v", Layer: k / 40})
	}
	l, err := picture.Survey(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []int{0, 39, 217, 399} {
		p := NewPanel(intent.Dag, nil)
		p.view = picture.View{Zoom: picture.ZoomOverview, Width: 80, Height: 12}
		p.cache.layout, p.held = l, picture.RefVertex(key)
		for _, want := range []int{2, 4, 8, 16, 16} {
			p.ZoomBy(1)
			if v := p.Shown(); v.Magnify != want || v.Zoom != picture.ZoomOverview || !l.Shows(v, p.held) {
				t.Errorf("vertex %d: %+v, in sight %v", key, v, l.Shows(v, p.held))
			}
		}
		p.PanBy(-10_000, 10_000)
		for range 6 {
			p.ZoomBy(-1)
		}
		if v := p.Shown(); v.Magnify != 1 || v.X != 0 || v.Y != 0 {
			t.Errorf("made small again: %+v", v)
		}
		p.ZoomBy(2)
		if p.ZoomTo(picture.ZoomAuto); p.Shown().Magnify != 0 {
			t.Error("0 leaves it magnified")
		}
	}
}
