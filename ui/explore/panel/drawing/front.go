package drawing

import (
	"slices"

	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Front chooses the picture to show where only one fits: the present one, unless only the
// other can show what is selected and what the last step did.
func Front(front intent.Panel, dag, line *Panel, v *layer.View, d Drawn) intent.Panel {
	current, other := dag, line
	if front == intent.LineDag {
		current, other = line, dag
	}
	if current.size.X == 0 || d.Dag == nil || d.Line == nil {
		return front
	}
	if other.size.X == 0 { // when it first comes to the front it should be whole
		other.size, other.ascii = current.size, current.ascii
	}
	if !current.canShow(v, current.Layout(d)) && other.canShow(v, other.Layout(d)) {
		return other.Kind
	}
	return front
}

// canShow reports whether the panel, panned in some way, can show what is selected and
// what the last step did.
func (p *Panel) canShow(v *layer.View, l *picture.Layout) bool {
	all := slices.Concat(p.todo(v), p.marks(v).changed())
	all = all[:min(len(all), mostShared)]
	zooms := []picture.Zoom{picture.ZoomRows, picture.ZoomLabels}
	if p.zoom != picture.ZoomAuto {
		zooms = []picture.Zoom{p.zoom}
	}
	view := picture.View{Width: p.size.X, Height: p.size.Y, ASCII: p.ascii}
	return l.Coarse() || slices.ContainsFunc(zooms, func(z picture.Zoom) bool {
		view.Zoom = z
		if z != picture.ZoomOverview && !l.Ready(z) {
			return false
		}
		_, _, height := share(l, view, all)
		return height > 0 || l.Together(view, all...)
	})
}
