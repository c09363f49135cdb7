package picture

import (
	"facet/ui/draw/picture/layout"
	"facet/ui/draw/picture/strokes"
)

// Render draws the part of the layout that the view shows. Equal layouts and
// views give equal canvases.
func (l *Layout) Render(v View) *Canvas {
	v.Zoom = l.zoom(v)
	if v.Zoom == ZoomOverview {
		return l.overview(v)
	}
	d := newDrawing(l, v)
	d.edges()
	d.compose()
	d.vertices()
	d.heads()
	d.labels()
	d.markers()
	d.removed()
	d.preview(l)
	return d.Canvas
}

// edges draws all lines.
func (d *drawing) edges() {
	for s := range d.sk.Segments {
		d.segment(s)
	}
}

func (d *drawing) segment(s int) {
	seg := d.sk.Segments[s]
	r := d.sk.Items[seg.From].Row
	y := d.y[r] + d.p.Heights[r]
	if !d.sk.IsBend(seg.From) {
		y = d.y[r] + d.p.BoxHeight(seg.From)
	}
	tracks := d.y[r] + d.p.Heights[r] + d.p.Stubs(r, d.ascii)
	x := d.p.Tops[s]
	for _, h := range d.p.Hops[s] {
		turn := tracks + h.Track
		d.vertical(seg.Edge, 2*x, y, turn-1)
		d.horizontal(seg.Edge, h, turn)
		x, y = h.To, turn+1
	}
	bottom := d.y[r+1] - 1
	if d.sk.IsBend(seg.To) {
		bottom += d.p.Heights[r+1]
	}
	d.vertical(seg.Edge, 2*x, y, bottom)
}

func (d *drawing) vertical(edge, x, from, to int) {
	x -= d.x0
	if x < 0 || x >= d.Width {
		return
	}
	w := d.weightOf(edge)
	for y := max(from-d.y0, 0); y <= to-d.y0 && y < d.Height; y++ {
		d.arm(edge, x, y, strokes.Up, w, 0)
		d.arm(edge, x, y, strokes.Down, w, 0)
	}
}

// horizontal draws a hop with its two corners.
func (d *drawing) horizontal(edge int, h layout.Hop, y int) {
	if y -= d.y0; y < 0 || y >= d.Height {
		return
	}
	w := d.weightOf(edge)
	out, in, from := strokes.Right, strokes.Left, int8(-1)
	a, b := 2*h.From-d.x0, 2*h.To-d.x0
	if a > b {
		out, in, from = strokes.Left, strokes.Right, 1
	}
	if !h.Trunk {
		from = 0
	}
	d.arm(edge, a, y, strokes.Up, w, from)
	d.arm(edge, a, y, out, w, from)
	for x := max(min(a, b)+1, 0); x < max(a, b) && x < d.Width; x++ {
		d.arm(edge, x, y, strokes.Left, w, from)
		d.arm(edge, x, y, strokes.Right, w, from)
	}
	d.arm(edge, b, y, in, w, from)
	d.arm(edge, b, y, strokes.Down, w, from)
}

// arm draws one arm of a cell, x and y in the window.
func (d *drawing) arm(edge, x, y, which int, w strokes.Weight, from int8) {
	if x < 0 || x >= d.Width {
		return
	}
	k := &d.lines[y*d.Width+x]
	owner := &k.V
	if which >= strokes.Left {
		owner = &k.H
	}
	if *owner != 0 && *owner != edge+1 {
		if d.sk.Edges[*owner-1].From != d.sk.Edges[edge].From {
			d.clash++
		}
	}
	if w > k.Arm[which] {
		k.Arm[which] = w
	}
	if *owner == 0 || w > d.weightOf(*owner-1) {
		*owner = edge + 1
	}
	if from != 0 {
		k.From = from
	}
}

// compose turns the lines into cells.
func (d *drawing) compose() {
	for i := range d.lines {
		k := &d.lines[i]
		if k.Blank() {
			continue
		}
		upper, under := k.V, k.H
		if upper == 0 || under != 0 && d.weightOf(under-1) > d.weightOf(upper-1) {
			upper, under = under, upper
		}
		cell := &d.cells[i]
		cell.Text = k.Text(d.ascii)
		cell.Owner = d.edgeRef(upper - 1)
		cell.Class = Class{Part: Line, State: d.states.edge[upper-1]}
		if under != 0 && under != upper {
			d.under[Point{i % d.Width, i / d.Width}] = d.edgeRef(under - 1)
		}
	}
}
