package layout

import (
	"slices"

	"facet/ui/draw/picture/cells"
)

// measure fixes how wide each item is and where its ports stand relative to
// its middle before anything is placed. A survivor of an earlier sheet stays at
// least as wide as it was, and its ports rather stand closer than widen it. Tops and bottoms
// hold these offsets until slidePorts turns them into columns.
func (h *Sheet) measure(before *Sheet) {
	sk := h.sk
	for i := range sk.Vertices {
		width := h.frameWidth(sk.Vertices[i])
		h.Left[i], h.Right[i] = (width-1)/2, width/2
		room, kept := 0, -1
		if before != nil {
			if old, ok := sk.Earlier(before.sk, i); ok {
				h.Left[i], h.Right[i] = max(h.Left[i], before.Left[old]), max(h.Right[i], before.Right[old])
				room = min(h.Left[i], h.Right[i])
				kept = before.beside[old]
			}
		}
		h.ports(i, room)
		if kept >= 0 { // a label rather goes without than push a neighbour
			h.beside[i] = kept
		}
		if (h.Left[i]+h.Right[i]+1-width)%2 != 0 {
			h.Right[i]++ // as much free to the right of the text as to the left
		}
	}
	for _, seg := range sk.Segments {
		if !sk.IsBend(seg.From) {
			h.Gaps[sk.Items[seg.From].Row].ports = true
		}
		if !sk.IsBend(seg.To) {
			g := &h.Gaps[sk.Items[seg.From].Row]
			g.heads = true
			g.labels = g.labels || h.Zoom == ZoomBoxes && sk.Edges[seg.Edge].Label != ""
		}
	}
}

// frameWidth is the width of a vertex by its texts alone.
func (h *Sheet) frameWidth(v Vertex) int {
	width := cells.Width(v.Label) + SignWidth(v)
	switch {
	case h.Bare(v):
		return max(width, 1)
	case h.Zoom == ZoomBoxes:
		for _, line := range v.Detail {
			width = max(width, cells.Width(line))
		}
		return max(width+4, 5)
	}
	return max(width+2, 3)
}

// Bare reports whether a vertex is drawn without a frame.
func (h *Sheet) Bare(v Vertex) bool {
	return h.Zoom == ZoomLabels || h.Zoom == ZoomRows && v.Shape == Bare
}

// margin is how many cells the outermost port keeps from the side of a vertex.
func (h *Sheet) margin(v Vertex) int {
	if h.Bare(v) {
		return 0
	}
	return 1
}

// SignWidth is 1 for a vertex that shows a sign before its label: a mark, or
// for one step that it is new. The cell is kept whatever the sign is, so
// that a change of it does not move the picture.
func SignWidth(v Vertex) int {
	if v.Mark != Unmarked || len(v.Parents) > 0 {
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
func (h *Sheet) ports(i, room int) {
	sk := h.sk
	out, in := sk.Sorted(i, true), sk.Sorted(i, false)
	h.pitchOut[i], h.pitchIn[i] = h.pitch(len(out)), h.pitch(len(in))
	margin := h.margin(sk.Vertices[i])
	side := func(segs []int, pitch *int, least, margin int, offsets []int) {
		*pitch = max(*pitch, least)
		for room > 0 && *pitch > least && (len(segs)-1)**pitch+margin > room {
			*pitch--
		}
		for n, offset := range spread(len(segs), *pitch) {
			offsets[segs[n]] = offset
			h.Left[i] = max(h.Left[i], -2*offset+margin)
			h.Right[i] = max(h.Right[i], 2*offset+margin)
		}
	}
	if len(out) <= mostPorts {
		side(out, &h.pitchOut[i], 1, margin, h.Tops)
	}
	label := 0
	for _, s := range in {
		label = max(label, cells.Width(sk.Edges[sk.Segments[s].Edge].Label))
	}
	switch {
	case h.Zoom == ZoomBoxes:
		side(in, &h.pitchIn[i], max(1, (label+2)/2), max(margin, label/2), h.Bottoms)
	case h.Zoom == ZoomRows && label > 0 && label <= widestBeside && len(in) <= mostBeside:
		side(in, &h.pitchIn[i], (label+3)/2, margin, h.Bottoms)
		h.beside[i] = max(0, 2*h.Bottoms[in[len(in)-1]]+label-h.Right[i])
	default:
		side(in, &h.pitchIn[i], 1, margin, h.Bottoms)
		h.beside[i] = min(label, 1-margin) // a sign has room behind the last head
	}
}

// pitch is the distance of n ports that look best at a zoom level.
func (h *Sheet) pitch(n int) int {
	switch {
	case h.Zoom == ZoomLabels || n > 5:
		return 1
	case h.Zoom == ZoomBoxes && n <= 3:
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
func (h *Sheet) apart(i, j int) int {
	space := 1
	if !h.sk.IsBend(i) && !h.sk.IsBend(j) {
		space = max(space, h.sk.Space)
	}
	return (h.Right[i] + h.beside[i] + h.Left[j] + 1 + space + 1) / 2
}

// slidePorts turns offsets of ports into columns and moves ports along their
// vertices where that makes an edge straight. The order of ports never changes.
func (h *Sheet) slidePorts() {
	sk := h.sk
	for s, seg := range sk.Segments {
		h.Tops[s] += h.X[seg.From]
		h.Bottoms[s] += h.X[seg.To]
	}
	atRest := [2][]int{slices.Clone(h.Tops), slices.Clone(h.Bottoms)}
	var sol isotonic
	for range 2 {
		for i := range sk.Vertices {
			h.slide(&sol, sk.Sorted(i, true), h.Tops, h.Bottoms, atRest[0], h.reachOf(i), h.pitchOut[i])
			h.slide(&sol, sk.Sorted(i, false), h.Bottoms, h.Tops, atRest[1], h.reachOf(i), h.pitchIn[i])
		}
	}
}

// reachOf returns the first and the last column at which vertex i may have a
// port.
func (h *Sheet) reachOf(i int) [2]int {
	margin := h.margin(h.sk.Vertices[i])
	return [2]int{h.X[i] - (h.Left[i]-margin)/2, h.X[i] + (h.Right[i]-margin)/2}
}

// slide moves the ports of one side: each to the column of its other end if
// that lies within reach, else back to its place at rest.
func (h *Sheet) slide(sol *isotonic, segs []int, here, there, atRest []int, reach [2]int, pitch int) {
	if len(segs) == 0 || len(segs) > mostPorts {
		return
	}
	least := 1
	if h.Zoom == ZoomBoxes || pitch > 2 { // labels stand between them
		least = min(pitch, max(1, (reach[1]-reach[0])/max(1, len(segs)-1)))
	}
	sol.reset()
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
