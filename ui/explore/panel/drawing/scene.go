package drawing

import (
	"slices"

	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
)

// compose makes the scene of the panel, its view with all that is marked there, and the hint to
// what the last step did outside of it.
func (p *Panel) compose(v *layer.View, l *picture.Layout) *picture.View {
	p.away = ""
	if far := slices.DeleteFunc(p.marks(v).changed(), func(ref picture.Ref) bool {
		return l.Shows(p.view, ref)
	}); len(far) > 0 && p.view.Zoom != picture.ZoomOverview {
		p.away = pointTo(v, l, p.view, far[0])
	}
	scene := p.view
	p.mark(v, l, &scene)
	return &scene
}
