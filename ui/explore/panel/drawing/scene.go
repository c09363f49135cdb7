package drawing

import (
	"slices"

	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
)

// scene is what the rows of a panel show: equal scenes of a layout are drawn as equal
// canvases.
type scene struct{ view picture.View }

// like reports whether another scene of the same layout looks the same.
func (s *scene) like(o *scene) bool { return s.view.Equal(o.view) }

// canvas draws the scene.
func (s *scene) canvas(l *picture.Layout) *picture.Canvas {
	canvas := l.Render(s.view)
	inset(canvas, l, s.view)
	return canvas
}

// compose makes the scene of the panel, and the hint to what the last step did outside of it.
func (p *Panel) compose(v *layer.View, l *picture.Layout) *scene {
	p.away = ""
	if far := slices.DeleteFunc(p.marks(v).changed(), func(ref picture.Ref) bool {
		return l.Shows(p.view, ref)
	}); len(far) > 0 && p.view.Zoom != picture.ZoomOverview {
		p.away = pointTo(v, l, p.view, far[0])
	}
	s := scene{view: p.view}
	p.mark(v, l, &s.view)
	return &s
}
