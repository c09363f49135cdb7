package picture

import (
	"context"
	"sync"
	"sync/atomic"
)

// Layout is a placed graph. It never changes: stepping back to an older layout
// restores its picture to the byte. A Layout may be used by several goroutines.
type Layout struct {
	graph  Graph
	coarse bool
	sk     *skeleton
	sheets [ZoomBoxes + 1]slot
}

// slot holds the layout at one zoom level once it is made.
type slot struct {
	making sync.Mutex
	sheet  atomic.Pointer[sheet]
}

// New places a graph. It fails if a key is used twice, an edge is given twice,
// has an unknown end or does not point to a lower layer; and with the cause of
// the context, within milliseconds, once that is cancelled. A graph with more
// than MostParts parts of edges is only surveyed: see Layout.Coarse.
func New(ctx context.Context, g Graph) (*Layout, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if g.large() {
		return survey(g.clone()), nil
	}
	l := &Layout{graph: g.clone()}
	l.sk = newSkeleton(l.graph, nil, true)
	order(ctx, l.sk)
	return l.complete(ctx)
}

// Step places the graph that follows this layout's after some vertices and
// edges came and went. Survivors keep their place, newborns take the nearest
// free one, rows never change their order and gaps never shrink. Edges that
// are gone stay known for this one step so that View.Ghosts can show them. After
// a coarse layout, and for a graph that is too large, it is New. The errors are
// those of New.
func (l *Layout) Step(ctx context.Context, g Graph) (*Layout, error) {
	if l.coarse || g.large() {
		return New(ctx, g)
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	rows, err := l.prepare(ctx, ZoomRows)
	if err != nil {
		return nil, err
	}
	next := &Layout{graph: g.clone()}
	next.sk = newSkeleton(next.graph, l.sk, true)
	t := &transition{before: l.sk, to: next.sk.survivors(l.sk)}
	t.born = next.settle(ctx, rows, t)
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if before := l.sheets[z].sheet.Load(); before != nil {
			next.sheets[z].sheet.Store(before.step(ctx, next.sk, t))
		}
	}
	return next.complete(ctx)
}

// complete lays out what should be there from the start: ZoomRows, and all zoom
// levels of a picture that is not large.
func (l *Layout) complete(ctx context.Context) (*Layout, error) {
	zooms := []Zoom{ZoomRows, ZoomLabels, ZoomBoxes}
	if len(l.sk.segs) > fewParts {
		zooms = zooms[:1]
	}
	if err := l.Prepare(ctx, zooms...); err != nil {
		return nil, err
	}
	return l, nil
}

// Prepare lays a large graph out at zoom levels at which it was not yet looked
// at, so that later calls find it done. Small ones are complete from the
// start, and so is ZoomRows. It fails with the context's cause once that is cancelled.
func (l *Layout) Prepare(ctx context.Context, zooms ...Zoom) error {
	for _, z := range zooms {
		if l.coarse {
			break
		}
		if _, err := l.prepare(ctx, z); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// Ready tells whether Render at this zoom level need not lay anything out
// first.
func (l *Layout) Ready(z Zoom) bool { return l.coarse || l.slot(z).sheet.Load() != nil }

// Bytes is how much memory the layout takes, about. Pack makes it some thirty
// times smaller.
func (l *Layout) Bytes() int {
	sk := l.sk
	bytes := 130*len(sk.vertices) + 80*len(sk.edges) + 160*len(sk.items) + 70*len(sk.segs)
	for z := range l.sheets {
		if l.sheets[z].sheet.Load() != nil {
			bytes += 40*len(sk.items) + 60*len(sk.segs)
		}
	}
	return bytes
}

// Tidy places a graph anew, without regard to any earlier layout. It is New
// under the name of the wish that it fulfils.
func Tidy(ctx context.Context, g Graph) (*Layout, error) { return New(ctx, g) }

// Graph returns what the layout places. It must not be changed.
func (l *Layout) Graph() Graph { return l.graph }

// Vertex returns the vertex with the given key, false if there is none.
func (l *Layout) Vertex(key int) (Vertex, bool) {
	i, ok := l.sk.byKey[key]
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
	return l.sheet(z).bounds(ascii)
}

// Fit returns the largest zoom level from ZoomBoxes to ZoomLabels at which
// the whole picture fits into a window, and ZoomRows if there is none: then
// the window shows a part, and the caller pans.
func (l *Layout) Fit(width, height int, ascii bool) Zoom {
	if l.coarse {
		return ZoomOverview
	}
	for z := ZoomBoxes; z >= ZoomLabels; z-- {
		if !l.Ready(z) && l.exceeds(z, width, height) {
			continue
		}
		if b := l.Bounds(z, ascii); b.Width <= width && b.Height <= height {
			return z
		}
	}
	return ZoomRows
}

// Position returns the middle of a vertex or the head of an edge in picture
// coordinates, false if the layout does not have it.
func (l *Layout) Position(ref Ref, z Zoom, ascii bool) (Point, bool) {
	return l.sheet(z).position(ref, ascii)
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
// too as far as the window can hold them beside ref.
func (l *Layout) Reveal(v View, ref Ref, others ...Ref) View {
	v.Zoom = l.zoom(v)
	b := l.Extent(v)
	p, ok := l.spot(v, ref)
	if !ok {
		p = Point{b.X + b.Width/2, b.Y + b.Height/2}
	}
	v.X = reveal(v.X, v.Width, b.X, b.Width, p.X)
	v.Y = reveal(v.Y, v.Height, b.Y, b.Height, p.Y)
	for _, other := range others {
		if q, ok := l.spot(v, other); ok && (b.Width > v.Width || b.Height > v.Height) {
			v.X, v.Y = alongside(v.X, v.Width, p.X, q.X), alongside(v.Y, v.Height, p.Y, q.Y)
		}
	}
	return v
}

// alongside pans one axis so that the window shows the cell other, too, if it can
// without losing the cell at. Three cells are left for what belongs to them.
func alongside(pan, window, at, other int) int {
	const margin = 3
	if to := max(other+margin+1-window, min(pan, other-margin)); to <= at-margin && to > at+margin-window {
		return to
	}
	return pan
}

// Clamp returns the view, panned no further than needed for the window not to
// show empty space on one side while the picture goes on at the other; where the
// whole fits, it is all inside.
func (l *Layout) Clamp(v View) View {
	v.Zoom = l.zoom(v)
	b := l.Extent(v)
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

// Extent returns the rectangle that the whole picture fills as a view shows it:
// Bounds, or the window magnified for an overview.
func (l *Layout) Extent(v View) Rect {
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
	i, ok := l.sk.byKey[ref.Vertex]
	if ref.Kind == OnEdge {
		i, ok = l.sk.byKey[ref.Edge.To]
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
	case l.coarse:
		return ZoomOverview
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
