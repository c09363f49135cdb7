package layout

import (
	"slices"

	"facet/ui/picture/cells"
	"facet/ui/picture/layered"
)

// measure fixes how wide each item is and where its ports stand relative to
// its middle before anything is placed. A survivor of an earlier sheet stays at
// least as wide as it was, and its ports rather stand closer than widen it. Tops and bottoms hold these offsets
// until slidePorts turns them into columns.
func (p *Sheet) measure(before *Sheet) {
	sk := p.sk
	for i := range sk.Vertices {
		width := p.frameWidth(sk.Vertices[i])
		p.Left[i], p.Right[i] = (width-1)/2, width/2
		room, kept := 0, -1
		if before != nil {
			if old, ok := sk.Earlier(before.sk, i); ok {
				p.Left[i], p.Right[i] = max(p.Left[i], before.Left[old]), max(p.Right[i], before.Right[old])
				room = min(p.Left[i], p.Right[i])
				kept = before.beside[old]
			}
		}
		p.ports(i, room)
		if kept >= 0 { // a label rather goes without than push a neighbour
			p.beside[i] = kept
		}
		if (p.Left[i]+p.Right[i]+1-width)%2 != 0 {
			p.Right[i]++ // as much free to the right of the text as to the left
		}
	}
	for _, seg := range sk.Segments {
		if !sk.IsBend(seg.From) {
			p.Gaps[sk.Items[seg.From].Row].ports = true
		}
		if !sk.IsBend(seg.To) {
			g := &p.Gaps[sk.Items[seg.From].Row]
			g.heads = true
			g.labels = g.labels || p.Zoom == ZoomBoxes && sk.Edges[seg.Edge].Label != ""
		}
	}
}

// frameWidth is the width of a vertex by its texts alone.
func (p *Sheet) frameWidth(v layered.Vertex) int {
	width := cells.Width(v.Label) + SignWidth(v)
	switch {
	case p.Bare(v):
		return max(width, 1)
	case p.Zoom == ZoomBoxes:
		for _, line := range v.Detail {
			width = max(width, cells.Width(line))
		}
		return max(width+4, 5)
	}
	return max(width+2, 3)
}

// Bare tells whether a vertex is drawn without a frame.
func (p *Sheet) Bare(v layered.Vertex) bool {
	return p.Zoom == ZoomLabels || p.Zoom == ZoomRows && v.Shape == layered.Bare
}

// margin is how many cells the outermost port keeps from the side of a vertex.
func (p *Sheet) margin(v layered.Vertex) int {
	if p.Bare(v) {
		return 0
	}
	return 1
}

// SignWidth is 1 for a vertex that shows a sign before its label: a mark, or
// for one step that it is new. The cell is kept whatever the sign is, so
// that a change of it does not move the picture.
func SignWidth(v layered.Vertex) int {
	if v.Mark != layered.Unmarked || len(v.Parents) > 0 {
		return 1
	}
	return 0
}

// mostPorts is the number of edges from one vertex up to which each has a port
// of its own. With more they leave it in one trunk.
const mostPorts = 10

// Up to so many edges to one vertex, with labels of up to so many cells, find
// room for their labels beside their heads at ZoomRows. Others are written where
// there happens to be room.
const (
	mostBeside   = 4
	widestBeside = 9
)

