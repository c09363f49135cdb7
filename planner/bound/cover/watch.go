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
	since   time.Time // when Check last let go
	worked  time.Duration
	stopped bool
	renewed bool // because a cheaper incumbent is known
}

// stop asks. It may wait in Check.
func (w *watch) stop() bool {
	now := time.Now()
	w.worked += now.Sub(w.since)
	w.since = now
	if w.stopped {
		return true
	}
	o := w.options
	w.stopped = w.ctx.Err() != nil || !o.Deadline.IsZero() && now.After(o.Deadline) || o.Time > 0 && w.worked > o.Time
	if !w.stopped && o.Check != nil {
		w.stopped = o.Check() != nil
		w.since = time.Now()
	}
	if !w.stopped && o.Outdated != nil && o.Outdated() {
		w.stopped, w.renewed = true, true
	}
	return w.stopped
}
