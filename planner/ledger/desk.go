package ledger

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"facet/model"
)

// Desk is where one goroutine of one strategy works. At most as many desks as
// the run has workers are at work at once; the others wait inside Check. So a
// strategy is plain code that calls Check every millisecond or so, and goes on
// where it was when its next turn comes.
//
// A desk is used by one goroutine at a time, but for Best, Bound and Halted.
type Desk struct {
	*Ledger
	Source Source     // who works here
	Worker int        // its number among the desks of its strategy
	Rand   *rand.Rand // a stream of its own

	strategy *strategy
	memory   int64 // what it may keep
	kept     int64
	seat
}

// Job says who is to work at a desk.
type Job struct {
	Source Source
	Worker int           // number among the desks of this strategy
	Slice  time.Duration // of a turn while the strategy finds nothing; 0 is a tenth of a second
	Memory int64         // bytes it may keep; 0 is the run's limit
}

// Desk gives a new desk; the desks' first turns come in the order in which they
// were made.
func (l *Ledger) Desk(j Job) *Desk {
	if j.Memory <= 0 {
		j.Memory = l.options.Memory
	}
	if j.Slice <= 0 {
		j.Slice = usualSlice
	}
	stream := uint64(j.Worker)
	for _, letter := range []byte(j.Source) {
		stream = stream*257 + uint64(letter)
	}
	d := &Desk{Ledger: l, Source: j.Source, Worker: j.Worker, memory: j.Memory, Rand: rand.New(rand.NewPCG(l.options.Seed, stream))}
	d.strategy = l.strategy(j.Source)
	d.seat = seat{first: j.Slice, slice: j.Slice, turn: make(chan struct{}, 1)}
	return d
}

// Check tells whether to go on. It waits while the run is paused and while it is
// the turn of others; the error is ErrStopped.
func (d *Desk) Check() error {
	if !d.closed.Load() && d.seated && !d.over.Load() {
		return nil
	}
	return d.take(false)
}

// Pass is Check before a node: it counts against the pace.
func (d *Desk) Pass() error {
	if !d.closed.Load() && d.seated && !d.over.Load() {
		return nil
	}
	return d.take(true)
}

func (d *Desk) take(node bool) error {
	if err := d.sit(); err != nil {
		return err
	}
	if node {
		return d.Ledger.Pass()
	}
	return d.Ledger.Check()
}

// Stop is Check for whoever can do nothing but stop.
func (d *Desk) Stop() bool { return d.Check() != nil }

// Enter makes a proved sequence the incumbent if it is cheaper than the one
// there is.
func (d *Desk) Enter(cost model.Cost, ops []model.Op) bool {
	before := d.gap()
	if !d.Ledger.Enter(d.Source, cost, ops) {
		return false
	}
	d.credit(before)
	d.strategy.incumbents.Add(1)
	return true
}

// Raise lifts the lower bound and tells whether that was news.
func (d *Desk) Raise(bound model.Cost) bool { return d.RaiseAs(d.Source, bound) }

// RaiseAs is Raise for who works with the bound of another strategy.
func (d *Desk) RaiseAs(source Source, bound model.Cost) bool {
	before := d.gap()
	if !d.Ledger.Raise(source, bound) {
		return false
	}
	d.credit(before)
	d.strategy.bounds.Add(1)
	return true
}

// gap is the distance between incumbent and bound.
func (d *Desk) gap() model.Cost { return d.Best() - d.Bound() }

// credit notes what part of the gap before has been closed. What others have
// closed at the same time is credited as well, to both.
func (d *Desk) credit(before model.Cost) {
	if before > 0 {
		d.gain.Add(int64(float64(max(0, before-d.gap())) / float64(before) * gainUnit))
	}
}

// Exhaust says that all of the search space has been looked at.
func (d *Desk) Exhaust(faces bool) { d.Ledger.Exhaust(d.Source, faces) }

// Memory is how many bytes may be kept at this desk.
func (d *Desk) Memory() int64 { return d.memory }

// Keep says how many bytes are kept at this desk now, and tells whether that is
// within what is allowed here and to the whole run.
func (d *Desk) Keep(bytes int64) bool {
	all := d.held.Add(bytes - d.kept)
	d.kept = bytes
	return bytes <= d.memory && (d.options.Memory <= 0 || all <= d.options.Memory)
}

// flag is set by one goroutine and read by another.
type flag = atomic.Bool

// Desks gives n desks for the goroutines of one strategy.
func (l *Ledger) Desks(j Job, n int) []*Desk {
	all := make([]*Desk, n)
	for k := range all {
		j.Worker = k
		all[k] = l.Desk(j)
	}
	return all
}
