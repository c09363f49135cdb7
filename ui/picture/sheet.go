package picture

import "context"

// sheet is a layout at one zoom level: the columns of all items and ports and
// the tracks of all edges. Columns are counted in pairs of cells, so that two
// verticals never stand side by side: column c is cell 2*c.
type sheet struct {
	zoom  Zoom
	sk    *skeleton
	x     []int // column of the middle of each item
	left  []int // cells that an item fills left of its middle
	right []int // and right of it
	// beside is how many cells more a label needs beside the head of the edge
	// that arrives furthest right.
	beside []int
	// tops and bottoms are the columns where each segment leaves its upper
	// and reaches its lower item; pitch is how near two of them may come.
	tops, bottoms []int
	pitchOut      []int // per item
	pitchIn       []int
	hops          [][]hop
	gaps          []gap
	heights       []int // cells that a row of vertices is high
	least, most   int   // first and last cell in use
	gone          remains
}

// newSheet returns a sheet in which nothing is placed yet.
func newSheet(z Zoom, sk *skeleton) *sheet {
	n, segs := len(sk.items), len(sk.segs)
	p := &sheet{zoom: z, sk: sk, hops: make([][]hop, segs), gaps: make([]gap, len(sk.rows))}
	numbers := make([]int, 6*n+2*segs)
	cut := func(n int) []int {
		list := numbers[:n:n]
		numbers = numbers[n:]
		return list
	}
	p.x, p.left, p.right, p.beside, p.pitchOut, p.pitchIn = cut(n), cut(n), cut(n), cut(n), cut(n), cut(n)
	p.tops, p.bottoms = cut(segs), cut(segs)
	return p
}

// hop is a run of a segment along a track of its gap.
type hop struct {
	track    int
	from, to int // columns
	trunk    bool
}

// gap is the space between two rows.
type gap struct {
	tracks int
	need   int  // tracks in use
	labels bool // has a row for labels of edges
	heads  bool // has a row for arrow heads
	ports  bool // edges leave vertices above it
}

// step is the sheet of the skeleton that follows.
func (p *sheet) step(ctx context.Context, sk *skeleton, t *transition) *sheet {
	next := newSheet(p.zoom, sk)
	next.measure(p)
	next.follow(ctx, p, t)
	next.finish(ctx, p, t)
	next.bury(p, t)
	return next
}

// exceeds tells whether the picture is certainly larger than a window.
func exceeds(z Zoom, sk *skeleton, width, height int) bool {
	p := newSheet(z, sk)
	p.measure(nil)
	lines := -1
	for r := range sk.rows {
		if !sk.empty(r) {
			lines += 2
		}
	}
	return 2*p.widest() >= width || lines > height
}

// few is the number of segments up to which several widths are tried.
const few = 120

// firstSheet places a first picture. It may be a little wider than its widest
// row, so that more lines are straight. How much of that pays cannot be told
// beforehand: a small picture tries several widths and keeps the plainest.
func firstSheet(ctx context.Context, z Zoom, sk *skeleton) *sheet {
	var best *sheet
	for _, more := range []struct{ percent, columns int }{{10, 2}, {0, 1}, {0, 2}, {20, 2}, {40, 2}} {
		p := newSheet(z, sk)
		p.measure(nil)
		widest := p.widest()
		p.spread(ctx, (widest+widest*more.percent/100+more.columns)/2)
		p.finish(ctx, nil, nil)
		if best == nil || p.effort() < best.effort() {
			best = p
		}
		if len(sk.segs) > few || ctx.Err() != nil {
			break
		}
	}
	return best
}

// effort is how much there is to follow with the eye in a picture.
func (p *sheet) effort() int {
	turns, lines := 0, 0
	for _, hops := range p.hops {
		turns += len(hops)
	}
	for _, g := range p.gaps {
		lines += g.tracks
	}
	return 5*turns + 3*lines + (p.most-p.least)/2
}

// finish settles ports, tracks and heights once the items have their columns.
func (p *sheet) finish(ctx context.Context, before *sheet, t *transition) {
	p.slidePorts()
	p.route(ctx, before, t)
	p.grow(before)
}

