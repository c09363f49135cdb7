package picture

import (
	"slices"
	"strings"

	"facet/ui/draw/picture/cells"
	"facet/ui/draw/picture/strokes"
)

// heads draws an arrow head above every target.
func (d *drawing) heads() {
	for s, seg := range d.sk.Segments {
		if d.sk.IsBend(seg.To) {
			continue
		}
		x, y := 2*d.p.Bottoms[s]-d.x0, d.y[d.sk.Items[seg.To].Row]-1-d.y0
		if x < 0 || x >= d.Width || y < 0 || y >= d.Height {
			continue
		}
		state := d.states.edge[seg.Edge]
		text := either(d.ascii, "v", "▾")
		switch state {
		case Selected:
			text = either(d.ascii, "V", "▼")
		case Related:
			text = either(d.ascii, "w", "▽")
		}
		ref := d.edgeRef(seg.Edge)
		d.spots[ref] = Point{x, y}
		d.cells[y*d.Width+x] = Cell{Text: text, Owner: ref, Class: Class{Part: Arrow, State: state}}
	}
}

// labels writes the labels of edges: at ZoomBoxes on their lines, at other
// levels beside their heads. Those of the selection come first. One that finds
// no room is replaced by a sign, so that an edge with a label never looks like one
// without.
func (d *drawing) labels() {
	for _, wanted := range []bool{true, false} {
		for s, seg := range d.sk.Segments {
			state := d.states.edge[seg.Edge]
			if text := d.labelOf(seg.Edge); text != "" && !d.sk.IsBend(seg.To) &&
				(state == Selected) == wanted {
				x, y := 2*d.p.Bottoms[s]-d.x0, d.y[d.sk.Items[seg.To].Row]-1-d.y0
				b := brush{Canvas: d.Canvas, owner: d.edgeRef(seg.Edge), class: Class{State: state}}
				if x < 0 || x >= d.Width {
					continue
				}
				if d.p.Zoom == ZoomBoxes {
					b.onLine(text, x, y-1, d.omitted(seg.Edge))
				} else {
					d.besideHead(b, text, x, y, d.omitted(seg.Edge))
				}
			}
		}
	}
}

// labelOf is the label of edge n, with the sign of a change.
func (d *drawing) labelOf(n int) string {
	text := d.sk.Edges[n].Label
	if d.ascii {
		text = plainSigns.Replace(text)
	}
	if text != "" && slices.Contains(d.view.Changed, d.edgeRef(n)) {
		return either(d.ascii, "!", "✶") + text
	}
	return text
}

var plainSigns = strings.NewReplacer("○", "o", "●", "*", "Σ", "+")

// omitted stands for the label of edge n where that finds no room: the sign of a
// change, if it has one.
func (d *drawing) omitted(n int) string {
	if slices.Contains(d.view.Changed, d.edgeRef(n)) {
		return either(d.ascii, "!", "✶")
	}
	return either(d.ascii, "~", "…")
}

// onLine writes a label over the cell x of its line, in the middle if there is
// room, else to one side.
func (b *brush) onLine(text string, x, y int, omitted string) {
	if !b.along(text, x, y) {
		b.put(EdgeLabel, x, y, omitted)
	}
}

// along writes a label over the cell x of its line where there is room.
func (b *brush) along(text string, x, y int) bool {
	width := cells.Width(text)
	for by := range width {
		for _, start := range []int{x - (width-1)/2 - by, x - (width-1)/2 + by} {
			if start >= 0 && start <= x && x < start+width && start+width <= b.Width &&
				b.free(start-1, start+width, x, y) {
				b.put(EdgeLabel, start, y, text)
				return true
			}
		}
	}
	return false
}

