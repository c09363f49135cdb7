package schedule

import (
	"slices"
	"sync/atomic"
	"time"
)

const (
	// usualSlice is how long a first turn is; one that pays, by closing at least
	// payingPart of the gap, doubles the next, up to mostSlices times as long, but not
	// beyond longest, and one that does not halves it, down to a part in leastSlices.
	usualSlice  = 100 * time.Millisecond
	mostSlices  = 16
	longest     = 6400 * time.Millisecond
	leastSlices = 4
	gainUnit    = 1e6
	payingPart  = gainUnit / 100

	// With one worker a turn ends after as many checks as a strategy is expected to
	// make in its slice, so that the order of turns follows from the work that was done,
	// and a run can be repeated. Where checks take far longer than expected the time that
	// the strategy has worked ends the turn, after this many slices. Elsewhere that ends
	// turns after one slice; the clock on the wall does so where it passes very much faster
	// than the processors work.
	usualUnit = 100 * time.Microsecond
	lateTurn  = 50
	lateClock = 1000

	// afterwards is when a run has become a long one. Most dags are proved within
	// seconds, with short turns for each strategy; what is still open then needs longer
	// ones. The run's age is the time that it has worked; with one worker, that of its checks.
	afterwards = 3 * time.Second
)

// Turns are how long a slot's turns are.
type Turns struct {
	Slice time.Duration // while the strategy finds nothing; 0 is a tenth of a second
	Long  time.Duration // the slice of runs that have become long; 0 is the same
	// about the time between two checks; 0 is a tenth of a millisecond, and where it is
	// negative turns end by the time worked alone
	Unit time.Duration
	// of all workers' time in a long run: a slot that has had less makes up for it in its next turn
	Part float64
}

// usual is the slice of a run that is so old.
func (t Turns) usual(age time.Duration) time.Duration {
	if age >= afterwards && t.Long > 0 {
		return t.Long
	}
	return t.Slice
}

// Slot is a worker slot: the place where one goroutine works. At most as many
// slots as the run has workers are at work at once; the others wait inside
// Check. So a strategy is plain code that calls Check every millisecond or so,
// and continues there when its next turn comes.
//
// A slot is used by one goroutine at a time.
type Slot struct {
	schedule     *Schedule
	turns        Turns
	memory, kept int64         // bytes that may be kept in the slot, and that are
	slice        time.Duration // of this turn
	active       bool          // the slot has the time of a worker; only its goroutine reads this
	queued       bool          // the slot waits in the queue; under the schedule's lock
	over         atomic.Bool   // the turn is over
	checks       int           // that are left in this turn, where it ends after some
	counted      int           // checks that were left when the work of this turn was last counted
	gain         atomic.Int64  // part of the gap that was closed in this turn
	turn         chan struct{} // receives when the turn begins
	timer        *time.Timer
	began        time.Duration // when the turn, or its last account, began
	spent        atomic.Int64  // time in turns until then
	// when the turn ends, by the run's clock and by that on the wall, plus one; 0 between turns
	ends, late   atomic.Int64
	worked       time.Duration // of the time in turns, what other programs did not take
	tallied      time.Duration // what the checks until the last account take by expectation
	read, readAt time.Duration // the run's clock, and that on the wall, when worked was last counted
}

// Slot gives a new slot, which may keep so many bytes; 0 is the run's limit.
func (s *Schedule) Slot(t Turns, memory int64) *Slot {
	if memory <= 0 {
		memory = s.memory
	}
	if t.Slice <= 0 {
		t.Slice = usualSlice
	}
	switch {
	case t.Unit < 0 || s.workers > 1:
		t.Unit = 0
	case t.Unit == 0:
		t.Unit = usualUnit
	}
	slot := &Slot{schedule: s, turns: t, memory: memory, slice: t.Slice, turn: make(chan struct{}, 1)}
	slot.timer = time.AfterFunc(t.Slice, slot.ring)
	slot.timer.Stop()
	return slot
}

