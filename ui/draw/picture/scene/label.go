package scene

import (
	"facet/ui/draw/picture/layout"
)

// spans are the cells of a row of the text that something stands in.
type spans map[int][]span

type span struct{ from, to float64 }

// free reports whether nothing stands between two places of a row; what stands
// between the cells of line does not count.
func (p spans) free(row int, from, to, line float64) bool {
	for _, s := range p[row] {
		if s.from < to && s.to > from && s.from+0.5 != line {
			return false
		}
	}
	return true
}

func (p spans) take(row int, from, to float64) { p[row] = append(p[row], span{from, to}) }

// Preview is where a vertex that does not exist yet will stand: in a column that is known, even
// over lines, else in the middle of its parents; or in the free place of its row that is nearest.
// It is false where its row has none, or only places far from a known column.
func (s *Scene) Preview(v layout.Vertex, column int, known bool) (Box, bool) {
	r := v.Layer - s.sk.Top
	if s.Coarse || r < 0 || r >= len(s.sk.Rows) {
		return Box{}, false
	}
	p, taken := s.sheet, spans{}
	for _, i := range s.sk.Rows[r] {
		if s.sk.IsBend(i) {
			if known { // the line will lead around it
				continue
			}
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
	if !known {
		column = p.Midpoint(v.Parents)
	}
	target, beside, over, most := s.x(column)-wide/2, 1.0, 0.0, s.Width+wide
	if known { // farther away it would say that the vertex will stand elsewhere
		beside, over, most = 0, margin, layout.MostAside
	}
	for by := 0.0; by < most; by++ {
		for _, from := range []float64{target - by, target + by} {
			if from >= -over && from+wide <= s.Width+over && taken.free(0, from-beside, from+wide+beside,
				-1) {
				in := side(p.Zoom)
				return Box{Vertex: v, X: from, Y: s.y[r] + in, Width: wide, Height: high - 2*in, Framed: true,
					Text: Point{from + wide/2, s.y[r] + high/2}, pitch: 1}, true
			}
		}
	}
	return Box{}, false
}

// margin is how far a preview may stand over the border of the picture.
const margin = 1.5
