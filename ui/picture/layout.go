package picture

import (
	"sync"
	"sync/atomic"
)

// Layout is a placed graph. It never changes: stepping back to an older layout
// restores its picture to the byte. A Layout may be used by several goroutines.
type Layout struct {
	graph Graph
	index map[int]int // key to vertex
	sk    *skeleton
	prev  *Layout
	born  []int // columns at ZoomRows in which a step put its newborns
	plans [ZoomBoxes + 1]struct {
		once sync.Once
		plan atomic.Pointer[plan]
	}
}

// New places a graph. It fails if a key is used twice, an edge is given twice,
// has an unknown end or does not point to a lower layer.
func New(g Graph) (*Layout, error) {
	index, err := g.check()
	if err != nil {
		return nil, err
	}
	l := &Layout{graph: g.clone(), index: index}
	l.sk = newSkeleton(l.graph, nil)
	order(l.sk)
	return l, nil
}

// Step places the graph that follows this layout's after some vertices and
// edges came and went. Survivors keep their place, newborns take the nearest
// free one, rows never change their order and gaps never shrink. Edges that
// are gone stay known for this one step so that View.Ghosts can show them. The
// errors are those of New.
func (l *Layout) Step(g Graph) (*Layout, error) {
	index, err := g.check()
	if err != nil {
		return nil, err
	}
	next := &Layout{graph: g.clone(), index: index, prev: l}
	next.sk = newSkeleton(next.graph, l.sk)
	next.settle(l)
	return next, nil
}

// Tidy places a graph anew, without regard to any earlier layout. It is New
// under the name of the wish that it fulfils.
func Tidy(g Graph) (*Layout, error) { return New(g) }

// Graph returns what the layout places. It must not be changed.
func (l *Layout) Graph() Graph { return l.graph }

// Vertex returns the vertex with the given key, false if there is none.
func (l *Layout) Vertex(key int) (Vertex, bool) {
	i, ok := l.index[key]
	if !ok {
		return Vertex{}, false
	}
	return l.graph.Vertices[i], true
}

// Rect is a rectangle of cells: columns X to X+Width-1, rows Y to Y+Height-1.
type Rect struct{ X, Y, Width, Height int }

// Bounds returns the rectangle, in picture coordinates, that the whole picture
// fills at a zoom level. X is negative once a newborn is placed left of all
// that was there first. ZoomOverview fits into any window and has no bounds of
// its own; for it and for ZoomAuto those of ZoomRows are returned.
func (l *Layout) Bounds(z Zoom, ascii bool) Rect {
	return l.plan(z).bounds(ascii)
}

// Fit returns the largest zoom level from ZoomBoxes to ZoomLabels at which
// the whole picture fits into a window, and ZoomRows if there is none: then
// the window shows a part, and the caller pans.
func (l *Layout) Fit(width, height int, ascii bool) Zoom {
	for z := ZoomBoxes; z >= ZoomLabels; z-- {
		if b := l.Bounds(z, ascii); b.Width <= width && b.Height <= height {
			return z
		}
	}
	return ZoomRows
}

// Position returns the middle of a vertex or the head of an edge in picture
// coordinates, false if the layout does not have it.
func (l *Layout) Position(ref Ref, z Zoom, ascii bool) (Point, bool) {
	return l.plan(z).position(ref, ascii)
}

// Hold returns the view, panned so that ref is drawn in the given cell of the
// window. The view is unchanged if the layout does not have ref.
func (l *Layout) Hold(v View, ref Ref, at Point) View {
	v.Zoom = l.zoom(v)
	if p, ok := l.Position(ref, v.Zoom, v.ASCII); ok {
		v.X, v.Y = p.X-at.X, p.Y-at.Y
	}
	return v
}

// Reveal returns the view, panned no further than needed to show ref with a
// margin, and no further than the picture reaches where it fits.
func (l *Layout) Reveal(v View, ref Ref) View {
	v.Zoom = l.zoom(v)
	b := l.Bounds(v.Zoom, v.ASCII)
	p, ok := l.Position(ref, v.Zoom, v.ASCII)
	if !ok {
		p = Point{b.X + b.Width/2, b.Y + b.Height/2}
	}
	v.X = reveal(v.X, v.Width, b.X, b.Width, p.X)
	v.Y = reveal(v.Y, v.Height, b.Y, b.Height, p.Y)
	return v
}

// reveal pans one axis: a picture that fits is centred, a larger one moves so
// that the cell at keeps a sixth of the window as margin.
func reveal(pan, window, start, size, at int) int {
	if window <= 0 {
		return start
	}
	if size <= window {
		return start - (window-size)/2
	}
	margin := window / 6
	pan = min(pan, at-margin)
	pan = max(pan, at+margin-window+1)
	return max(start, min(pan, start+size-window))
}

// zoom resolves ZoomAuto.
func (l *Layout) zoom(v View) Zoom {
	switch {
	case v.Zoom != ZoomAuto:
		return v.Zoom
	case v.Width == 0 || v.Height == 0:
		return ZoomRows
	}
	return l.Fit(v.Width, v.Height, v.ASCII)
}

// clone copies what a caller might change later.
func (g Graph) clone() Graph {
	g.Vertices = append([]Vertex(nil), g.Vertices...)
	g.Edges = append([]Edge(nil), g.Edges...)
	return g
}
