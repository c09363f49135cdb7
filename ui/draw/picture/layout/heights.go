package layout

// grow fixes the heights of rows and gaps: at least as high as before, apart
// from rows that are empty. What a gap grows by, others near it give up if they
// have lines to spare, so that what is farther away need not move.
func (h *Sheet) grow(before *Sheet) {
	sk := h.sk
	h.Heights = make([]int, len(sk.Rows))
	h.fitHeights()
	if before != nil {
		h.Tight = before.Tight
		h.keepHeights(before)
	}
	outline(h)
}

// outline sets the first and the last cell in use by items, lines and labels.
func outline(h *Sheet) {
	sk := h.sk
	h.extend()
	for s, seg := range sk.Segments {
		if !sk.IsBend(seg.To) && h.Zoom != ZoomBoxes && sk.Edges[seg.Edge].Label != "" {
			h.Most = max(h.Most, 2*h.Bottoms[s]+1) // for the sign of a label without room
		}
	}
	for _, hops := range h.Hops {
		for _, hop := range hops {
			h.Least, h.Most = min(h.Least, 2*min(hop.From, hop.To)), max(h.Most, 2*max(hop.From, hop.To))
		}
	}
}

// fitHeights makes every row as high as its highest vertex.
func (h *Sheet) fitHeights() {
	for r, row := range h.sk.Rows {
		for _, i := range row {
			if !h.sk.IsBend(i) {
				h.Heights[r] = max(h.Heights[r], h.BoxHeight(i))
			}
		}
	}
}

// keepHeights keeps the heights of rows and gaps that were there before.
func (h *Sheet) keepHeights(before *Sheet) {
	sk, shift := h.sk, before.sk.Top-h.sk.Top
	closing := make([]bool, len(sk.Rows)+1)
	for b, high := range before.Heights {
		r := b + shift
		if high > 0 && h.Heights[r] == 0 && before.sk.Empty(b) &&
			before.Reserved == [2]int{} {
			// Its last vertices went a step ago; removed ones need no space now.
			closing[r] = true
			continue
		}
		h.Heights[r] = max(h.Heights[r], high)
	}
	grown := make([]int, len(h.Gaps))
	for b, g := range before.Gaps {
		r := b + shift
		now := &h.Gaps[r]
		if closing[r] || closing[r+1] {
			continue
		}
		grown[r] = max(0, now.Tracks-g.Tracks)
		now.Tracks = max(now.Tracks, g.Tracks)
		now.labels, now.heads, now.ports = now.labels || g.labels, now.heads || g.heads, now.ports || g.ports
	}
	for r, lines := range grown {
		h.borrow(r, lines)
	}
}

// borrow makes room for what gap r grew by in other gaps, those first whose
// giving moves the fewest vertices, as long as that moves fewer than are below.
func (h *Sheet) borrow(r, lines int) {
	if lines == 0 {
		return
	}
	count := make([]int, len(h.sk.Rows))
	all := 0 // vertices below gap r
	for n, row := range h.sk.Rows {
		for _, i := range row {
			if !h.sk.IsBend(i) {
				count[n]++
			}
		}
		if n > r {
			all += count[n]
		}
	}
	below, above := 0, 0 // vertices that would move
	down, up := r+1, r-1
	for lines > 0 && (down < len(h.Gaps) || up >= 0) {
		if down < len(h.Gaps) && (up < 0 || below+count[down] <= above+count[up+1]) {
			below += count[down]
			lines -= h.give(down, lines)
			down++
			continue
		}
		if above += count[up+1]; above > all {
			up = -1
			continue
		}
		lines -= h.give(up, lines)
		up--
	}
}

// give takes up to so many lines from a gap that does not need them and returns
// how many.
func (h *Sheet) give(r, lines int) int {
	lines = max(0, min(lines, h.Gaps[r].Tracks-h.Gaps[r].need))
	h.Gaps[r].Tracks -= lines
	return lines
}
