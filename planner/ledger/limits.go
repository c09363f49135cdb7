package ledger

import (
	"context"
	"time"
)

// Watch halts the run when the context or the run's time ends, and returns when
// the run is halted, whoever did it.
func (l *Ledger) Watch(ctx context.Context) {
	var tick <-chan time.Time
	if l.options.Time > 0 {
		timer := time.NewTimer(l.Left())
		defer timer.Stop()
		tick = timer.C
		for {
			select {
			case <-tick:
				if rest := l.Left(); rest > 0 { // pauses do not count
					timer.Reset(rest)
					continue
				}
				l.Halt()
				return
			case <-ctx.Done():
				l.Halt()
				return
			case <-l.Halted():
				return
			}
		}
	}
	select {
	case <-ctx.Done():
		l.Halt()
	case <-l.Halted():
	}
}
