package picture

// Position returns the middle of a vertex or the head of an edge in picture
// coordinates, false if the layout does not have it.
func (l *Layout) Position(ref Ref, z Zoom, ascii bool) (Point, bool) {
	return l.position(l.sheet(z), ref, ascii)
}

// Hold returns the view, panned so that ref is drawn in the given cell of the
// window. The view is unchanged if the layout does not have ref.
func (l *Layout) Hold(v View, ref Ref, at Point) View {
	v.Zoom = l.zoom(v)
	if p, ok := l.spot(v, ref); ok {
		v.X, v.Y = p.X-at.X, p.Y-at.Y
	}
	return v
}

// Reveal returns the view, panned no further than needed to show ref with a
// margin, and no further than the picture reaches where it fits. Others are shown
// too, the first ones before the last, as far as the window can hold them together.
func (l *Layout) Reveal(v View, ref Ref, others ...Ref) View {
	v.Zoom = l.zoom(v)
	b := l.extent(v)
	at, ok := l.box(v, ref)
	if !ok {
		at = Rect{b.X + b.Width/2, b.Y + b.Height/2, 1, 1}
	}
	v.X = reveal(v.X, v.Width, b.X, b.Width, at.X, at.Width)
	v.Y = reveal(v.Y, v.Height, b.Y, b.Height, at.Y, at.Height)
	for _, other := range others {
		if q, ok := l.box(v, other); ok && at.And(q).within(v) {
			at = at.And(q)
			v.X, v.Y = within(v.X, v.Width, at.X, at.Width), within(v.Y, v.Height, at.Y, at.Height)
		}
	}
	return v
}

// Shows reports whether the window of a view holds all of a vertex, or the head of
// an edge.
func (l *Layout) Shows(v View, ref Ref) bool {
	v.Zoom = l.zoom(v)
	at, ok := l.box(v, ref)
	return ok && at.And(Rect{v.X, v.Y, v.Width, v.Height}) == Rect{v.X, v.Y, v.Width, v.Height}
}

// within pans one axis no further than needed for the window to show all from start
// on, if it can.
func within(pan, window, start, size int) int { return max(start+size-window, min(pan, start)) }

// box is what a view has to show of ref: a vertex with its frame, an edge with its
// head and the line below it.
func (l *Layout) box(v View, ref Ref) (Rect, bool) {
	at, ok := l.spot(v, ref)
	if !ok {
		return Rect{}, false
	}
	if v.Zoom == ZoomOverview {
		return Rect{at.X, at.Y, 1, 1}, true
	}
	if ref.Kind == OnEdge {
		return Rect{at.X, at.Y, 1, 2}, true
	}
	p, i := l.sheet(v.Zoom), l.sk.ByKey[ref.Vertex]
	if p.Zoom == ZoomBoxes {
		at.Y--
	}
	return Rect{at.X - p.Left[i], at.Y, p.Left[i] + p.Right[i] + 1, p.BoxHeight(i)}, true
}

// Clamp returns the view, panned no further than needed for the window not to
// show empty space on one side while the picture goes on at the other; where the
// whole fits, it is all inside.
func (l *Layout) Clamp(v View) View {
	v.Zoom = l.zoom(v)
	b := l.extent(v)
	v.X = clamp(v.X, v.Width, b.X, b.Width)
	v.Y = clamp(v.Y, v.Height, b.Y, b.Height)
	return v
}

// clamp pans one axis.
func clamp(pan, window, start, size int) int {
	if size <= window {
		return max(start+size-window, min(pan, start))
	}
	return max(start, min(pan, start+size-window))
}

// extent returns the rectangle that the whole picture fills as a view shows it:
// Bounds, or the window magnified for an overview.
func (l *Layout) extent(v View) Rect {
	if z := l.zoom(v); z != ZoomOverview {
		return l.Bounds(z, v.ASCII)
	}
	width, height := windowOf(v)
	return Rect{Width: max(1, v.Magnify) * width, Height: max(1, v.Magnify) * height}
}

// spot is the position of ref in the picture that a view shows.
func (l *Layout) spot(v View, ref Ref) (Point, bool) {
	if v.Zoom != ZoomOverview {
		return l.Position(ref, v.Zoom, v.ASCII)
	}
	i, ok := l.sk.ByKey[ref.Vertex]
	if ref.Kind == OnEdge {
		i, ok = l.sk.ByKey[ref.Edge.To]
	}
	if !ok || ref.Kind != OnVertex && ref.Kind != OnEdge {
		return Point{}, false
	}
	v.X, v.Y = 0, 0
	o := overview{view: v, sk: l.sk}
	o.place(l.sheet(ZoomRows))
	return o.at[i], true
}

// reveal pans one axis: a picture that fits is centred, a larger one moves so
// that what is to be seen keeps a sixth of the window as margin, or what is left.
func reveal(pan, window, start, size, at, wide int) int {
	if window <= 0 {
		return start
	}
	if size <= window {
		return start - (window-size)/2
	}
	margin := max(0, min(window/6, (window-wide)/2))
	pan = max(pan, at+wide+margin-window)
	pan = min(pan, at-margin)
	return max(start, min(pan, start+size-window))
}
