package picture

import (
	"slices"

	"facet/ui/draw/picture/cells"
	"facet/ui/draw/picture/layout"
	"facet/ui/draw/picture/strokes"
)

func (d *drawing) frameOf(i int) frame {
	square := d.sk.Vertices[i].Shape == Square
	state := d.states.vertex[i]
	switch {
	case d.ascii && state == Selected:
		return frame{"#", "#", "#", "#", "=", "#", "+", "#", "#", "#"}
	case d.ascii && state == Related:
		return frame{"\"", "\"", "\"", "\"", "=", "\"", "+", "\"", "\"", "\""}
	case d.ascii && square:
		return frame{"+", "+", "+", "+", "-", "|", "+", "#", "[", "]"}
	case d.ascii:
		return frame{".", ".", "'", "'", "-", "|", "+", "#", "(", ")"}
	case state == Selected:
		return frame{"┏", "┓", "┗", "┛", "━", "┃", "┯", "┳", "┃", "┃"}
	case state == Related:
		return frame{"╔", "╗", "╚", "╝", "═", "║", "╤", "╦", "║", "║"}
	case square:
		return frame{"┌", "┐", "└", "┘", "─", "│", "┬", "┰", "[", "]"}
	}
	return frame{"╭", "╮", "╰", "╯", "─", "│", "┬", "┰", "(", ")"}
}

// signOf returns the rune for a mark.
func signOf(m Mark, ascii bool) string {
	switch m {
	case MatrixFree:
		return either(ascii, "o", "○")
	case Jacobian:
		return either(ascii, "*", "●")
	case Sum:
		return either(ascii, "+", "Σ")
	}
	return " "
}

func (d *drawing) vertices() {
	for i := range d.sk.Vertices {
		d.vertex(i)
	}
}

// vertex draws one vertex: its frame, mark, label, sign of a new vertex, details.
func (d *drawing) vertex(i int) {
	v := d.sk.Vertices[i]
	mid, top := 2*d.p.X[i]-d.x0, d.y[d.sk.Items[i].Row]-d.y0
	left, right := mid-d.p.Left[i], mid+d.p.Right[i]
	high := d.p.BoxHeight(i)
	if right < 0 || left >= d.Width || top >= d.Height || top+high <= 0 {
		return
	}
	state, bare := d.states.vertex[i], d.p.Bare(v)
	marked := bare && (state == Selected || state == Related)
	switch { // at the border a bare label makes room for its marks
	case marked && left == 0:
		mid, left, right = mid+1, 1, right+1
	case marked && right == d.Width-1:
		mid, left, right = mid-1, left-1, right-1
	}
	brush := brush{Canvas: d.Canvas, owner: RefVertex(v.Key), class: Class{State: state, Mark: v.Mark}}
	f := d.frameOf(i)
	line := top
	switch {
	case d.p.Zoom == ZoomBoxes:
		brush.box(f, left, right, top, high)
		d.ports(i, f, &brush, top+high-1)
		line++
	case !bare:
		brush.fill(left, right, top)
		brush.put(Frame, left, top, f.open)
		brush.put(Frame, right, top, f.close)
	default:
		// A label narrower than its ports becomes a bar that holds them.
		for x := left; x <= right; x++ {
			brush.put(Frame, x, top, either(d.ascii, "_", f.h))
		}
	}
	sign := layout.SignWidth(v)
	start := mid - (cells.Width(v.Label)+sign-1)/2
	if sign > 0 {
		brush.put(MarkSign, start, line, d.sign(v))
	}
	brush.put(Label, start+sign, line, v.Label)
	if marked {
		// A bare label has no frame: the lines stand in the space beside it.
		brush.put(Frame, left-1, line, f.open)
		brush.put(Frame, right+1, line, f.close)
	}
	if d.p.Zoom == ZoomBoxes {
		for n, text := range v.Detail {
			brush.put(Detail, mid-(cells.Width(text)-1)/2, line+1+n, text)
		}
	}
	for y := top; y < top+high; y++ {
		brush.cut(left, right, y)
	}
	if mid = 2*d.p.X[i] - d.x0; mid >= 0 && mid < d.Width && line >= 0 && line < d.Height {
		d.spots[brush.owner] = Point{mid, line}
	}
}

// sign returns what stands before the label of v: its mark, or for one step
// the sign of what is new.
func (d *drawing) sign(v Vertex) string {
	if slices.Contains(d.view.Newborn, v.Key) || slices.Contains(d.view.Changed, RefVertex(v.Key)) {
		return either(d.ascii, "!", "✶")
	}
	return signOf(v.Mark, d.ascii)
}

// ports opens the lower side of a box where lines leave it.
func (d *drawing) ports(i int, f frame, b *brush, y int) {
	for _, s := range d.sk.Out[i] {
		n := d.sk.Segments[s].Edge
		x := 2*d.p.Tops[s] - d.x0
		if d.weightOf(n) >= strokes.Double {
			b.put(Frame, x, y, f.heavyPort)
		} else if d.At(x, y).Text != f.heavyPort || f.heavyPort == f.h {
			b.put(Frame, x, y, f.port)
		}
	}
}
