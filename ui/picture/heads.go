package picture

// heads draws an arrow head above every target.
func (d *drawing) heads() {
	for s, seg := range d.sk.segs {
		if d.sk.isBend(seg.to) {
			continue
		}
		x, y := 2*d.p.bottoms[s]-d.x0, d.y[d.sk.items[seg.to].row]-1-d.y0
		if x < 0 || x >= d.Width || y < 0 || y >= d.Height {
			continue
		}
		state := d.states.edge[seg.edge]
		text := "▾"
		switch {
		case d.view.ASCII:
			text = "v"
		case state == Selected:
			text = "▼"
		case state == Related:
			text = "▽"
		}
		ref := d.edgeRef(seg.edge)
		d.spots[ref] = Point{x, y}
		d.cells[y*d.Width+x] = Cell{Text: text, Owner: ref, Class: Class{Part: Arrow, State: state}}
	}
}

// labels writes the labels of edges on their lines, those of the selection
// first; one that finds no room is left out.
func (d *drawing) labels() {
	if d.p.zoom != ZoomBoxes {
		return
	}
	for _, wanted := range []bool{true, false} {
		for s, seg := range d.sk.segs {
			state := d.states.edge[seg.edge]
			if !d.sk.isBend(seg.to) && (state == Selected) == wanted {
				d.label(s, d.sk.edges[seg.edge].Label, state)
			}
		}
	}
}

func (d *drawing) label(s int, text string, state State) {
	seg := d.sk.segs[s]
	width := textWidth(text)
	y := d.y[d.sk.items[seg.to].row] - 2 - d.y0
	start := 2*d.p.bottoms[s] - (width-1)/2 - d.x0
	if text == "" || y < 0 || y >= d.Height || start < 0 || start+width > d.Width {
		return
	}
	for x := max(start-1, 0); x <= start+width && x < d.Width; x++ {
		cell := d.At(x, y)
		if x != 2*d.p.bottoms[s]-d.x0 && cell.Owner.Kind != Nothing {
			return
		}
	}
	b := brush{d: d, owner: d.edgeRef(seg.edge), class: Class{State: state}}
	b.put(EdgeLabel, start, y, text)
}

// markers shows at the border of the window where lines go on outside it.
func (d *drawing) markers() {
	mark := func(x, y, arm int, sign, plain string) {
		k := &d.ink[y*d.Width+x]
		cell := &d.cells[y*d.Width+x]
		if k.arm[arm] < light || cell.Class.Part != Line {
			return
		}
		cell.Text, cell.Class.Part = either(d.view.ASCII, plain, sign), Marker
		if owner := k.h; arm >= armLeft && owner != 0 {
			cell.Owner = d.edgeRef(owner - 1)
			cell.Class.State = d.states.edge[owner-1]
		}
	}
	b := d.p.bounds(d.view.ASCII)
	if d.y0 > b.Y {
		for x := range d.Width {
			mark(x, 0, armUp, "↑", "^")
		}
	}
	if d.y0+d.Height < b.Y+b.Height {
		for x := range d.Width {
			mark(x, d.Height-1, armDown, "↓", "V")
		}
	}
	for y := range d.Height {
		if d.x0 > b.X {
			mark(0, y, armLeft, "←", "<")
		}
		if d.x0+d.Width < b.X+b.Width {
			mark(d.Width-1, y, armRight, "→", ">")
		}
	}
}