// ports spreads the ports of vertex i over its sides and widens it to hold
// them. If room is given, it is the half of the width to keep if that is
// possible.
func (p *Sheet) ports(i, room int) {
	sk := p.sk
	out, in := sk.Sorted(i, true), sk.Sorted(i, false)
	p.pitchOut[i], p.pitchIn[i] = p.pitch(len(out)), p.pitch(len(in))
	margin := p.margin(sk.Vertices[i])
	side := func(segs []int, pitch *int, least, margin int, offsets []int) {
		*pitch = max(*pitch, least)
		for room > 0 && *pitch > least && (len(segs)-1)**pitch+margin > room {
			*pitch--
		}
		for n, offset := range spread(len(segs), *pitch) {
			offsets[segs[n]] = offset
			p.Left[i] = max(p.Left[i], -2*offset+margin)
			p.Right[i] = max(p.Right[i], 2*offset+margin)
		}
	}
	if len(out) <= mostPorts {
		side(out, &p.pitchOut[i], 1, margin, p.Tops)
	}
	label := 0
	for _, s := range in {
		label = max(label, cells.Width(sk.Edges[sk.Segments[s].Edge].Label))
	}
	switch {
	case p.Zoom == ZoomBoxes:
		side(in, &p.pitchIn[i], max(1, (label+2)/2), max(margin, label/2), p.Bottoms)
	case p.Zoom == ZoomRows && label > 0 && label <= widestBeside && len(in) <= mostBeside:
		side(in, &p.pitchIn[i], (label+3)/2, margin, p.Bottoms)
		p.beside[i] = max(0, 2*p.Bottoms[in[len(in)-1]]+label-p.Right[i])
	default:
		side(in, &p.pitchIn[i], 1, margin, p.Bottoms)
		p.beside[i] = min(label, 1-margin) // a sign has room behind the last head
	}
}

// pitch is the distance of n ports that look best at a zoom level.
func (p *Sheet) pitch(n int) int {
	switch {
	case p.Zoom == ZoomLabels || n > 5:
		return 1
	case p.Zoom == ZoomBoxes && n <= 3:
		return 3
	}
	return 2
}

// spread returns n offsets at the given pitch, symmetrical about 0.
func spread(n, pitch int) []int {
	offsets := make([]int, n)
	for i := range offsets {
		half := (2*i - n + 1) * pitch
		switch {
		case half > 0:
			offsets[i] = (half + 1) / 2
		case half < 0:
			offsets[i] = (half - 1) / 2
		}
	}
	return offsets
}

// apart is the least distance of the middles of two neighbours in a row, left
// one first.
func (p *Sheet) apart(i, j int) int {
	space := 1
	if !p.sk.IsBend(i) && !p.sk.IsBend(j) {
		space = max(space, p.sk.Space)
	}
	return (p.Right[i] + p.beside[i] + p.Left[j] + 1 + space + 1) / 2
}

// slidePorts turns offsets of ports into columns and moves ports along their
// vertices where that makes an edge straight. The order of ports never changes.
func (p *Sheet) slidePorts() {
	sk := p.sk
	for s, seg := range sk.Segments {
		p.Tops[s] += p.X[seg.From]
		p.Bottoms[s] += p.X[seg.To]
	}
	atRest := [2][]int{slices.Clone(p.Tops), slices.Clone(p.Bottoms)}
	for range 2 {
		for i := range sk.Vertices {
			p.slide(sk.Sorted(i, true), p.Tops, p.Bottoms, atRest[0], p.reachOf(i), p.pitchOut[i])
			p.slide(sk.Sorted(i, false), p.Bottoms, p.Tops, atRest[1], p.reachOf(i), p.pitchIn[i])
		}
	}
}

// reachOf returns the first and the last column at which vertex i may have a
// port.
func (p *Sheet) reachOf(i int) [2]int {
	margin := p.margin(p.sk.Vertices[i])
	return [2]int{p.X[i] - (p.Left[i]-margin)/2, p.X[i] + (p.Right[i]-margin)/2}
}

// slide moves the ports of one side: each to the column of its other end if
// that lies within reach, else back to its place at rest.
func (p *Sheet) slide(segs []int, here, there, atRest []int, reach [2]int, pitch int) {
	if len(segs) == 0 || len(segs) > mostPorts {
		return
	}
	least := 1
	if p.Zoom == ZoomBoxes || pitch > 2 { // labels stand between them
		least = min(pitch, max(1, (reach[1]-reach[0])/max(1, len(segs)-1)))
	}
	var sol isotonic
	for n, s := range segs {
		sol.begin(n * least)
		if at := there[s]; at >= reach[0] && at <= reach[1] {
			sol.target(at, 5)
		}
		sol.target(atRest[s], 1)
		sol.end()
	}
	room := reach[1] - (len(segs)-1)*least
	if room < reach[0] {
		return
	}
	at := 0
	for _, b := range sol.blocks {
		value := max(reach[0], min(b.value, room))
		for range b.size {
			here[segs[at]] = value + at*least
			at++
		}
	}
}
