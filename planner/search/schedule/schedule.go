// Package schedule divides the time of a run's workers among its strategies,
// within limits of time and memory. A run can be paused, slowed down and stopped.
//
// Each goroutine of a strategy has a worker slot and asks it every millisecond
// or so whether to go on. The package does not know what the strategies compute.
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
	memory  int64         // bytes for what the strategies keep; 0 is no limit
	opened  time.Time
	ended   atomic.Int64 // how long the run took, plus one; 0 while it works
	held    atomic.Int64 // bytes that slots keep
	worked  atomic.Int64 // what the checks of all slots take by expectation, with one worker
	work    int64        // limit of that, which makes turns independent of the clock; 0 is none
	clock   clock

	mu    sync.Mutex
	free  int     // workers without a slot
	queue []*Slot // those that wait, in the order of their turns
}

// New starts the clock of a run of at least one worker, at full speed. A limit of 0 is
// none.
func New(workers int, limit time.Duration, memory int64) *Schedule {
	workers = max(1, workers)
	s := &Schedule{ctx: context.Background(), workers: workers, limit: limit, memory: memory,
		opened: time.Now(), free: workers}
	s.clock.processor = processorTime
	s.clock.used, _ = processorTime()
	s.open()
	return s
}

// Count limits the work of one worker, before it begins: turns end by checks alone, and the
// run when their expected time is up.
func (s *Schedule) Count(work time.Duration) { s.work = int64(work) }

// IsCounted reports whether work is limited, so that no part of it may ask the clock.
func (s *Schedule) IsCounted() bool { return s.work > 0 }

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
