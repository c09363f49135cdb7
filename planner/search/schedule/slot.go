package schedule

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"
)

const (
	// turn is how much work a slot does before it looks whether it is another one's turn.
	turn = 20 * time.Millisecond

	// usualUnit is about the time between two checks of most strategies.
	usualUnit = 100 * time.Microsecond
)

// Terms are those of a slot.
type Terms struct {
	Share  float64       // of the workers' time, beside those of the other slots at work; 0 is 1
	Unit   time.Duration // that a check counts for; 0 is a tenth of a millisecond
	Memory int64         // bytes that may be kept in the slot; 0 is the run's limit
}

// Slot is a worker slot: the place where one goroutine works. At most as many slots as the
// run has workers are at work at once; the others wait inside Check. So a strategy is plain
// code that calls Check every millisecond or so, and continues there when its next turn
// comes. The next turn is that of the slot which has worked least for its share, and of the
// one with the larger share where two have worked alike. One that comes late, or has waited
// for something else, has its share from then on.
//
// A slot is used by one goroutine at a time.
type Slot struct {
	schedule *Schedule
	terms    Terms
	kept     int64         // bytes
	active   bool          // it has the time of a worker; only its goroutine reads this
	checks   int           // that are left in this turn
	counted  int           // checks that were left when work was last counted
	turn     chan struct{} // receives when the turn begins
	began    time.Duration // when the turn, or its last account, began
	spent    atomic.Int64  // time in turns until then
	worked   time.Duration // by the checks until then

	// Under the schedule's lock.
	queued bool
	due    time.Duration // work for each unit of its share
}

// Slot gives a new slot.
func (s *Schedule) Slot(t Terms) *Slot {
	t.Share, t.Unit, t.Memory = cmp.Or(t.Share, 1), cmp.Or(t.Unit, usualUnit), cmp.Or(t.Memory, s.memory)
	return &Slot{schedule: s, terms: t, turn: make(chan struct{}, 1)}
}

// Check is nil as long as the goroutine may go on. It waits while the run is paused
// and while it is the turn of others; the error is [ErrStopped].
func (s *Slot) Check() error { return s.ask(false) }

// Pass is Check before a node: it counts against the pace.
func (s *Slot) Pass() error { return s.ask(true) }

