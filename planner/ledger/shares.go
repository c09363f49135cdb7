package ledger

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// usualSlice is how long a first turn is; one that pays, by closing at least
	// gainToPay of the gap, doubles the next, up to mostSlices times as long, and
	// one that does not halves it, down to a part in leastSlices.
	usualSlice  = 100 * time.Millisecond
	mostSlices  = 16
	leastSlices = 4
	gainUnit    = 1e6
	gainToPay   = gainUnit / 100
)

// shares deals the workers' time out to desks.
type shares struct {
	mu    sync.Mutex
	free  int     // workers without a desk
	queue []*seat // desks that wait, in the order of their turns
}

// seat is a desk's place among the others.
type seat struct {
	first, slice time.Duration // of the first turn, of this one
	seated       bool          // it has the time of a worker; its goroutine's own
	queued       bool          // it waits in the queue; under the lock of shares
	over         flag          // the turn is over
	gain         atomic.Int64  // part of the gap that was closed in this turn
	turn         chan struct{} // receives when the turn begins
	timer        *time.Timer
	began        time.Duration // when the turn began, on the run's clock
	spent        time.Duration // in turns that are over
}

// Line queues the desk before its goroutine starts, so that first turns come in
// the order of the calls.
func (d *Desk) Line() {
	s := &d.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	if !d.queued && !d.seated && len(d.turn) == 0 {
		d.queued = true
		s.queue = append(s.queue, &d.seat)
		s.call()
	}
}

// Spent is how long the desk was at work.
func (d *Desk) Spent() time.Duration {
	if d.seated {
		return d.spent + d.Elapsed() - d.began
	}
	return d.spent
}

// sit waits for the desk's turn, unless it has it.
func (d *Desk) sit() error {
	if d.halted() {
		d.Leave()
		return ErrStopped
	}
	if d.seated {
		if !d.over.Load() {
			return nil
		}
		d.measure()
		if !d.others() {
			d.begin() // nobody waits
			return nil
		}
		d.Leave()
	}
	d.Line()
	select {
	case <-d.turn:
		d.seated = true
		d.begin()
		return nil
	case <-d.Halted():
		d.withdraw()
		return ErrStopped
	}
}

func (d *Desk) halted() bool {
	select {
	case <-d.Halted():
		return true
	default:
		return false
	}
}

func (d *Desk) others() bool {
	d.shares.mu.Lock()
	defer d.shares.mu.Unlock()
	return len(d.shares.queue) > 0
}

// measure makes the next turn longer if this one has paid.
func (d *Desk) measure() {
	if d.gain.Swap(0) >= gainToPay {
		d.slice = min(2*d.slice, mostSlices*d.first)
	} else {
		d.slice = max(d.slice/2, d.first/leastSlices)
	}
	d.account()
}

// account writes down the time since the turn, or its last account, began.
func (d *Desk) account() {
	now := d.Elapsed()
	d.spent += now - d.began
	d.strategy.spent.Add(int64(now - d.began))
	d.began = now
}

func (d *Desk) begin() {
	d.over.Store(false)
	d.began = d.Elapsed()
	if d.timer == nil {
		d.timer = time.AfterFunc(d.slice, func() { d.over.Store(true) })
	} else {
		d.timer.Reset(d.slice)
	}
}

// Leave gives the worker's time to others, until the next Check. A goroutine
// leaves its desk when it ends and before it waits for anything else.
func (d *Desk) Leave() {
	if !d.seated {
		d.withdraw()
		return
	}
	d.timer.Stop()
	d.account()
	d.seated = false
	s := &d.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.call()
}

// withdraw takes the desk out of the queue, or gives the turn back that has just
// begun.
func (d *Desk) withdraw() {
	s := &d.shares
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.queued {
		d.queued = false
		s.queue = slices.DeleteFunc(s.queue, func(o *seat) bool { return o == &d.seat })
		return
	}
	select {
	case <-d.turn:
		s.free++
		s.call()
	default:
	}
}

// call begins the turns of those who wait, as long as there are free workers.
// The caller holds the lock.
func (s *shares) call() {
	for s.free > 0 && len(s.queue) > 0 {
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.free--
		next.queued = false
		next.turn <- struct{}{}
	}
}
