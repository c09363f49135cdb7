package scene

import (
	"slices"

	"facet/ui/draw/picture/cells"
	"facet/ui/draw/picture/layout"
)

// Of gives the scene of a sheet. A coarse one knows only where vertices are.
func Of(sk *layout.Skeleton, p *layout.Sheet, coarse bool) *Scene {
	s := &Scene{Coarse: coarse, sk: sk, sheet: p}
	for _, y := range p.Levels(false) {
		s.y = append(s.y, float64(y))
	}
	s.Width, s.Height = float64(p.Most-p.Least+1), s.y[len(s.y)-1]
	for i := range sk.Vertices {
		s.Boxes = append(s.Boxes, s.box(i))
	}
	for n := range sk.Edges {
		s.Lines = append(s.Lines, s.line(n))
	}
	if !coarse {
		s.removed()
	}
	return s
}

// Foresee has a vertex that does not exist yet stand around a cell of the text, framed.
func (s *Scene) Foresee(label string, x, y int) {
	middle, wide, high := Point{float64(x) + 0.5, float64(y) + 0.5}, float64(cells.Width(label))+3, 1.0
	if s.sheet.Zoom == layout.ZoomBoxes {
		high = 3
	}
	high -= 2 * side(s.sheet.Zoom)
	s.Preview = &Box{Vertex: layout.Vertex{Label: label}, X: middle.X - wide/2, Y: middle.Y - high/2,
		Width: wide, Height: high, Framed: true, Text: middle, pitch: 1}
}

func (s *Scene) box(i int) Box {
	p, v := s.sheet, s.sk.Vertices[i]
	top, high := s.y[s.sk.Items[i].Row], float64(p.BoxHeight(i))
	in := side(p.Zoom)
	left := s.x(p.X[i]) - 0.5 - float64(p.Left[i])
	b := Box{
		Vertex: v, X: left + 0.5, Y: top + in, Width: float64(p.Left[i] + p.Right[i]), Height: high - 2*in,
		Framed: !p.Bare(v), Text: Point{left + float64(p.Left[i]+p.Right[i]+1)/2, top + 0.5}, pitch: 1,
		Sign: layout.SignWidth(v) > 0,
	}
	switch {
	case p.Zoom == layout.ZoomBoxes:
		b.Text.Y++
		return b
	case b.Framed:
		b.X, b.Width = left, b.Width+1
	default: // what is beside a bare label is free
		b.X, b.Width = left-0.3, b.Width+1.6
	}
	b.Vertex.Detail = nil
	return b
}

// line leads an edge from bend to bend.
func (s *Scene) line(n int) Line {
	l := Line{Edge: s.sk.Edges[n]}
	chain := s.sk.Chains[n]
	if s.Coarse {
		for _, i := range []int{chain[0], chain[len(chain)-1]} {
			l.Points = append(l.Points, Point{s.x(s.sheet.X[i]), s.y[s.sk.Items[i].Row] + 0.5})
		}
		return l
	}
	for k := 1; k < len(chain); k++ {
		at := s.sk.Segment(chain[k-1], chain[k])
		l.Points = append(l.Points, s.part(at)...)
	}
	l.Points = straight(l.Points)
	return l
}

// part is the way of a segment.
func (s *Scene) part(at int) []Point {
	p, seg := s.sheet, s.sk.Segments[at]
	r := s.sk.Items[seg.From].Row
	from := s.y[r]
	if !s.sk.IsBend(seg.From) {
		from += float64(p.BoxHeight(seg.From)) - side(p.Zoom)
	}
	to := s.y[r+1]
	if !s.sk.IsBend(seg.To) {
		to += side(p.Zoom)
	}
	return s.way(r, p.Tops[at], p.Hops[at], from, to)
}

// way leads through gap r along tracks.
func (s *Scene) way(r, column int, hops []layout.Hop, from, to float64) []Point {
	p := s.sheet
	tracks := s.y[r] + float64(p.Heights[r]+p.Stubs(r, false)) + 0.5
	points := []Point{{s.x(column), from}}
	for _, h := range hops {
		turn := tracks + float64(h.Track)
		points = append(points, Point{s.x(column), turn}, Point{s.x(h.To), turn})
		column = h.To
	}
	return append(points, Point{s.x(column), to})
}

// straight drops points between two others on one line.
func straight(points []Point) []Point {
	out := points[:0:0]
	for _, q := range points {
		if n := len(out); n > 0 && out[n-1] == q {
			continue
		}
		if n := len(out); n > 1 && (out[n-2].X == out[n-1].X && out[n-1].X == q.X ||
			out[n-2].Y == out[n-1].Y && out[n-1].Y == q.Y) {
			out = out[:n-1]
		}
		out = append(out, q)
	}
	return out
}

// removed lays out what the last step removed.
func (s *Scene) removed() {
	p := s.sheet
	for _, v := range p.Removed.Vertices {
		if p.Heights[v.Row] > 0 { // else the row has closed
			s.Removed.Boxes = append(s.Removed.Boxes,
				RemovedBox{v.Key, v.Label, Point{s.x(v.X), s.y[v.Row] + float64(p.Heights[v.Row])/2}})
		}
	}
	for _, seg := range p.Removed.Segments {
		r := seg.Row
		from, to := s.y[r], s.y[r+1]
		if seg.Leaves {
			from += float64(seg.Height)
		}
		if !seg.Enters {
			to += float64(p.Heights[r+1])
		}
		lines := &s.Removed.Lines
		if n := len(*lines); n == 0 || (*lines)[n-1].Edge != seg.Edge {
			*lines = append(*lines, RemovedLine{Edge: seg.Edge})
		}
		l := &(*lines)[len(*lines)-1]
		l.Points = straight(append(l.Points, s.way(r, seg.Top, seg.Hops, from, to)...))
		l.Broken = l.Broken || slices.ContainsFunc(seg.Hops, func(h layout.Hop) bool {
			return h.Track >= p.Gaps[r].Tracks // the gap has given lines away
		})
	}
}
