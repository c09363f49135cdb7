package incumbent

import (
	"sync"
	"sync/atomic"
	"time"

	"facet/model"
	"facet/planner/search/schedule"
)

// Incumbent is a complete sequence that was the best so far when it was found.
type Incumbent struct {
	Time   time.Duration // since the start of the run, pauses not counted
	Cost   model.Cost    // of Ops
	Source Source
	Ops    []model.Op // from the state where the run started; nil for dense modes
}

// Source is where an incumbent or a bound came from: the name of a strategy. It is
// empty where there is none.
type Source string

// String is the name, "nothing" for none.
func (s Source) String() string {
	if s == "" {
		return "nothing"
	}
	return string(s)
}

// Record is what is known about one run. All of it may be used by any goroutine.
type Record struct {
	Counts     Counts
	schedule   *schedule.Schedule
	best       atomic.Int64 // cost of the incumbent
	bound      atomic.Int64
	activities []Activity

	mu         sync.Mutex
	incumbents []Incumbent
	from       Source // of the bound
	bounded    bool   // there is a bound
	proven     bool
	accounts   []*account
	ended      bool
	stopped    bool // before everything was proved, also by the limit of time
	gaveUp     bool
	failure    error
	rate       rate
}

// New gives the record of a run that begins now.
func New(s *schedule.Schedule) *Record {
	r := &Record{schedule: s, activities: make([]Activity, s.Workers())}
	r.best.Store(int64(model.Saturated))
	for k := range r.activities {
		r.activities[k].Junction.Store(-1)
	}
	return r
}

// Best is the cost of the incumbent, model.Saturated while there is none.
func (r *Record) Best() model.Cost { return model.Cost(r.best.Load()) }

// Bound is the lower bound so far, 0 while there is none.
func (r *Record) Bound() model.Cost { return model.Cost(r.bound.Load()) }

// setIncumbent makes a sequence the incumbent if it is cheaper than the one there is,
// or the first. The caller has proved it. While the run is paused it waits, as
// setBound does.
func (r *Record) setIncumbent(source Source, cost model.Cost, ops []model.Op) bool {
	_ = r.schedule.Check() // what was found while the others stopped still counts
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || len(r.incumbents) > 0 && cost >= r.Best() {
		return false
	}
	r.best.Store(int64(cost))
	r.incumbents = append(r.incumbents, Incumbent{Time: r.schedule.Elapsed(), Cost: cost, Source: source,
		Ops: ops})
	r.compare()
	return true
}

// setBound raises the lower bound. It reports whether it was higher than any before,
// or the first.
func (r *Record) setBound(source Source, bound model.Cost) bool {
	_ = r.schedule.Check()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || r.bounded && bound <= r.Bound() {
		return false
	}
	r.bounded, r.from = true, source
	r.bound.Store(int64(bound))
	r.compare()
	return true
}

// MarkOptimal says that all of the method's search space has been looked at: the
// incumbent is optimal in it. If the space is all of face elimination, the
// bound follows.
func (r *Record) MarkOptimal(source Source, faces bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || len(r.incumbents) == 0 {
		return
	}
	if faces && r.Bound() < r.Best() {
		r.bounded, r.from = true, source
		r.bound.Store(int64(r.Best()))
	}
	r.prove()
}

// compare notes when bound and incumbent meet. The caller holds the lock.
func (r *Record) compare() {
	if len(r.incumbents) > 0 && r.bounded && r.Bound() >= r.Best() {
		r.prove()
	}
}

// prove ends the run. A total that saturates is not proved to be the least: others that
// saturate may be less.
func (r *Record) prove() {
	r.proven = !r.Best().IsSaturated()
	r.schedule.Finish()
}

// Known is what a run has come to.
type Known struct {
	Incumbent  Incumbent // the last one
	Incumbents int
	Bound      model.Cost
	From       Source // of Bound, empty while there is none
	Proven     bool
	Elapsed    time.Duration
	PerSecond  float64 // nodes explored
	Ended      bool
	GaveUp     bool  // sequences were given up that do not fit into the memory
	Stopped    bool  // a caller ended it, or its time did, before everything was proved
	OutOfTime  bool  // its time ended it
	OutOfWork  bool  // so did the limit of its work
	Failure    error // what ended it, if it failed
}

// GiveUp notes that a sequence was given up since it does not fit into the memory.
func (r *Record) GiveUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gaveUp = true
}

// Known reads what there is to read under one lock.
func (r *Record) Known() Known {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := Known{
		Incumbents: len(r.incumbents), Bound: r.Bound(), From: r.from, Proven: r.proven,
		Elapsed: r.schedule.Elapsed(), Ended: r.ended, Stopped: r.stopped,
		OutOfTime: r.schedule.IsOutOfTime(), OutOfWork: r.schedule.IsOutOfWork(), GaveUp: r.gaveUp,
		Failure: r.failure,
	}
	if k.Incumbents > 0 {
		k.Incumbent = r.incumbents[k.Incumbents-1]
	}
	k.PerSecond = r.rate.count(k.Elapsed, r.Counts.Explored.Load(), r.ended)
	return k
}

// Incumbents lists the incumbents from position from on, oldest first.
func (r *Record) Incumbents(from int) []Incumbent {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from >= len(r.incumbents) {
		return nil
	}
	return append([]Incumbent(nil), r.incumbents[max(0, from):]...)
}

// Close ends the run: nothing is recorded after it.
func (r *Record) Close(failure error) {
	r.schedule.End()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ended {
		r.ended, r.stopped, r.failure = true, r.schedule.WasStopped(), failure
	}
}
