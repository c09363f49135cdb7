package picture

import (
	"facet/ui/draw/picture/cells"
	"facet/ui/draw/picture/layout"
	"facet/ui/draw/picture/strokes"
)

// removed draws edges that the last step removed, dotted and where they ran before.
// They fill only free cells, so that they hide nothing, and none beside a corner of a line that
// is there, which would seem to go on; an end that was removed too is shown in the same way.
func (d *drawing) removed() {
	m := removedPainter{d}
	for _, key := range d.view.Removed {
		if _, kept := d.sk.ByEdge[key]; kept {
			continue
		}
		for _, seg := range d.p.Removed.Segments {
			if seg.Edge != key {
				continue
			}
			for _, v := range d.p.Removed.Vertices {
				if v.Key == key.From && seg.Leaves || v.Key == key.To && seg.Enters {
					m.vertex(v)
				}
			}
			m.segment(seg)
		}
	}
}

// removedPainter draws parts of the sheet before the step into the present picture.
type removedPainter struct{ *drawing }

// put writes text if all of its cells are free.
func (m *removedPainter) put(x, y int, part Part, text, plain string) {
	if m.ascii {
		text = plain
	}
	x, y = x-m.x0, y-m.y0
	width := cells.Width(text)
	if y < 0 || y >= m.Height || x < 0 || x+width > m.Width {
		return
	}
	for n := range width {
		if cell := m.At(x+n, y); cell.Owner.Kind != Nothing || cell.Text != " " {
			return
		}
	}
	if part == Line && (text == either(m.ascii, ":", "┆") && (m.corner(x, y-1) || m.corner(x, y+1)) ||
		text != either(m.ascii, ":", "┆") && (m.corner(x-1, y) || m.corner(x+1, y))) {
		return
	}
	b := brush{Canvas: m.Canvas, class: Class{State: Removed}}
	b.put(part, x, y, text)
}

// corner reports whether a line that is there turns in a cell.
func (m *removedPainter) corner(x, y int) bool {
	if x < 0 || y < 0 || x >= m.Width || y >= m.Height {
		return false
	}
	k := m.lines[y*m.Width+x]
	return (k.Arm[strokes.Left] > 0) != (k.Arm[strokes.Right] > 0)
}

func (m *removedPainter) segment(seg layout.RemovedSegment) {
	r := seg.Row
	y := m.y[r] + m.p.Heights[r]
	if seg.Leaves {
		y = m.y[r] + seg.Height
	}
	tracks := m.y[r] + m.p.Heights[r] + m.p.Stubs(r, m.ascii)
	x := seg.Top
	for _, h := range seg.Hops {
		if h.Track >= m.p.Gaps[r].Tracks { // the gap has given lines away
			break
		}
		turn := tracks + h.Track
		m.down(2*x, y, turn-1)
		m.put(2*h.From, turn, Line, "·", ".")
		for at := 2*min(h.From, h.To) + 1; at < 2*max(h.From, h.To); at++ {
			m.put(at, turn, Line, "╌", ".")
		}
		m.put(2*h.To, turn, Line, "·", ".")
		x, y = h.To, turn+1
	}
	bottom := m.y[r+1] - 1
	if !seg.Enters {
		m.down(2*x, y, bottom+m.p.Heights[r+1])
		return
	}
	m.put(2*x, bottom, Arrow, "▿", ":")
	m.down(2*x, y, bottom-1)
}

func (m *removedPainter) down(x, from, to int) {
	for y := from; y <= to; y++ {
		m.put(x, y, Line, "┆", ":")
	}
}

// vertex shows a removed vertex by its label between dotted bars.
func (m *removedPainter) vertex(v layout.RemovedVertex) {
	if m.p.Heights[v.Row] == 0 {
		return // the row has closed
	}
	y := m.y[v.Row]
	if m.p.Zoom == ZoomBoxes {
		y++
	}
	m.put(2*v.X-(cells.Width(v.Label)+1)/2, y, Label, "┆"+v.Label+"┆", ":"+v.Label+":")
}
