package layout

// grow fixes the heights of rows and gaps: at least as high as before, apart
// from rows that are empty. What a gap grows by, others near it give up if they
// have lines to spare, so that what is farther away need not move.
func (p *Sheet) grow(before *Sheet) {
	sk := p.sk
	p.Heights = make([]int, len(sk.Rows))
	p.fitHeights()
	if before != nil {
		p.Tight = before.Tight
		p.keepHeights(before)
	} else {
		for r := range len(sk.Rows) - 1 {
			p.Gaps[r].Tracks += sk.Spare
		}
	}
	p.extend()
	for s, seg := range sk.Segments {
		if !sk.IsBend(seg.To) && p.Zoom != ZoomBoxes && sk.Edges[seg.Edge].Label != "" {
			p.Most = max(p.Most, 2*p.Bottoms[s]+1) // for the sign of a label without room
		}
	}
	for _, hops := range p.Hops {
		for _, h := range hops {
			p.Least, p.Most = min(p.Least, 2*min(h.From, h.To)), max(p.Most, 2*max(h.From, h.To))
		}
	}
}

// fitHeights makes every row as high as its highest vertex.
func (p *Sheet) fitHeights() {
	for r, row := range p.sk.Rows {
		for _, i := range row {
			if !p.sk.IsBend(i) {
				p.Heights[r] = max(p.Heights[r], p.BoxHeight(i))
			}
		}
	}
}

// keepHeights keeps the heights of rows and gaps that were there before.
func (p *Sheet) keepHeights(before *Sheet) {
	sk, shift := p.sk, before.sk.Top-p.sk.Top
	closing := make([]bool, len(sk.Rows)+1)
	for b, high := range before.Heights {
		r := b + shift
		if high > 0 && p.Heights[r] == 0 && before.sk.Empty(b) && sk.Spare == 0 {
			// Its last vertices went a step ago; removed ones need no space now.
			closing[r] = true
			continue
		}
		p.Heights[r] = max(p.Heights[r], high)
	}
	grown := make([]int, len(p.Gaps))
	for b, g := range before.Gaps {
		r := b + shift
		now := &p.Gaps[r]
		if closing[r] || closing[r+1] {
			continue
		}
		grown[r] = max(0, now.Tracks-g.Tracks)
		now.Tracks = max(now.Tracks, g.Tracks)
		now.labels, now.heads, now.ports = now.labels || g.labels, now.heads || g.heads, now.ports || g.ports
	}
	for r, lines := range grown {
		p.borrow(r, lines)
	}
}

// borrow makes room for what gap r grew by in other gaps, those first whose
// giving moves the fewest vertices, as long as that moves fewer than are below.
func (p *Sheet) borrow(r, lines int) {
	if lines == 0 {
		return
	}
	count := make([]int, len(p.sk.Rows))
	all := 0 // vertices below gap r
	for n, row := range p.sk.Rows {
		for _, i := range row {
			if !p.sk.IsBend(i) {
				count[n]++
			}
		}
		if n > r {
			all += count[n]
		}
	}
	below, above := 0, 0 // vertices that would move
	down, up := r+1, r-1
	for lines > 0 && (down < len(p.Gaps) || up >= 0) {
		if down < len(p.Gaps) && (up < 0 || below+count[down] <= above+count[up+1]) {
			below += count[down]
			lines -= p.give(down, lines)
			down++
			continue
		}
		if above += count[up+1]; above > all {
			up = -1
			continue
		}
		lines -= p.give(up, lines)
		up--
	}
}

// give takes up to so many lines from a gap that does not need them and returns
// how many.
func (p *Sheet) give(r, lines int) int {
	lines = max(0, min(lines, p.Gaps[r].Tracks-p.Gaps[r].need))
	p.Gaps[r].Tracks -= lines
	return lines
}
