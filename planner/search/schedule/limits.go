package schedule

import (
	"context"
	"errors"
	"time"
)

// Watch stops the run when the context or the run's time ends, and returns when
// the run has to end for any reason. A context whose own time is over counts as the run's.
func (s *Schedule) Watch(ctx context.Context) {
	timer := time.NewTimer(s.Left())
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			if rest := s.Left(); rest > 0 { // pauses do not count
				timer.Reset(rest)
				continue
			}
			s.halt(expired)
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				s.halt(expired)
			} else {
				s.Stop()
			}
		case <-s.Done():
		}
		return
	}
}
