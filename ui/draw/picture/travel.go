package picture

import (
	"facet/ui/draw/picture/cells"
	"facet/ui/draw/picture/layout"
)

// Travel draws a frame of the way from this layout to another one, as a step
// or a tidy-up made it: the vertices that both have, part of the way between
// their places in the two views, with dots along their edges. Part runs from 0 to
// whole; at whole the picture is that of Render. A few frames, four perhaps, are
// enough for the eye to follow; a caller may leave them out.
func (l *Layout) Travel(from View, to *Layout, view View, part, whole int) *Canvas {
	from.Zoom, view.Zoom = l.zoom(from), to.zoom(view)
	if part >= whole || from.Zoom == ZoomOverview || view.Zoom == ZoomOverview {
		return to.Render(view)
	}
	end := newDrawing(to, view)
	c := newCanvas(end.Width, end.Height, view.Zoom)
	t := &travel{drawing: end, c: c, at: make([]Point, len(to.sk.Vertices)),
		there: make([]bool, len(to.sk.Vertices))}
	start, y := l.sheet(from.Zoom), l.sheet(from.Zoom).Levels(from.ASCII)
	for i, v := range to.sk.Vertices {
		old, ok := l.sk.ByKey[v.Key]
		if !ok {
			continue
		}
		a := Point{2*start.X[old] - from.X, y[l.sk.Items[old].Row] - from.Y}
		b := Point{2*end.p.X[i] - end.x0, end.y[to.sk.Items[i].Row] - end.y0}
		t.at[i] = Point{a.X + roundDiv((b.X-a.X)*part, whole), a.Y + roundDiv((b.Y-a.Y)*part, whole)}
		t.there[i] = true
	}
	t.edges()
	for i := range to.sk.Vertices {
		if t.there[i] {
			t.vertex(i)
		}
	}
	return c
}

// travel is a frame in the making.
type travel struct {
	*drawing
	c     *Canvas
	at    []Point
	there []bool
}

func (t *travel) edges() {
	for n, e := range t.sk.Edges {
		i, j := t.sk.ByKey[e.From], t.sk.ByKey[e.To]
		if !t.there[i] || !t.there[j] {
			continue
		}
		stroke(t.at[i], t.at[j], func(x, y int) {
			if x >= 0 && y >= 0 && x < t.c.Width && y < t.c.Height {
				t.c.cells[y*t.c.Width+x] = Cell{Text: either(t.view.ASCII, ".", "·"), Owner: t.edgeRef(n),
					Class: Class{Part: Line, State: t.states.edge[n]}}
			}
		})
	}
}

// vertex draws a vertex as one framed row, whatever the zoom level.
func (t *travel) vertex(i int) {
	v := t.sk.Vertices[i]
	d := *t.drawing
	d.Canvas = t.c
	b := brush{d: &d, owner: RefVertex(v.Key), class: Class{State: t.states.vertex[i], Mark: v.Mark}}
	f := d.frameOf(i)
	sign := layout.SignWidth(v)
	width := cells.Width(v.Label) + sign
	x, y := t.at[i].X-(width-1)/2, t.at[i].Y
	if !d.p.Bare(v) {
		b.put(Frame, x-1, y, f.open)
		b.put(Frame, x+width, y, f.close)
	}
	if sign > 0 {
		b.put(MarkSign, x, y, d.sign(v))
	}
	b.put(Label, x+sign, y, v.Label)
	if t.at[i].X >= 0 && t.at[i].X < t.c.Width && y >= 0 && y < t.c.Height {
		t.c.spots[b.owner] = t.at[i]
	}
}
