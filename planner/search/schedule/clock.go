package schedule

import (
	"sync"
	"time"
)

// clock counts the time that strategies have to themselves. Where other programs take
// the processors it stands still meanwhile, so that turns, and whatever else ends after
// some time, hold as much work on a busy machine as on a quiet one.
//
// It advances with the processor time of the process, divided by the slots that are at
// work, but no faster than the clock on the wall: other runs may work in the same process.
type clock struct {
	mu        sync.Mutex
	processor func() (time.Duration, bool) // nil takes the clock on the wall
	active    int                          // slots at work since the last reading
	wall      time.Duration                // at the last reading, of the run and of the processors
	used      time.Duration
	worked    time.Duration
}

// read advances the clock; wall is how old the run is, pauses not counted.
func (c *clock) read(wall time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.advance(wall)
}

// turn advances the clock before a slot begins its turn or ends it.
func (c *clock) turn(wall time.Duration, change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.advance(wall)
	c.active += change
}

func (c *clock) advance(wall time.Duration) time.Duration {
	passed := max(0, wall-c.wall)
	c.wall += passed
	if c.processor != nil {
		if used, ok := c.processor(); ok {
			passed = min(passed, (used-c.used)/time.Duration(max(1, c.active)))
			c.used = used
		}
	}
	c.worked += passed
	return c.worked
}

// Alone takes the clock on the wall for the time that strategies work, as if no other
// program took the processors: where time is a test's, processors do not follow it. It
// comes before the first slot.
func (s *Schedule) Alone() *Schedule {
	s.clock.processor = nil
	return s
}

// Worked is how long the run would have worked by now on a machine that is not busy.
func (s *Schedule) Worked() time.Duration { return s.clock.read(s.Elapsed()) }

// finest is how exact a slot's clock is: it is asked often, and processors take a
// microsecond to say how long they have worked.
const finest = time.Millisecond

// Worked is how long the slot would have been at work by now on a machine that is not
// busy: [Slot.Accounted], but less the time that other programs took. Where work is counted
// it is what its checks take by expectation. Only the slot's goroutine may ask.
func (s *Slot) Worked() time.Duration {
	if s.schedule.IsCounted() {
		return s.tallied + time.Duration(s.counted-s.checks)*s.turns.Unit
	}
	if wall := s.schedule.Elapsed(); s.active && wall-s.readAt >= finest {
		s.readAt = wall
		s.advance(s.schedule.clock.read(wall))
	}
	return s.worked
}

// advance counts what has been worked since the last reading.
func (s *Slot) advance(now time.Duration) {
	s.worked += now - s.read
	s.read = now
}

// Within gives a function that reports whether the slot has worked for less than the limit
// since this call.
func (s *Slot) Within(limit time.Duration) func() bool {
	end := s.Worked() + limit
	return func() bool { return s.Worked() < end }
}

// Wait waits until done is closed or the run ends, or others have worked for so long.
func (s *Schedule) Wait(done <-chan struct{}, most time.Duration) {
	end := s.Worked() + most
	timer := time.NewTimer(most)
	defer timer.Stop()
	for late := s.Elapsed() + lateClock*most; ; {
		select {
		case <-timer.C:
			rest := end - s.Worked()
			if rest <= 0 || s.Elapsed() >= late {
				return
			}
			timer.Reset(max(rest, finest))
		case <-done:
			return
		case <-s.Done():
			return
		}
	}
}
