package picture

import (
	"facet/ui/draw/picture/cells"
)

// preview shows a vertex that does not exist yet, there where the step would
// put it; where that is not known, in the free space of its row nearest to the midpoint of its
// parents.
func (d *drawing) preview(l *Layout) {
	pre := d.view.Preview
	if pre == nil {
		return
	}
	r := pre.Layer - d.sk.Top
	if r < 0 || r >= len(d.sk.Rows) {
		return
	}
	y, high := d.y[r]-d.y0, 1
	if d.p.Zoom == ZoomBoxes {
		high = 3
	}
	text := either(d.ascii, "<"+pre.Label+">", "‹"+pre.Label+"›")
	width := cells.Width(text)
	column, known := foresee(l, pre, d.p.Zoom)
	if !known {
		column = d.p.Midpoint(pre.Parents)
	}
	target := column*2 - d.x0 - (width-1)/2
	most := d.Width
	if known { // else it would say that the vertex will stand elsewhere
		most = mostAside
	}
	start, ok := d.room(target, y, width, high, 1, most)
	if !ok { // between two frames it is narrow, and better than nothing
		start, ok = d.room(target, y, width, high, 0, most)
	}
	if over, found := d.overLine(target, y+high/2, width, most); known && found &&
		(!ok || abs(over-target)+acrossLine < abs(start-target)) {
		start, ok = over, true
	}
	if !ok {
		return
	}
	d.unwrite(start-1, start+width, y+high/2)
	b := brush{Canvas: d.Canvas, owner: Ref{Kind: OnPreview}, class: Class{State: Previewed}}
	b.put(Label, start, y+high/2, text)
	d.spots[Ref{Kind: OnPreview}] = Point{start + width/2, y + high/2}
}

// mostAside is how many cells beside its place a preview stands at most where something is
// there that the step removes.
const mostAside = 21

// foresee is the column in which a vertex of the next picture will stand at a zoom level with
// labels, as this one counts columns: beside most of what stays where it is. It is false where
// that is not known.
func foresee(l *Layout, pre *Preview, z Zoom) (column int, ok bool) {
	if pre.Next == nil {
		return 0, false
	}
	next := pre.Next
	was, is, count, by := l.sheet(z), next.sheet(z), make(map[int]int), 0
	for i, vertex := range l.sk.Vertices {
		if j, lives := next.sk.ByKey[vertex.Key]; lives {
			far := is.X[j] - was.X[i]
			if count[far]++; count[far] > count[by] {
				by = far
			}
		}
	}
	born, ok := next.sk.ByKey[pre.Key]
	if !ok {
		return 0, false
	}
	return is.X[born] - by, true
}

// unwrite takes the labels of removed vertices away that reach into some columns of a
// line: the rest of a label would read as part of what is written there.
func (d *drawing) unwrite(from, to, y int) {
	removed := func(x int) bool {
		return x >= 0 && x < d.Width && d.At(x, y).Class == Class{Part: Label, State: Removed}
	}
	for x := from; x <= to; x++ {
		if !removed(x) {
			continue
		}
		for from > 0 && removed(from-1) {
			from--
		}
		for removed(to + 1) {
			to++
		}
	}
	for x := from; x <= to; x++ {
		if removed(x) {
			d.cells[y*d.Width+x] = Cell{Text: " "}
		}
	}
}

// acrossLine is how many columns nearer to its place a preview has to be for which a line is
// interrupted.
const acrossLine = 6

// overLine finds the column nearest to target from which on width cells of a line, and one on
// either side, have nothing but one line that passes: several would seem to end there.
func (d *drawing) overLine(target, y, width, most int) (int, bool) {
	free := func(start int) bool {
		lines := 0
		for x := start - 1; x <= start+width; x++ {
			c := d.At(x, y)
			if c.Owner.Kind != Nothing {
				lines++
			}
			if y < 0 || y >= d.Height || c.Owner.Kind != Nothing && c.Class.Part != Line || lines > 1 {
				return false
			}
		}
		return start >= 0 && start+width <= d.Width
	}
	return nearest(target, most, free)
}

// room finds the column nearest to target from which on width cells, and some
// more on either side, are free on high lines.
func (d *drawing) room(target, y, width, high, beside, most int) (int, bool) {
	free := func(start int) bool {
		for line := y; line < y+high; line++ {
			for x := start - beside; x < start+width+beside; x++ {
				if line < 0 || line >= d.Height || d.At(x, line).Owner.Kind != Nothing {
					return false
				}
			}
		}
		return start >= 0 && start+width <= d.Width
	}
	return nearest(target, most, free)
}

// nearest is the column nearest to target, at most so far from it, that is free.
func nearest(target, most int, free func(x int) bool) (int, bool) {
	for by := range most {
		if free(target - by) {
			return target - by, true
		}
		if free(target + by) {
			return target + by, true
		}
	}
	return 0, false
}
