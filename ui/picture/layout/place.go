package layout

import (
	"context"

	"facet/ui/picture/layered"
)

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

// finish chooses ports, tracks and heights once the items have their columns.
func (p *Sheet) finish(ctx context.Context, before *Sheet) {
	p.slidePorts()
	p.route(ctx, before)
	p.grow(before)
}

// Exceeds tells, without placing anything, whether a picture at a zoom level is
// certainly larger than a window of so many cells.
func Exceeds(z Zoom, sk *layered.Skeleton, width, height int) bool {
	wide, lines := Least(z, sk)
	return wide >= width || lines > height
}

// Least is what Exceeds compares with a window: a width and a height that no sheet stays
// below.
func Least(z Zoom, sk *layered.Skeleton) (width, height int) {
	p := newSheet(z, sk)
	p.measure(nil)
	lines := -1
	for r := range sk.Rows {
		if !sk.Empty(r) {
			lines += 2
		}
	}
	return 2 * p.widest(), lines
}
