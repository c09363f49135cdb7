package ledger

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"facet/model"
)

// Incumbent is a complete sequence that was the best so far when it was found.
type Incumbent struct {
	Time   time.Duration // since the start of the run, pauses not counted
	Cost   model.Cost    // of Ops
	Source Source
	Ops    []model.Op // from the state where the run started; nil for dense modes
}

// Source is who found an incumbent or a bound: the name of a strategy. It is
// empty for nobody.
type Source string

// String is the name, "nothing" for nobody.
func (s Source) String() string {
	if s == "" {
		return "nothing"
	}
	return string(s)
}

// UnmarshalJSON reads a name. The first release wrote numbers; they count as
// nobody.
func (s *Source) UnmarshalJSON(text []byte) error {
	var name string
	if json.Unmarshal(text, &name) != nil {
		name = ""
	}
	*s = Source(name)
	return nil
}

// Best is the cost of the incumbent, model.Saturated while there is none.
func (l *Ledger) Best() model.Cost { return model.Cost(l.best.Load()) }

// Bound is the lower bound so far, 0 while there is none.
func (l *Ledger) Bound() model.Cost { return model.Cost(l.bound.Load()) }

// Enter makes a sequence the incumbent if it is cheaper than the one there is,
// or the first. It has been proved by whoever enters it. While the run is paused
// it waits, as Raise does.
func (l *Ledger) Enter(source Source, cost model.Cost, ops []model.Op) bool {
	_ = l.Check() // what was found while the others went home still counts
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || len(l.incumbents) > 0 && cost >= l.Best() {
		return false
	}
	l.best.Store(int64(cost))
	l.incumbents = append(l.incumbents, Incumbent{Time: l.elapsedNow(), Cost: cost, Source: source, Ops: ops})
	l.compare()
	return true
}

// Raise lifts the lower bound. It tells whether it was higher than any before,
// or the first.
func (l *Ledger) Raise(source Source, bound model.Cost) bool {
	_ = l.Check()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || l.bounded && bound <= l.Bound() {
		return false
	}
	l.bounded, l.from = true, source
	l.bound.Store(int64(bound))
	l.compare()
	return true
}

// Exhaust says that all of the method's search space has been looked at: the
// incumbent is optimal in it. If the space is all of face elimination, the
// bound follows.
func (l *Ledger) Exhaust(source Source, faces bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || len(l.incumbents) == 0 {
		return
	}
	if faces && l.Bound() < l.Best() {
		l.bounded, l.from = true, source
		l.bound.Store(int64(l.Best()))
	}
	l.prove()
}

// compare notes when bound and incumbent meet. The caller holds the lock.
func (l *Ledger) compare() {
	if len(l.incumbents) > 0 && l.bounded && l.Bound() >= l.Best() {
		l.prove()
	}
}

func (l *Ledger) prove() {
	l.proven = true
	l.settle()
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
	Stopped    bool  // somebody ended it, or the time did, before it was settled
	Failure    error // what ended it, if it failed
}

// Known reads what there is to read under one lock.
func (l *Ledger) Known() Known {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := Known{
		Incumbents: len(l.incumbents), Bound: l.Bound(), From: l.from, Proven: l.proven,
		Elapsed: l.elapsedNow(), Ended: l.ended, Stopped: l.stopped, Failure: l.failure,
	}
	if k.Incumbents > 0 {
		k.Incumbent = l.incumbents[k.Incumbents-1]
	}
	k.PerSecond = l.rate.count(k.Elapsed, l.Explored.Load(), l.ended)
	return k
}

// Incumbents lists the incumbents from position from on, oldest first.
func (l *Ledger) Incumbents(from int) []Incumbent {
	l.mu.Lock()
	defer l.mu.Unlock()
	if from >= len(l.incumbents) {
		return nil
	}
	return append([]Incumbent(nil), l.incumbents[max(0, from):]...)
}

// Share is what one strategy has had and what came of it.
type Share struct {
	Source     Source
	Spent      time.Duration // of workers' time, in turns that are over
	Incumbents int
	Bounds     int // how often it has raised the bound
}

// strategy is a Share in the making.
type strategy struct {
	source             Source
	spent              atomic.Int64
	incumbents, bounds atomic.Int64
}

// strategy gives the account of a strategy.
func (l *Ledger) strategy(source Source) *strategy {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.strategies {
		if s.source == source {
			return s
		}
	}
	s := &strategy{source: source}
	l.strategies = append(l.strategies, s)
	return s
}

// Shares lists the strategies in the order in which they were hired.
func (l *Ledger) Shares() []Share {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]Share, len(l.strategies))
	for k, s := range l.strategies {
		all[k] = Share{s.source, time.Duration(s.spent.Load()), int(s.incumbents.Load()), int(s.bounds.Load())}
	}
	return all
}

// Close ends the run's books: nothing is entered any more.
func (l *Ledger) Close(failure error) {
	l.settle()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.elapsed = l.elapsedNow()
		l.ended, l.stopped, l.failure = true, l.WasStopped(), failure
	}
}

// rate remembers the last count of nodes, for nodes per second.
type rate struct {
	at     time.Duration
	nodes  int64
	perSec float64
}

// rateWindow is the least time between two counts of a rate.
const rateWindow = 200 * time.Millisecond

// count gives the nodes per second since the last count; over the whole run
// when it is over.
func (r *rate) count(now time.Duration, nodes int64, over bool) float64 {
	if over {
		if now <= 0 {
			return 0
		}
		return float64(nodes) / now.Seconds()
	}
	if span := now - r.at; span >= rateWindow {
		r.perSec = float64(nodes-r.nodes) / span.Seconds()
		r.at, r.nodes = now, nodes
	}
	return r.perSec
}
