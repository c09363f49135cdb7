// Package schedule says who works when: which of a run's strategies have the
// time of its workers, for how long, and within which limits of time and memory.
// A run can be paused, slowed down and stopped.
//
// Each goroutine of a strategy has a worker slot and asks it every millisecond
// or so whether to go on. The package knows nothing of what the strategies
// compute.
package schedule

import (
	"sync"
	"sync/atomic"
	"time"
)

// Options are the limits of a run.
type Options struct {
	Workers int           // how many goroutines may work at once
	Memory  int64         // bytes for whatever strategies keep; 0 is no limit
	Time    time.Duration // pauses not counted; 0 is no limit
	Pace    float64       // nodes a second, all workers together; 0 is full speed
}

// Schedule is the time and memory of one run. It may be used by any goroutine.
type Schedule struct {
	Control
	options Options
	opened  time.Time
	ended   atomic.Int64 // how long the run took, plus one; 0 while it works
	held    atomic.Int64 // bytes that slots keep

	mu    sync.Mutex
	free  int     // workers without a slot
	queue []*Slot // those that wait, in the order of their turns
}

// New starts the clock of a run.
func New(o Options) *Schedule {
	o.Workers = max(1, o.Workers)
	s := &Schedule{options: o, opened: time.Now(), free: o.Workers}
	s.open()
	s.Pace(o.Pace)
	return s
}

// Workers is how many goroutines may work at once.
func (s *Schedule) Workers() int { return s.options.Workers }

// Elapsed is the time since the run began, pauses not counted; of a run that
// has ended, how long it took.
func (s *Schedule) Elapsed() time.Duration {
	if took := s.ended.Load(); took > 0 {
		return time.Duration(took - 1)
	}
	return time.Since(s.opened) - s.Idle()
}

// End stops what is still at work and the clock.
func (s *Schedule) End() {
	s.Finish()
	s.ended.CompareAndSwap(0, int64(s.Elapsed())+1)
}

// Left is the time that the limit leaves; without a limit, more than a year.
func (s *Schedule) Left() time.Duration {
	if s.options.Time <= 0 {
		return 1 << 55
	}
	return max(0, s.options.Time-s.Elapsed())
}

// Held is how many bytes the strategies keep.
func (s *Schedule) Held() int64 { return s.held.Load() }
