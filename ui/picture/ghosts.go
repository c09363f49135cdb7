package picture

// ghosts draws edges that the last step removed, dotted and where they ran
// before. They only fill cells that are free, so that they take no room from
// what there is; an end that is gone too is shown in the same way.
func (d *drawing) ghosts() {
	g := ghost{d}
	for _, key := range d.view.Ghosts {
		if _, there := d.sk.byEdge[key]; there {
			continue
		}
		for _, seg := range d.p.gone.segments {
			if seg.edge != key {
				continue
			}
			for _, v := range d.p.gone.vertices {
				if v.key == key.From && seg.leaves || v.key == key.To && seg.enters {
					g.vertex(v)
				}
			}
			g.segment(seg)
		}
	}
}

// ghost draws parts of the sheet before the step into the present picture.
type ghost struct{ *drawing }

// put writes text if all of its cells are free.
func (g *ghost) put(x, y int, part Part, text, plain string) {
	if g.view.ASCII {
		text = plain
	}
	x, y = x-g.x0, y-g.y0
	width := textWidth(text)
	if y < 0 || y >= g.Height || x < 0 || x+width > g.Width {
		return
	}
	for n := range width {
		if cell := g.At(x+n, y); cell.Owner.Kind != Nothing || cell.Text != " " {
			return
		}
	}
	b := brush{d: g.drawing, class: Class{State: Ghost}}
	b.put(part, x, y, text)
}

func (g *ghost) segment(seg goneSegment) {
	r := seg.row
	y := g.y[r] + g.p.heights[r]
	if seg.leaves {
		y = g.y[r] + seg.height
	}
	tracks := g.y[r] + g.p.heights[r] + g.p.stubs(r, g.view.ASCII)
	x := seg.top
	for _, h := range seg.hops {
		if h.track >= g.p.gaps[r].tracks { // the gap has given lines away
			break
		}
		turn := tracks + h.track
		g.down(2*x, y, turn-1)
		g.put(2*h.from, turn, Line, "·", ".")
		for at := 2*min(h.from, h.to) + 1; at < 2*max(h.from, h.to); at++ {
			g.put(at, turn, Line, "╌", ".")
		}
		g.put(2*h.to, turn, Line, "·", ".")
		x, y = h.to, turn+1
	}
	bottom := g.y[r+1] - 1
	if !seg.enters {
		g.down(2*x, y, bottom+g.p.heights[r+1])
		return
	}
	g.put(2*x, bottom, Arrow, "▿", ":")
	g.down(2*x, y, bottom-1)
}

func (g *ghost) down(x, from, to int) {
	for y := from; y <= to; y++ {
		g.put(x, y, Line, "┆", ":")
	}
}

// vertex shows a vertex that is gone by its label between dotted bars.
func (g *ghost) vertex(v goneVertex) {
	if g.p.heights[v.row] == 0 {
		return // the row has closed
	}
	y := g.y[v.row]
	if g.p.zoom == ZoomBoxes {
		y++
	}
	g.put(2*v.x-(textWidth(v.label)+1)/2, y, Label, "┆"+v.label+"┆", ":"+v.label+":")
}