// grow fixes the heights of rows and gaps: at least as high as before, apart
// from rows that are empty. What a gap grows by, others near it give up if they
// have lines to spare, so that what is farther away need not move.
func (p *sheet) grow(before *sheet) {
	sk := p.sk
	p.heights = make([]int, len(sk.rows))
	p.fitHeights()
	if before != nil {
		p.keepHeights(before)
	} else {
		for r := range len(sk.rows) - 1 {
			p.gaps[r].tracks += sk.spare
		}
	}
	p.extend()
	for s, seg := range sk.segs {
		if !sk.isBend(seg.to) && p.zoom != ZoomBoxes && sk.edges[seg.edge].Label != "" {
			p.most = max(p.most, 2*p.bottoms[s]+1) // for the sign of a label without room
		}
	}
	for _, hops := range p.hops {
		for _, h := range hops {
			p.least, p.most = min(p.least, 2*min(h.from, h.to)), max(p.most, 2*max(h.from, h.to))
		}
	}
}

// fitHeights makes every row as high as its highest vertex.
func (p *sheet) fitHeights() {
	for r, row := range p.sk.rows {
		for _, i := range row {
			if !p.sk.isBend(i) {
				p.heights[r] = max(p.heights[r], p.boxHeight(i))
			}
		}
	}
}

// keepHeights keeps the heights of rows and gaps that were there before.
func (p *sheet) keepHeights(before *sheet) {
	sk, shift := p.sk, before.sk.top-p.sk.top
	closing := make([]bool, len(sk.rows)+1)
	for b, high := range before.heights {
		r := b + shift
		if high > 0 && p.heights[r] == 0 && before.sk.empty(b) && sk.spare == 0 {
			// Its last vertices went a step ago; they need no room for ghosts now.
			closing[r] = true
			continue
		}
		p.heights[r] = max(p.heights[r], high)
	}
	grown := make([]int, len(p.gaps))
	for b, g := range before.gaps {
		r := b + shift
		now := &p.gaps[r]
		if closing[r] || closing[r+1] {
			continue
		}
		grown[r] = max(0, now.tracks-g.tracks)
		now.tracks = max(now.tracks, g.tracks)
		now.labels, now.heads, now.ports = now.labels || g.labels, now.heads || g.heads, now.ports || g.ports
	}
	for r, lines := range grown {
		p.borrow(r, lines)
	}
}

// borrow makes room for what gap r grew by in other gaps, those first whose
// giving moves the fewest vertices, as long as that moves fewer than are below.
func (p *sheet) borrow(r, lines int) {
	if lines == 0 {
		return
	}
	count := make([]int, len(p.sk.rows))
	all := 0 // vertices below gap r
	for n, row := range p.sk.rows {
		for _, i := range row {
			if !p.sk.isBend(i) {
				count[n]++
			}
		}
		if n > r {
			all += count[n]
		}
	}
	below, above := 0, 0 // vertices that would move
	down, up := r+1, r-1
	for lines > 0 && (down < len(p.gaps) || up >= 0) {
		if down < len(p.gaps) && (up < 0 || below+count[down] <= above+count[up+1]) {
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
func (p *sheet) give(r, lines int) int {
	lines = max(0, min(lines, p.gaps[r].tracks-p.gaps[r].need))
	p.gaps[r].tracks -= lines
	return lines
}

// extend sets the first and the last cell in use by items.
func (p *sheet) extend() {
	p.least, p.most = 0, 0
	for i := range p.sk.items {
		from, to := 2*p.x[i]-p.left[i], 2*p.x[i]+p.right[i]+p.beside[i]
		if i == 0 {
			p.least, p.most = from, to
		}
		p.least, p.most = min(p.least, from), max(p.most, to)
	}
}

// boxHeight is how many lines vertex i is high.
func (p *sheet) boxHeight(i int) int {
	if p.zoom == ZoomBoxes {
		return 3 + len(p.sk.vertices[i].Detail)
	}
	return 1
}

// stubs tells whether a gap begins with a row of verticals below the vertices.
// With them a line is seen to leave its vertex; in ASCII, where a plus does not
// tell up from down, it could not be traced without.
func (p *sheet) stubs(r int, ascii bool) int {
	if p.gaps[r].ports && p.zoom == ZoomRows || p.gaps[r].tracks > 0 && p.zoom == ZoomLabels && ascii {
		return 1
	}
	return 0
}

// levels returns the first line of every row of vertices, and the line after
// the picture.
func (p *sheet) levels(ascii bool) []int {
	y := make([]int, len(p.sk.rows)+1)
	for r := range p.sk.rows {
		y[r+1] = y[r] + p.heights[r]
		if r < len(p.sk.rows)-1 {
			y[r+1] += p.gapHeight(r, ascii)
		}
	}
	return y
}

func (p *sheet) gapHeight(r int, ascii bool) int {
	g := p.gaps[r]
	height := p.stubs(r, ascii) + g.tracks
	if g.labels {
		height++
	}
	if g.heads {
		height++
	}
	return height
}
