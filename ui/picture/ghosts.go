package picture

// ghosts draws edges that the last step removed, dotted and where they ran
// before. They only fill cells that are free, so that they take no room from
// what there is; an end that is gone too is shown in the same way.
func (d *drawing) ghosts(l *Layout) {
	if len(d.view.Ghosts) == 0 || l.prev == nil {
		return
	}
	g := ghost{drawing: d, p: l.prev.plan(d.p.zoom)}
	g.shift = g.p.sk.top - d.sk.top
	for _, key := range d.view.Ghosts {
		if _, ok := d.edge(key); ok {
			continue
		}
		for s, seg := range g.p.sk.segs {
			if g.p.sk.edges[seg.edge].Key() != key {
				continue
			}
			for _, i := range []int{seg.from, seg.to} {
				if _, here := d.sk.known[g.p.sk.identity(i)]; !here && !g.p.sk.isBend(i) {
					g.vertex(i)
				}
			}
			g.segment(s)
		}
	}
}

func (d *drawing) edge(key EdgeKey) (int, bool) {
	for n, e := range d.sk.edges {
		if e.Key() == key {
			return n, true
		}
	}
	return 0, false
}

// ghost draws parts of the plan before the step into the present picture.
type ghost struct {
	*drawing
	p     *plan
	shift int // rows between the tops of the two skeletons
}

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

func (g *ghost) segment(s int) {
	seg := g.p.sk.segs[s]
	r := g.p.sk.items[seg.from].row + g.shift
	y := g.y[r] + g.drawing.p.heights[r]
	if !g.p.sk.isBend(seg.from) {
		y = g.y[r] + g.p.boxHeight(seg.from)
	}
	tracks := g.y[r] + g.drawing.p.heights[r] + g.drawing.p.stubs(r, g.view.ASCII)
	x := g.p.tops[s]
	for _, h := range g.p.hops[s] {
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
	if g.p.sk.isBend(seg.to) {
		g.down(2*x, y, bottom+g.drawing.p.heights[r+1])
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
func (g *ghost) vertex(i int) {
	y := g.y[g.p.sk.items[i].row+g.shift]
	if g.p.zoom == ZoomBoxes {
		y++
	}
	label := g.p.sk.vertices[i].Label
	g.put(2*g.p.x[i]-(textWidth(label)+1)/2, y, Label, "┆"+label+"┆", ":"+label+":")
}