// Check is nil as long as the goroutine may go on. It waits while the run is paused
// and while it is the turn of others; the error is [ErrStopped].
func (s *Slot) Check() error { return s.ask(false) }

// Pass is Check before a node: it counts against the pace.
func (s *Slot) Pass() error { return s.ask(true) }

func (s *Slot) ask(node bool) error {
	if s.active && s.turns.Unit > 0 {
		if s.checks--; s.checks < 0 {
			s.over.Store(true)
		}
	}
	if !s.schedule.isCalledOff() && !s.schedule.closed.Load() && s.active && !s.over.Load() {
		return nil
	}
	if err := s.acquire(); err != nil {
		return err
	}
	if node {
		return s.schedule.Pass()
	}
	return s.schedule.Check()
}

// Stopped reports whether Check gives an error, for code that can only stop.
func (s *Slot) Stopped() bool { return s.Check() != nil }

// Credit notes that a part of the gap, in [0,1], has been closed in this turn.
func (s *Slot) Credit(part float64) { s.gain.Add(int64(part * gainUnit)) }

// Allowance is how many bytes may be kept in this slot.
func (s *Slot) Allowance() int64 { return s.memory }

// CountsChecks reports whether turns end after so many checks, and not by time.
func (s *Slot) CountsChecks() bool { return s.turns.Unit > 0 }

// Keep says how many bytes are kept in this slot now, and reports whether that is
// within what is allowed here and to the whole run.
func (s *Slot) Keep(bytes int64) bool {
	all := s.schedule.held.Add(bytes - s.kept)
	s.kept = bytes
	return bytes <= s.memory && (s.schedule.memory <= 0 || all <= s.schedule.memory)
}

// Done is closed when the run has to end.
func (s *Slot) Done() <-chan struct{} { return s.schedule.Done() }

// Queue puts the slot into the queue before its goroutine starts, so that first
// turns come in the order of the calls.
func (s *Slot) Queue() {
	all := s.schedule
	all.mu.Lock()
	defer all.mu.Unlock()
	if !s.queued && !s.active && len(s.turn) == 0 {
		s.queued = true
		all.queue = append(all.queue, s)
		all.dispatch()
	}
}

// Accounted is how long the slot was at work in turns that are over.
func (s *Slot) Accounted() time.Duration { return time.Duration(s.spent.Load()) }

// acquire waits for the slot's turn, unless it has it.
func (s *Slot) acquire() error {
	if s.schedule.isDone() {
		s.Release()
		return ErrStopped
	}
	if s.active {
		if !s.over.Load() {
			return nil
		}
		s.measure()
		if s.schedule.isDone() {
			s.Release()
			return ErrStopped
		}
		if !s.schedule.someWait() {
			s.begin()
			return nil
		}
		s.giveWay()
	} else {
		s.Queue()
	}
	select {
	case <-s.turn:
		s.active = true
		s.begin()
		return nil
	case <-s.Done():
		s.withdraw()
		return ErrStopped
	}
}

func (s *Schedule) someWait() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.queue) > 0
}

// measure makes the next turn longer if this one has paid.
func (s *Slot) measure() {
	s.account()
	age := s.read
	if s.turns.Unit > 0 {
		age = time.Duration(s.schedule.worked.Load())
	}
	usual := s.turns.usual(age)
	if s.gain.Swap(0) >= payingPart {
		s.slice = min(2*s.slice, mostSlices*usual, longest)
	} else {
		s.slice = max(s.slice/2, usual/leastSlices)
	}
}

// account writes down the time since the turn, or its last account, began, and the work.
func (s *Slot) account() {
	done := time.Duration(s.counted-s.checks) * s.turns.Unit
	s.schedule.worked.Add(int64(done))
	s.tallied += done
	s.counted = s.checks
	now := s.schedule.Elapsed()
	s.spent.Add(int64(now - s.began))
	s.began, s.readAt = now, now
	s.advance(s.schedule.clock.read(now))
	if all := s.schedule; all.IsCounted() && all.worked.Load() >= all.work {
		all.halt(spent)
	}
}

