package schedule

import (
	"context"
	"errors"
	"time"
)

// Until gives the run a context, before it begins: slots ask it. One whose own time is
// over counts as the run's.
func (s *Schedule) Until(ctx context.Context) { s.ctx = ctx }

// isCalledOff asks the context, and ends the run with it.
func (s *Schedule) isCalledOff() bool {
	switch err := s.ctx.Err(); {
	case err == nil:
		return false
	case errors.Is(err, context.DeadlineExceeded):
		s.halt(expired)
	default:
		s.Stop()
	}
	return true
}

// Watch stops the run when its context or its time ends, and returns when the run has to end
// for any reason.
func (s *Schedule) Watch() {
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
		case <-s.ctx.Done():
			s.isCalledOff()
		case <-s.Done():
		}
		return
	}
}
