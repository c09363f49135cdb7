package picture

import "facet/ui/draw/picture/layout"

// Rect is a rectangle of cells: columns X to X+Width-1, rows Y to Y+Height-1.
type Rect struct{ X, Y, Width, Height int }

// Bounds returns the rectangle, in picture coordinates, that the whole picture
// fills at a zoom level. X is negative once a new vertex is placed left of all
// that was there first. ZoomOverview fits into any window and has no bounds of
// its own; for it and for ZoomAuto those of ZoomRows are returned.
func (l *Layout) Bounds(z Zoom, ascii bool) Rect {
	return bounds(l.sheet(z), ascii)
}

// bounds is the rectangle that a sheet fills.
func bounds(p *layout.Sheet, ascii bool) Rect {
	y := p.Levels(ascii)
	return Rect{X: p.Least, Y: 0, Width: p.Most - p.Least + 1, Height: y[len(y)-1]}
}

// position is the middle of a vertex or the head of an edge on a sheet.
func (l *Layout) position(p *layout.Sheet, ref Ref, ascii bool) (Point, bool) {
	y := p.Levels(ascii)
	switch ref.Kind {
	case OnVertex:
		if i, ok := l.sk.ByKey[ref.Vertex]; ok {
			at := y[l.sk.Items[i].Row]
			if p.Zoom == ZoomBoxes {
				at++
			}
			return Point{2 * p.X[i], at}, true
		}
	case OnEdge:
		if n, ok := l.sk.ByEdge[ref.Edge]; ok {
			chain := l.sk.Chains[n]
			to := chain[len(chain)-1]
			s := l.sk.Segment(chain[len(chain)-2], to)
			return Point{2 * p.Bottoms[s], y[l.sk.Items[to].Row] - 1}, true
		}
	}
	return Point{}, false
}

// zoom resolves ZoomAuto.
func (l *Layout) zoom(v View) Zoom {
	switch {
	case l.coarse:
		return ZoomOverview
	case v.Zoom != ZoomAuto:
		return v.Zoom
	case v.Width == 0 || v.Height == 0:
		return ZoomRows
	}
	return l.Fit(v.Width, v.Height, v.ASCII)
}

// And is the least rectangle around two; the zero Rect is around nothing.
func (r Rect) And(q Rect) Rect {
	if r == (Rect{}) || q == (Rect{}) {
		return Rect{r.X + q.X, r.Y + q.Y, r.Width + q.Width, r.Height + q.Height}
	}
	x, y := min(r.X, q.X), min(r.Y, q.Y)
	return Rect{x, y, max(r.X+r.Width, q.X+q.Width) - x, max(r.Y+r.Height, q.Y+q.Height) - y}
}

// within reports whether a window has the size to show a rectangle.
func (r Rect) within(v View) bool { return r.Width <= v.Width && r.Height <= v.Height }

// Fit returns the largest zoom level from ZoomBoxes to ZoomLabels at which
// the whole picture fits into a window, and ZoomOverview if there is none.
func (l *Layout) Fit(width, height int, ascii bool) Zoom {
	return max(ZoomOverview, l.Best(View{Width: width, Height: height, ASCII: ascii}))
}
