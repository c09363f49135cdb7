package layout

import (
	"context"
)

// few is the number of segments up to which several widths are tried.
const few = 120

// First places a first picture at a zoom level; the result is of no use once the
// context is cancelled. It may be a little wider than its widest
// row, so that more lines are straight. How much of that pays cannot be told
// beforehand: a small picture tries several widths and keeps the plainest.
func First(ctx context.Context, z Zoom, sk *Skeleton) *Sheet {
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
func (h *Sheet) Step(ctx context.Context, sk *Skeleton, t *Transition) *Sheet {
	next := newSheet(h.Zoom, sk)
	next.measure(h)
	next.follow(ctx, h, t)
	next.finish(ctx, h)
	next.Reserved = h.Reserved
	hold(next)
	next.keepRemoved(h, t)
	return next
}

// effort is how much there is to follow with the eye in a picture.
func (h *Sheet) effort() int {
	turns, lines := 0, 0
	for _, hops := range h.Hops {
		turns += len(hops)
	}
	for _, g := range h.Gaps {
		lines += g.Tracks
	}
	return 5*turns + 3*lines + (h.Most-h.Least)/2
}

// finish chooses ports, tracks and heights once the items have their columns.
func (h *Sheet) finish(ctx context.Context, before *Sheet) {
	h.slidePorts()
	h.route(ctx, before)
	h.grow(before)
}

// Least is a width and a height that no sheet of a skeleton stays below.
func Least(z Zoom, sk *Skeleton) (width, height int) {
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
