package picture

import "facet/ui/draw/picture/strokes"

// Inset puts a smaller canvas with a frame around it into a corner in which
// nothing is drawn, the lower right one first. It is false, and nothing happens,
// if there is none.
func (c *Canvas) Inset(small *Canvas, ascii bool) bool {
	f := strokes.Of(strokes.Light, ascii)
	w, h := small.Width+2, small.Height+2
	for _, at := range []Point{{c.Width - w, c.Height - h}, {0, c.Height - h}, {c.Width - w, 0}, {0, 0}} {
		if !c.blank(at, w, h) {
			continue
		}
		c.window(at, Point{at.X + w - 1, at.Y + h - 1}, f)
		for y := range small.Height {
			copy(c.Row(at.Y + 1 + y)[at.X+1:], small.Row(y))
		}
		return true
	}
	return false
}

// blank reports whether nothing is drawn in a rectangle of the canvas.
func (c *Canvas) blank(at Point, width, height int) bool {
	if at.X < 0 || at.Y < 0 {
		return false
	}
	for y := at.Y; y < at.Y+height; y++ {
		for x := at.X; x < at.X+width; x++ {
			if cell := c.At(x, y); cell.Text != " " || cell.Owner.Kind != Nothing {
				return false
			}
		}
	}
	return true
}

// window draws a frame from one corner to the other, clipped to the canvas.
func (c *Canvas) window(a, b Point, f strokes.Runes) {
	put := func(x, y int, text string) {
		if x >= 0 && y >= 0 && x < c.Width && y < c.Height {
			c.cells[y*c.Width+x] = Cell{Text: text, Class: Class{Part: Window}}
		}
	}
	a = Point{max(a.X, 0), max(a.Y, 0)}
	b = Point{min(b.X, c.Width-1), min(b.Y, c.Height-1)}
	for x := a.X; x <= b.X; x++ {
		put(x, a.Y, f.H)
		put(x, b.Y, f.H)
	}
	for y := a.Y; y <= b.Y; y++ {
		put(a.X, y, f.V)
		put(b.X, y, f.V)
	}
	put(a.X, a.Y, f.DR)
	put(b.X, a.Y, f.DL)
	put(a.X, b.Y, f.UR)
	put(b.X, b.Y, f.UL)
}