// besideHead writes a label to the right of the head in cell x, and never to its left:
// whatever follows a head belongs to it. What has no room there may have some on the
// line above.
func (d *drawing) besideHead(b brush, text string, x, y int, omitted string) {
	width := cells.Width(text)
	right := func(text string, width int) bool {
		behind := b.At(x+1+width, y).Class.Part
		fits := x+1+width <= b.Width && b.free(x+1, x+width, x, y) && (behind == Blank || behind == Line ||
			behind == Arrow)
		if fits {
			b.put(EdgeLabel, x+1, y, text)
		}
		return fits
	}
	line := func(y int) bool { // of the same edge, straight down, and not hidden by the window
		return y >= 0 && b.At(x, y).Class.Part == Line && b.At(x, y).Owner == b.owner
	}
	switch {
	case right(text, width):
	case line(y-1) && line(y-2) && d.straight(x, y-1) && b.along(text, x, y-1):
	case right(omitted, 1):
	case x > 0 && x+1 >= b.Width && b.free(x-2, x-1, x, y): // at the border of the window
		b.put(EdgeLabel, x-1, y, omitted)
	}
}

// straight reports whether a line runs through a cell of the window from above downwards.
func (d *drawing) straight(x, y int) bool {
	k := &d.lines[y*d.Width+x]
	return k.Arm[strokes.Up] > 0 && k.Arm[strokes.Down] > 0 && k.H == 0
}

// free reports whether the cells of a row are inside the window and empty, apart
// from that of the line itself. The cell before and after the window counts as
// empty.
func (b *brush) free(from, to, line, y int) bool {
	if y < 0 || y >= b.Height || from < -1 || to > b.Width {
		return false
	}
	for x := from; x <= to; x++ {
		if x != line && b.At(x, y).Owner.Kind != Nothing {
			return false
		}
	}
	return true
}

// markers shows at the border of the window where lines go on outside it.
func (d *drawing) markers() {
	mark := func(x, y, arm int, sign, plain string) {
		k := &d.lines[y*d.Width+x]
		cell := &d.cells[y*d.Width+x]
		if k.Arm[arm] < strokes.Light || cell.Class.Part != Line {
			return
		}
		cell.Text, cell.Class.Part = either(d.ascii, plain, sign), Marker
		if owner := k.H; arm >= strokes.Left && owner != 0 {
			cell.Owner = d.edgeRef(owner - 1)
			cell.Class.State = d.states.edge[owner-1]
		}
	}
	b := bounds(d.p, d.ascii)
	if d.y0 > b.Y {
		for x := range d.Width {
			mark(x, 0, strokes.Up, "↑", "^")
		}
		d.names(0, 1, func(e Edge) int { return e.From })
	}
	if d.y0+d.Height < b.Y+b.Height {
		for x := range d.Width {
			mark(x, d.Height-1, strokes.Down, "↓", "_")
		}
		d.names(d.Height-1, -1, func(e Edge) int { return e.To })
	}
	for y := range d.Height {
		if d.x0 > b.X {
			mark(0, y, strokes.Left, "←", "<")
		}
		if d.x0+d.Width < b.X+b.Width {
			mark(d.Width-1, y, strokes.Right, "→", ">")
		}
	}
}

// names says at the upper and the lower border of the window whose lines come
// and go there: the name of each vertex beside the first of its lines that has
// room for it, in the border's row or, in a bundle, in one of the next.
func (d *drawing) names(y, inwards int, end func(Edge) int) {
	done := map[int]bool{}
	for row := y; row != y+3*inwards && row >= 0 && row < d.Height; row += inwards {
		for x := range d.Width {
			mark := d.At(x, y)
			if at := d.At(x, row); mark.Class.Part != Marker || mark.Owner.Kind != OnEdge ||
				at.Owner != mark.Owner || at.Class.Part == Arrow {
				continue
			}
			i := d.sk.ByKey[end(Edge{From: mark.Owner.Edge.From, To: mark.Owner.Edge.To})]
			if done[i] {
				continue
			}
			v := d.sk.Vertices[i]
			b := brush{Canvas: d.Canvas, owner: RefVertex(v.Key),
				class: Class{State: d.states.vertex[i], Mark: v.Mark}}
			switch width := cells.Width(v.Label); {
			case x+1+width <= d.Width && b.free(x+1, x+1+width, x, row):
				b.put(Marker, x+1, row, v.Label)
				done[i] = true
			case row != y && x >= width && b.free(x-1-width, x-1, x, row):
				b.put(Marker, x-width, row, v.Label)
				done[i] = true
			}
		}
	}
}
