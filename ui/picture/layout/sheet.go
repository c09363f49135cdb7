package layout

import (
	"context"

	"facet/ui/picture/layered"
)

// Sheet is a layout at one zoom level: the columns of all items and ports and
// the tracks of all edges. Columns are counted in pairs of cells, so that two
// verticals never stand side by side: column c is cell 2*c.
type Sheet struct {
	Zoom  Zoom // the level, from ZoomLabels to ZoomBoxes
	sk    *layered.Skeleton
	X     []int // column of the middle of each item
	Left  []int // cells that an item fills left of its middle
	Right []int // and right of it
	// beside is how many cells more a label needs beside the head of the edge
	// that arrives furthest right.
	beside []int
	// Tops and Bottoms are the columns where each segment leaves its upper
	// and reaches its lower item; pitch is how near two of them may come.
	Tops, Bottoms []int
	pitchOut      []int // per item
	pitchIn       []int
	Hops          [][]Hop // way of each segment from its top to its bottom
	Gaps          []gap   // below each row
	Heights       []int   // cells that a row of vertices is high
	Least, Most   int     // first and last cell in use
	Removed       Removed // of the step that led here
}

// newSheet returns a sheet in which nothing is placed yet.
func newSheet(z Zoom, sk *layered.Skeleton) *Sheet {
	n, segs := len(sk.Items), len(sk.Segments)
	p := &Sheet{Zoom: z, sk: sk, Hops: make([][]Hop, segs), Gaps: make([]gap, len(sk.Rows))}
	numbers := make([]int, 6*n+2*segs)
	cut := func(n int) []int {
		list := numbers[:n:n]
		numbers = numbers[n:]
		return list
	}
	p.X, p.Left, p.Right, p.beside, p.pitchOut, p.pitchIn = cut(n), cut(n), cut(n), cut(n), cut(n), cut(n)
	p.Tops, p.Bottoms = cut(segs), cut(segs)
	return p
}

// Hop is a run of a segment along a track of its gap.
type Hop struct {
	Track    int  // counted from the top of the gap
	From, To int  // columns
	Trunk    bool // shared with other segments of the same origin
}

// Gap is the space between two rows.
type gap struct {
	Tracks int  // lines for edges to turn in, spare ones included
	need   int  // tracks in use
	labels bool // has a row for labels of edges
	heads  bool // has a row for arrow heads
	ports  bool // edges leave vertices above it
}

// Step is the sheet of the skeleton that follows. It is of no use once the
// context is cancelled.
func (p *Sheet) Step(ctx context.Context, sk *layered.Skeleton, t *Transition) *Sheet {
	next := newSheet(p.Zoom, sk)
	next.measure(p)
	next.follow(ctx, p, t)
	next.finish(ctx, p)
	next.keepRemoved(p, t)
	return next
}

// Exceeds tells, without placing anything, whether a picture at a zoom level is
// certainly larger than a window of so many cells.
func Exceeds(z Zoom, sk *layered.Skeleton, width, height int) bool {
	p := newSheet(z, sk)
	p.measure(nil)
	lines := -1
	for r := range sk.Rows {
		if !sk.Empty(r) {
			lines += 2
		}
	}
	return 2*p.widest() >= width || lines > height
}

// few is the number of segments up to which several widths are tried.
const few = 120

// First places a first picture at a zoom level; the result is of no use once the
// context is cancelled. It may be a little wider than its widest
// row, so that more lines are straight. How much of that pays cannot be told
// beforehand: a small picture tries several widths and keeps the plainest.
func First(ctx context.Context, z Zoom, sk *layered.Skeleton) *Sheet {
	var best *Sheet
	for _, more := range []struct{ percent, columns int }{{10, 2}, {0, 1}, {0, 2}, {20, 2}, {40, 2}} {
		p := newSheet(z, sk)
		p.measure(nil)
		widest := p.widest()
		p.spread(ctx, (widest+widest*more.percent/100+more.columns)/2)
		p.finish(ctx, nil)
		if best == nil || p.effort() < best.effort() {
			best = p
		}
		if len(sk.Segments) > few || ctx.Err() != nil {
			break
		}
	}
	return best
}

// effort is how much there is to follow with the eye in a picture.
func (p *Sheet) effort() int {
	turns, lines := 0, 0
	for _, hops := range p.Hops {
		turns += len(hops)
	}
	for _, g := range p.Gaps {
		lines += g.Tracks
	}
	return 5*turns + 3*lines + (p.Most-p.Least)/2
}

// finish settles ports, tracks and heights once the items have their columns.
func (p *Sheet) finish(ctx context.Context, before *Sheet) {
	p.slidePorts()
	p.route(ctx, before)
	p.grow(before)
}

// grow fixes the heights of rows and gaps: at least as high as before, apart
// from rows that are empty. What a gap grows by, others near it give up if they
// have lines to spare, so that what is farther away need not move.
func (p *Sheet) grow(before *Sheet) {
	sk := p.sk
	p.Heights = make([]int, len(sk.Rows))
	p.fitHeights()
	if before != nil {
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

// extend sets the first and the last cell in use by items.
func (p *Sheet) extend() {
	p.Least, p.Most = 0, 0
	for i := range p.sk.Items {
		from, to := 2*p.X[i]-p.Left[i], 2*p.X[i]+p.Right[i]+p.beside[i]
		if i == 0 {
			p.Least, p.Most = from, to
		}
		p.Least, p.Most = min(p.Least, from), max(p.Most, to)
	}
}

// BoxHeight is how many lines vertex i is high.
func (p *Sheet) BoxHeight(i int) int {
	if p.Zoom == ZoomBoxes {
		return 3 + len(p.sk.Vertices[i].Detail)
	}
	return 1
}

// Stubs is 1 where gap r begins with a row of verticals below the vertices, else 0.
// With them a line is seen to leave its vertex; in ASCII, where a plus does not
// tell up from down, it could not be traced without.
func (p *Sheet) Stubs(r int, ascii bool) int {
	if p.Gaps[r].ports && p.Zoom == ZoomRows || p.Gaps[r].Tracks > 0 && p.Zoom == ZoomLabels && ascii {
		return 1
	}
	return 0
}

// Levels returns the first line of every row of vertices, and the line after
// the picture.
func (p *Sheet) Levels(ascii bool) []int {
	y := make([]int, len(p.sk.Rows)+1)
	for r := range p.sk.Rows {
		y[r+1] = y[r] + p.Heights[r]
		if r < len(p.sk.Rows)-1 {
			y[r+1] += p.gapHeight(r, ascii)
		}
	}
	return y
}

func (p *Sheet) gapHeight(r int, ascii bool) int {
	g := p.Gaps[r]
	height := p.Stubs(r, ascii) + g.Tracks
	if g.labels {
		height++
	}
	if g.heads {
		height++
	}
	return height
}
