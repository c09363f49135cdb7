package picture

import (
	"facet/ui/picture/cells"
	"facet/ui/picture/layout"
)

// removed draws edges that the last step removed, dotted and where they ran
// before. They only fill cells that are free, so that they take no room from
// what there is; an end that was removed too is shown in the same way.
func (d *drawing) removed() {
	g := removedPainter{d}
	for _, key := range d.view.Removed {
		if _, there := d.sk.ByEdge[key]; there {
			continue
		}
		for _, seg := range d.p.Removed.Segments {
			if seg.Edge != key {
				continue
			}
			for _, v := range d.p.Removed.Vertices {
				if v.Key == key.From && seg.Leaves || v.Key == key.To && seg.Enters {
					g.vertex(v)
				}
			}
			g.segment(seg)
		}
	}
}

// removedPainter draws parts of the sheet before the step into the present picture.
type removedPainter struct{ *drawing }

// put writes text if all of its cells are free.
func (g *removedPainter) put(x, y int, part Part, text, plain string) {
	if g.view.ASCII {
		text = plain
	}
	x, y = x-g.x0, y-g.y0
	width := cells.Width(text)
	if y < 0 || y >= g.Height || x < 0 || x+width > g.Width {
		return
	}
	for n := range width {
		if cell := g.At(x+n, y); cell.Owner.Kind != Nothing || cell.Text != " " {
			return
		}
	}
	b := brush{d: g.drawing, class: Class{State: Removed}}
	b.put(part, x, y, text)
}

func (g *removedPainter) segment(seg layout.RemovedSegment) {
	r := seg.Row
	y := g.y[r] + g.p.Heights[r]
	if seg.Leaves {
		y = g.y[r] + seg.Height
	}
	tracks := g.y[r] + g.p.Heights[r] + g.p.Stubs(r, g.view.ASCII)
	x := seg.Top
	for _, h := range seg.Hops {
		if h.Track >= g.p.Gaps[r].Tracks { // the gap has given lines away
			break
		}
		turn := tracks + h.Track
		g.down(2*x, y, turn-1)
		g.put(2*h.From, turn, Line, "·", ".")
		for at := 2*min(h.From, h.To) + 1; at < 2*max(h.From, h.To); at++ {
			g.put(at, turn, Line, "╌", ".")
		}
		g.put(2*h.To, turn, Line, "·", ".")
		x, y = h.To, turn+1
	}
	bottom := g.y[r+1] - 1
	if !seg.Enters {
		g.down(2*x, y, bottom+g.p.Heights[r+1])
		return
	}
	g.put(2*x, bottom, Arrow, "▿", ":")
	g.down(2*x, y, bottom-1)
}

func (g *removedPainter) down(x, from, to int) {
	for y := from; y <= to; y++ {
		g.put(x, y, Line, "┆", ":")
	}
}

// vertex shows a removed vertex by its label between dotted bars.
func (g *removedPainter) vertex(v layout.RemovedVertex) {
	if g.p.Heights[v.Row] == 0 {
		return // the row has closed
	}
	y := g.y[v.Row]
	if g.p.Zoom == ZoomBoxes {
		y++
	}
	g.put(2*v.X-(cells.Width(v.Label)+1)/2, y, Label, "┆"+v.Label+"┆", ":"+v.Label+":")
}
