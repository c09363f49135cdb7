package drawing

import (
	"facet/ui/draw/picture"
	"facet/ui/explore/panel"
)

// Drawn is the two pictures of one step. They never change, so that going back shows
// exactly what was shown before.
type Drawn struct{ Dag, Line *picture.Layout }

// Measure gives the sizes of both pictures at the zoom levels with labels, none of pictures
// too large for that.
func Measure(d Drawn, ascii bool) (n panel.Needs) {
	of := func(l *picture.Layout) (size [picture.ZoomBoxes + 1]picture.Point) {
		for z := picture.ZoomLabels; l != nil && !l.Coarse() && z <= picture.ZoomBoxes; z++ {
			if !l.Ready(z) {
				return [picture.ZoomBoxes + 1]picture.Point{}
			}
			b := l.Bounds(z, ascii)
			size[z] = picture.Point{X: b.Width, Y: b.Height}
		}
		return size
	}
	return panel.Needs{Dag: of(d.Dag), Line: of(d.Line)}
}

// Known is the pictures without lines that are only lent to what may come.
func (d Drawn) Known() Drawn {
	if d.Dag == nil || d.Line == nil {
		return d
	}
	return Drawn{d.Dag.Known(), d.Line.Known()}
}
