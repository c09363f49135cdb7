package drawing

import (
	"slices"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/picture"
)

// Front is the picture that should be shown where there is room for one: the one
// that is, unless only the other can show what is selected and what the last step
// did.
func Front(front intent.Panel, dag, line *Panel, c *layer.View, d Drawn) intent.Panel {
	here, there := dag, line
	if front == intent.LineDag {
		here, there = line, dag
	}
	if !here.Placed() || d.Dag == nil || d.Line == nil {
		return front
	}
	if !there.Placed() { // it may come to the front, and should be whole then
		there.size, there.ascii = here.size, here.ascii
	}
	if !here.canShow(c, here.Layout(d)) && there.canShow(c, there.Layout(d)) {
		return there.Kind
	}
	return front
}

// canShow tells whether the panel, however panned, has room for what is selected
// and what the last step did.
func (p *Panel) canShow(c *layer.View, l *picture.Layout) bool {
	all := slices.Concat(p.todo(c), p.marks(c).changed())
	all = all[:min(len(all), mostShared)]
	zooms := []picture.Zoom{picture.ZoomRows, picture.ZoomLabels}
	if p.zoom != picture.ZoomAuto {
		zooms = []picture.Zoom{p.zoom}
	}
	v := picture.View{Width: p.size.X, Height: p.size.Y, ASCII: p.ascii}
	return l.Coarse() || slices.ContainsFunc(zooms, func(z picture.Zoom) bool {
		v.Zoom = z
		if z != picture.ZoomOverview && !l.Ready(z) {
			return false
		}
		_, _, height := share(l, v, all)
		return height > 0 || l.Together(v, all...)
	})
}
