package cover

import (
	"context"
	"math"
	"time"

	"facet/planner/bound/paths"
)

// PerCheck is about the time between two checks on an idle machine: work is counted so, since
// other programs may take the processors.
const PerCheck = 50 * time.Microsecond

// watch decides when to stop: because of the context, Check, or
// because the time for the work is used up.
type watch struct {
	ctx     context.Context
	options *Options
	worked  time.Duration
	looked  int // subpaths since stop was asked
	stopped bool
	renewed bool // because a cheaper incumbent is known
}

// stop asks. It may wait in Check.
func (w *watch) stop() bool {
	if w.stopped {
		return true
	}
	o := w.options
	w.worked += PerCheck
	w.stopped = w.ctx.Err() != nil || o.Time > 0 && w.worked > o.Time || o.Check != nil && o.Check() != nil
	if !w.stopped && o.Outdated != nil && o.Outdated() {
		w.stopped, w.renewed = true, true
	}
	return w.stopped
}

// some is how many options of subpaths are looked at between two calls of stop, in about the
// time that the simplex method takes between two.
const some = 1 << 12

// built is how many times longer it takes to make an option than to look at it.
const built = 4

// count counts the options of a path as looked at so many times, and asks after some; it
// reports whether to stop. Without a path it asks at once.
func (w *watch) count(path *paths.Path, times int) bool {
	if path == nil {
		return w.stop()
	}
	n := float64(len(path.Subpaths)) // of a path of k vertices about k^2/2, which have k^3/6 options
	w.looked += times * (1 + int(n*math.Sqrt(n)/2))
	for ; w.looked >= some && !w.stopped; w.looked -= some {
		w.stop()
	}
	return w.stopped
}