func (s *Slot) begin() {
	s.over.Store(false)
	s.began = s.schedule.Elapsed()
	s.read, s.readAt = s.schedule.clock.read(s.began), s.began
	limit := s.slice
	if s.turns.Part > 0 {
		age, all, own := s.read, s.began, s.Accounted()
		if s.turns.Unit > 0 { // as its checks count
			age = time.Duration(s.schedule.worked.Load())
			all, own = age, s.tallied
		}
		if age >= afterwards {
			due := time.Duration(s.turns.Part * float64(s.schedule.workers) * float64(all))
			limit = max(limit, min(longest, due-own))
		}
	}
	if s.turns.Unit > 0 {
		s.checks, limit = int(limit/s.turns.Unit), lateTurn*limit
		if all := s.schedule; all.IsCounted() {
			s.checks = min(s.checks, int(max(0, all.work-all.worked.Load())/int64(s.turns.Unit)))
		}
		s.counted = s.checks
	}
	if s.schedule.IsCounted() {
		return
	}
	s.late.Store(int64(s.began+lateClock*limit) + 1)
	s.ends.Store(int64(s.read+limit) + 1)
	s.timer.Reset(limit)
}

// ring ends the turn, if its time is over, or sets the timer to what is left of it.
func (s *Slot) ring() {
	ends := s.ends.Load()
	if ends == 0 {
		return
	}
	wall := s.schedule.Elapsed()
	rest := time.Duration(ends-1) - s.schedule.clock.read(wall)
	if rest <= 0 || int64(wall) >= s.late.Load()-1 {
		s.over.Store(true)
		return
	}
	s.timer.Reset(max(rest, finest))
}

// Release gives the worker's time to others, until the next Check. A goroutine
// releases its slot when it ends and before it waits for anything else.
func (s *Slot) Release() {
	if !s.active {
		s.withdraw()
		return
	}
	s.stopTimer()
	s.account()
	s.active = false
	s.schedule.giveBack()
}

// Yield ends the turn, if the slot has one, and waits for the next, which comes when all that
// wait now have had theirs.
func (s *Slot) Yield() error {
	if s.active {
		s.over.Store(true)
	}
	return s.acquire()
}

// giveWay ends the turn and puts the slot behind those that wait in one step: the order of
// turns does not depend on when its goroutine goes on.
func (s *Slot) giveWay() {
	s.stopTimer()
	s.active = false
	all := s.schedule
	all.mu.Lock()
	defer all.mu.Unlock()
	s.queued = true
	all.queue = append(all.queue, s)
	all.clock.turn(all.Elapsed(), -1)
	all.free++
	all.dispatch()
}

func (s *Slot) stopTimer() {
	s.ends.Store(0)
	s.timer.Stop()
}

// withdraw takes the slot out of the queue, or gives the turn back that has just
// begun.
func (s *Slot) withdraw() {
	all := s.schedule
	all.mu.Lock()
	if s.queued {
		s.queued = false
		all.queue = slices.DeleteFunc(all.queue, func(o *Slot) bool { return o == s })
	}
	all.mu.Unlock()
	select {
	case <-s.turn:
		all.giveBack()
	default:
	}
}

func (s *Schedule) giveBack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock.turn(s.Elapsed(), -1)
	s.free++
	s.dispatch()
}

// dispatch begins the turns of slots that wait, as long as there are free
// workers. The caller holds the lock.
func (s *Schedule) dispatch() {
	for s.free > 0 && len(s.queue) > 0 {
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.clock.turn(s.Elapsed(), +1)
		s.free--
		next.queued = false
		next.turn <- struct{}{}
	}
}
