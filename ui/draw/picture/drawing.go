package picture

import (
	"facet/ui/draw/picture/layout"
	"facet/ui/draw/picture/strokes"
)

// drawing is one picture in the making.
type drawing struct {
	*Canvas
	canvas *Canvas
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
	c := newCanvas(width, height, v.Zoom)
	d := &drawing{Canvas: c, canvas: c, view: v, p: p, sk: l.sk, y: p.Levels(v.ASCII), x0: x0, y0: y0}
	d.lines = make([]strokes.Cell, width*height)
	d.states.vertex, d.states.edge = l.States(v)
	return d
}

// States gives the state of every vertex and edge of the graph in a view, in
// their orders.
func (l *Layout) States(v View) (vertex, edge []State) {
	sk := l.sk
	vertex, edge = make([]State, len(sk.Vertices)), make([]State, len(sk.Edges))
	for _, key := range v.Newborn {
		if i, ok := l.sk.ByKey[key]; ok {
			vertex[i] = Newborn
			for n, e := range sk.Edges {
				if e.From == key || e.To == key {
					edge[n] = Newborn
				}
			}
		}
	}
	for _, ref := range v.Changed {
		if i, ok := l.sk.ByKey[ref.Vertex]; ok && ref.Kind == OnVertex {
			vertex[i] = Newborn
		} else if n, ok := sk.ByEdge[ref.Edge]; ok && ref.Kind == OnEdge {
			edge[n] = Newborn
		}
	}
	for _, ref := range v.Related {
		if i, ok := l.sk.ByKey[ref.Vertex]; ok && ref.Kind == OnVertex {
			vertex[i] = Related
		} else if n, ok := sk.ByEdge[ref.Edge]; ok && ref.Kind == OnEdge {
			edge[n] = Related
		}
	}
	for _, ref := range v.Selected {
		if i, ok := l.sk.ByKey[ref.Vertex]; ok && ref.Kind == OnVertex {
			vertex[i] = Selected
			for n, e := range sk.Edges {
				if e.From == ref.Vertex || e.To == ref.Vertex {
					edge[n] = Selected
				}
			}
		} else if n, ok := sk.ByEdge[ref.Edge]; ok && ref.Kind == OnEdge {
			edge[n] = Selected
		}
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
