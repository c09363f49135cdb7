package scene

import (
	"slices"

	"facet/ui/picture/layered"
	"facet/ui/picture/layout"
)

// spans are the cells of a row of the text that something stands in.
type spans map[int][]span

type span struct{ from, to float64 }

// free tells whether nothing stands between two places of a row; what stands
// between the cells of line is not asked.
func (p spans) free(row int, from, to, line float64) bool {
	for _, s := range p[row] {
		if s.from < to && s.to > from && s.from+0.5 != line {
			return false
		}
	}
	return true
}

// lineless tells that no line stands in a cell.
func (p spans) lineless(row int, from float64) bool {
	return !slices.Contains(p[row], span{from, from + 1})
}

func (p spans) take(row int, from, to float64) { p[row] = append(p[row], span{from, to}) }

// label finds the places of the texts of edges, as the picture in cells does: on
// their lines where there are boxes, else beside their heads. One that finds no
// room is replaced by a sign.
func (s *Scene) label() {
	p, taken := s.sheet, spans{}
	arrival := make([]int, len(s.Lines)) // the last segment of each edge
	for at, seg := range s.sk.Segments {
		r := s.sk.Items[seg.From].Row
		x := s.x(p.Bottoms[at]) - 0.5
		taken.take(r, x, x+1)
		if !s.sk.IsBend(seg.To) {
			arrival[seg.Edge] = at
		}
	}
	for n := range s.Lines {
		l := &s.Lines[n]
		if l.Edge.Label == "" {
			continue
		}
		seg := s.sk.Segments[arrival[n]]
		r := s.sk.Items[seg.From].Row
		x, head := s.x(p.Bottoms[arrival[n]]), s.y[r+1]-0.5
		if p.Zoom == layout.ZoomBoxes {
			l.Label = onLine(taken, r, l.Edge.Label, x, head-1, s.Width)
		} else {
			l.Label = beside(taken, r, l.Edge.Label, x, head, s.Width)
		}
	}
}

// onLine puts a text over its line, in the middle if there is room, else to one
// side.
func onLine(taken spans, r int, text string, x, y, most float64) Label {
	wide := width(text)
	middle := x - 0.5 - float64(int(wide-1)/2)
	for by := 0.0; by < wide; by++ {
		for _, from := range []float64{middle - by, middle + by} {
			if from < x && x < from+wide && from >= 0 && from+wide <= most && taken.free(r, from-1, from+wide+1, x) {
				taken.take(r, from, from+wide)
				return Label{text, Point{from + wide/2, y}, true}
			}
		}
	}
	return Label{Omitted, Point{x, y}, true}
}

// beside puts a text to the right of the head, or to its left; the cell right of
// the head before stays free, for the sign.
func beside(taken spans, r int, text string, x, y, most float64) Label {
	wide := width(text)
	right, left := x+0.5, x-0.5-wide
	put := func(text string, from, wide float64) Label {
		taken.take(r, from, from+wide)
		return Label{text, Point{from + wide/2, y}, false}
	}
	switch {
	case right+wide <= most && taken.free(r, right, right+wide+1, x):
		return put(text, right, wide)
	case left >= 0 && taken.free(r, left-1, x-0.5, x) && taken.lineless(r, left-2):
		return put(text, left, wide)
	case right+1 <= most && taken.free(r, right, right+1, x) || left+wide < 1:
		return put(Omitted, right, 1)
	}
	return put(Omitted, x-1.5, 1)
}

// Preview is where a vertex that does not exist yet would be born, or the free
// place of its row that is nearest; false where its row has none.
func (s *Scene) Preview(v layered.Vertex) (Box, bool) {
	r := v.Layer - s.sk.Top
	if s.Coarse || r < 0 || r >= len(s.sk.Rows) {
		return Box{}, false
	}
	p, taken := s.sheet, spans{}
	for _, i := range s.sk.Rows[r] {
		if s.sk.IsBend(i) {
			taken.take(0, s.x(p.X[i])-0.5, s.x(p.X[i])+0.5)
		} else {
			b := s.Boxes[i]
			taken.take(0, b.X-0.5, b.X+b.Width+0.5)
		}
	}
	wide, high := width(v.Label)+3, 1.0
	if p.Zoom == layout.ZoomBoxes {
		high = 3
	}
	target := s.x(p.NewColumn(v, r)) - wide/2
	for by := 0.0; by < s.Width+wide; by++ {
		for _, from := range []float64{target - by, target + by} {
			if from >= 0 && from+wide <= s.Width && taken.free(0, from-1, from+wide+1, -1) {
				in := side(p.Zoom)
				return Box{Vertex: v, X: from, Y: s.y[r] + in, Width: wide, Height: high - 2*in, Framed: true,
					Text: Point{from + wide/2, s.y[r] + high/2}, pitch: 1}, true
			}
		}
	}
	return Box{}, false
}
