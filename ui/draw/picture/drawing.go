package picture

import (
	"facet/ui/draw/picture/layout"
	"facet/ui/draw/picture/strokes"
)

// drawing is one picture in the making.
type drawing struct {
	*Canvas
	view   View
	p      *layout.Sheet
	sk     *layout.Skeleton
	y      []int // first line of every row
	x0, y0 int   // upper left of the window in picture coordinates
	lines  []strokes.Cell
	states struct{ vertex, edge []State }
	clash  int // cells that two edges share on one axis; 0 unless routing is wrong
}

func newDrawing(l *Layout, v View) *drawing {
	p := l.sheet(v.Zoom)
	b := bounds(p, v.ASCII)
	x0, y0, width, height := v.X, v.Y, v.Width, v.Height
	if width <= 0 {
		x0, width = b.X, b.Width
	}
	if height <= 0 {
		y0, height = b.Y, b.Height
	}
	c := newCanvas(width, height, v)
	d := &drawing{Canvas: c, view: v, p: p, sk: l.sk, y: p.Levels(v.ASCII), x0: x0, y0: y0}
	d.lines = make([]strokes.Cell, width*height)
	d.states.vertex, d.states.edge = l.States(v)
	return d
}

// States gives the state of every vertex and edge of the graph in a view, in
// their orders.
func (l *Layout) States(v View) (vertex, edge []State) {
	sk := l.sk
	vertex, edge = make([]State, len(sk.Vertices)), make([]State, len(sk.Edges))
	mark := func(ref Ref, state State, edges bool) {
		if n, ok := sk.ByEdge[ref.Edge]; ok && ref.Kind == OnEdge {
			edge[n] = state
		}
		i, ok := sk.ByKey[ref.Vertex]
		if !ok || ref.Kind != OnVertex {
			return
		}
		vertex[i] = state
		for n, e := range sk.Edges {
			if edges && (e.From == ref.Vertex || e.To == ref.Vertex) {
				edge[n] = state
			}
		}
	}
	for _, key := range v.Newborn {
		mark(RefVertex(key), Newborn, true)
	}
	for _, ref := range v.Changed {
		mark(ref, Newborn, false)
	}
	for _, ref := range v.Related {
		mark(ref, Related, false)
	}
	for _, ref := range v.Selected {
		mark(ref, Selected, true)
	}
	return vertex, edge
}

func (d *drawing) weightOf(n int) strokes.Weight {
	switch d.states.edge[n] {
	case Selected:
		return strokes.Heavy
	case Related:
		return strokes.Double
	}
	return strokes.Light
}

func (d *drawing) edgeRef(n int) Ref { return Ref{Kind: OnEdge, Edge: d.sk.Edges[n].Key()} }
