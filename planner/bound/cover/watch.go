package cover

import (
	"context"
	"time"
)

// watch decides when to stop: because of the context, the deadline, Check, or
// because the time for the work is used up.
type watch struct {
	ctx     context.Context
	options *Options
	opened  time.Time
	since   time.Duration // when Check last let go, by the clock
	worked  time.Duration
	stopped bool
	renewed bool // because a cheaper incumbent is known
}

// stop asks. It may wait in Check.
func (w *watch) stop() bool {
	now := w.clock()
	w.worked += now - w.since
	w.since = now
	if w.stopped {
		return true
	}
	o := w.options
	w.stopped = w.ctx.Err() != nil || !o.Deadline.IsZero() && time.Now().After(o.Deadline) || o.Time > 0 &&
		w.worked > o.Time
	if !w.stopped && o.Check != nil {
		w.stopped = o.Check() != nil
		w.since = w.clock()
	}
	if !w.stopped && o.Outdated != nil && o.Outdated() {
		w.stopped, w.renewed = true, true
	}
	return w.stopped
}

// clock is the time that has been worked.
func (w *watch) clock() time.Duration {
	if clock := w.options.Clock; clock != nil {
		return clock()
	}
	return time.Since(w.opened)
}
