package picture

import (
	"strings"

	"facet/ui/draw/picture/cells"
)

// brush writes texts that belong to one vertex or edge.
type brush struct {
	*Canvas
	owner Ref
	class Class
}

// spelled is a text with the signs of names that diagrams give in the alphabet of the view.
func spelled(text string, ascii bool) string {
	if !ascii {
		return text
	}
	return strings.ReplaceAll(text, "⇝", ":")
}

// put writes text from column x on. What the window cuts off is left out.
func (b *brush) put(part Part, x, y int, text string) {
	class := b.class
	class.Part = part
	if y < 0 || y >= b.Height {
		return
	}
	for _, c := range cells.Clusters(spelled(text, b.ascii)) {
		if x >= 0 && x+c.Width <= b.Width {
			for n := range c.Width {
				cell := &b.cells[y*b.Width+x+n]
				*cell = Cell{Class: class, Owner: b.owner}
				if n == 0 {
					cell.Text = c.Text
				}
			}
		}
		x += c.Width
	}
}

// fill claims the cells of a row without drawing into them.
func (b *brush) fill(left, right, y int) {
	for x := max(left, 0); x <= right; x++ {
		b.put(Frame, x, y, " ")
	}
}

func (b *brush) box(f frame, left, right, top, high int) {
	for y := top; y < top+high; y++ {
		b.fill(left, right, y)
		b.put(Frame, left, y, f.v)
		b.put(Frame, right, y, f.v)
	}
	for x := left + 1; x < right; x++ {
		b.put(Frame, x, top, f.h)
		b.put(Frame, x, top+high-1, f.h)
	}
	b.put(Frame, left, top, f.ul)
	b.put(Frame, right, top, f.ur)
	b.put(Frame, left, top+high-1, f.dl)
	b.put(Frame, right, top+high-1, f.dr)
}

// cut marks a vertex that does not fit into the window.
func (b *brush) cut(left, right, y int) {
	sign := either(b.ascii, "~", "…")
	if left < 0 {
		b.put(Marker, 0, y, sign)
	}
	if right >= b.Width {
		b.put(Marker, b.Width-1, y, sign)
	}
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// frame has the runes of a box: corners, sides, and where a line leaves the lower side: light and
// heavy line.
type frame struct{ ul, ur, dl, dr, h, v, port, heavyPort, open, close string }