func (s *Slot) ask(node bool) error {
	if s.active {
		s.checks--
	}
	if !s.schedule.isCalledOff() && !s.schedule.closed.Load() && s.active && s.checks >= 0 {
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

// Within gives a function that asks, and reports whether the goroutine may go on and has
// worked for less than the limit since this call.
func (s *Slot) Within(limit time.Duration) func() bool {
	end := s.Worked() + limit
	return func() bool { return !s.Stopped() && s.Worked() < end }
}

// Worked is how long the slot has worked, by its checks. Only its goroutine may ask.
func (s *Slot) Worked() time.Duration {
	return s.worked + time.Duration(s.counted-s.checks)*s.terms.Unit
}

// Spent is how long the slot was at work in turns that are over, by the clock.
func (s *Slot) Spent() time.Duration { return time.Duration(s.spent.Load()) }

// Allowance is how many bytes may be kept in this slot.
func (s *Slot) Allowance() int64 { return s.terms.Memory }

// Keep says how many bytes are kept in this slot now, and reports whether that is
// within what is allowed here and to the whole run.
func (s *Slot) Keep(bytes int64) bool {
	all := s.schedule.held.Add(bytes - s.kept)
	s.kept = bytes
	return bytes <= s.terms.Memory && (s.schedule.memory <= 0 || all <= s.schedule.memory)
}

// Done is closed when the run has to end.
func (s *Slot) Done() <-chan struct{} { return s.schedule.Done() }

// Queue has the slot wait for its turn before its goroutine starts, so that first turns
// come in the order of the calls.
func (s *Slot) Queue() {
	all := s.schedule
	all.mu.Lock()
	defer all.mu.Unlock()
	if !s.queued && !s.active && len(s.turn) == 0 {
		all.await(s)
		all.dispatch()
	}
}

// Yield ends the turn, if the slot has one, and waits for the next.
func (s *Slot) Yield() error {
	if s.active {
		s.account()
		s.giveWay()
	} else {
		s.Queue()
	}
	return s.await()
}

// Release gives the worker's time to others, until the next Check. A goroutine
// releases its slot when it ends and before it waits for anything else.
func (s *Slot) Release() {
	if !s.active {
		s.withdraw()
		return
	}
	s.account()
	s.active = false
	s.schedule.giveBack()
}

// acquire waits for the slot's turn, unless it has it.
func (s *Slot) acquire() error {
	switch {
	case s.schedule.isDone():
		s.Release()
		return ErrStopped
	case !s.active:
		s.Queue()
		return s.await()
	case s.checks >= 0:
		return nil
	}
	s.account()
	if s.schedule.isDone() {
		s.Release()
		return ErrStopped
	}
	s.giveWay()
	return s.await()
}

// await waits for the turn of a slot that is queued.
func (s *Slot) await() error {
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

// begin gives the turn its checks.
func (s *Slot) begin() {
	s.began = s.schedule.Elapsed()
	s.checks = int(min(turn, s.schedule.rest()) / s.terms.Unit)
	s.counted = s.checks
}

// account writes down the time and the work since the turn, or its last account, began.
func (s *Slot) account() {
	now := s.schedule.Elapsed()
	s.spent.Add(int64(now - s.began))
	done := time.Duration(s.counted-s.checks) * s.terms.Unit
	s.began, s.counted = now, s.checks
	s.worked += done
	s.schedule.count(s, done)
}

// giveWay ends the turn and lets the slot wait in one step: the order of turns does not
// depend on when its goroutine goes on.
func (s *Slot) giveWay() {
	s.active = false
	all := s.schedule
	all.mu.Lock()
	defer all.mu.Unlock()
	all.await(s)
	all.free++
	all.dispatch()
}

// withdraw lets the slot wait no longer, or gives the turn back that has just begun.
func (s *Slot) withdraw() {
	all := s.schedule
	all.mu.Lock()
	if s.queued {
		s.queued = false
		all.waiting = slices.DeleteFunc(all.waiting, func(o *Slot) bool { return o == s })
	}
	all.mu.Unlock()
	select {
	case <-s.turn:
		all.giveBack()
	default:
	}
}

// count adds the work of a slot to what all have done, and ends the run at its limit.
func (s *Schedule) count(by *Slot, work time.Duration) {
	s.mu.Lock()
	by.due += time.Duration(float64(work) / by.terms.Share)
	s.worked += work
	over := s.work > 0 && s.worked >= s.work
	s.mu.Unlock()
	if over {
		s.halt(spent)
	}
}

// rest is how much work the limit leaves.
func (s *Schedule) rest() time.Duration {
	if s.work <= 0 {
		return turn
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, s.work-s.worked)
}

func (s *Schedule) giveBack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.dispatch()
}

// await lets a slot wait for its turn. The caller holds the lock, as that of dispatch does.
func (s *Schedule) await(slot *Slot) {
	slot.queued, slot.due = true, max(slot.due, s.due)
	s.waiting = append(s.waiting, slot)
}

// dispatch begins the turns of slots that wait, as long as there are free workers.
func (s *Schedule) dispatch() {
	for s.free > 0 && len(s.waiting) > 0 {
		next := slices.MinFunc(s.waiting, func(a, b *Slot) int {
			return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(b.terms.Share, a.terms.Share))
		})
		s.waiting = slices.DeleteFunc(s.waiting, func(o *Slot) bool { return o == next })
		next.queued, s.due = false, next.due
		s.free--
		next.turn <- struct{}{}
	}
}
