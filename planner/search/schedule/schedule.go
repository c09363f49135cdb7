// Package schedule divides the time of a run's workers among its strategies by fixed shares,
// within limits of time, work and memory. A run can be paused, slowed down and stopped.
//
// Each goroutine of a strategy has a worker slot and asks it every millisecond or so
// whether to go on. Work is counted in these checks, each for the time that it is expected
// to take on an idle machine. So with one worker the order of turns follows from what was
// done, and a run beside other programs does the same work later. The package does not know
// what the strategies compute.
package schedule

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Schedule is the time and memory of one run. It may be used by any goroutine.
type Schedule struct {
	Control
	ctx     context.Context
	workers int           // goroutines that may work at once
	limit   time.Duration // pauses not counted; 0 is none
	work    time.Duration // limit of what all slots have worked; 0 is none
	memory  int64         // bytes for what the strategies keep; 0 is no limit
	opened  time.Time
	ended   atomic.Int64 // how long the run took, plus one; 0 while it works
	held    atomic.Int64 // bytes that slots keep

	mu      sync.Mutex
	free    int           // workers without a slot
	waiting []*Slot       // for a turn, in the order in which they came
	due     time.Duration // of the slot whose turn began last
	worked  time.Duration // by all slots, in turns that are over
}

// New starts the clock of a run of at least one worker, at full speed. A limit of 0 is
// none.
func New(workers int, limit time.Duration, memory int64) *Schedule {
	workers = max(1, workers)
	s := &Schedule{ctx: context.Background(), workers: workers, limit: limit, memory: memory,
		opened: time.Now(), free: workers}
	s.open()
	return s
}

// Count limits the work of all slots together, before the run begins; 0 is no limit.
func (s *Schedule) Count(work time.Duration) { s.work = work }

// Workers is how many goroutines may work at once.
func (s *Schedule) Workers() int { return s.workers }

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
	if s.limit <= 0 {
		return 1 << 55
	}
	return max(0, s.limit-s.Elapsed())
}

// Held is how many bytes the strategies keep.
func (s *Schedule) Held() int64 { return s.held.Load() }
