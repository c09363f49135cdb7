package ledger

import (
	"sync"
	"sync/atomic"
	"time"

	"facet/model"
)

// Options are the limits of a run.
type Options struct {
	Workers int           // how many goroutines may work at once
	Memory  int64         // bytes for whatever strategies keep; 0 is no limit
	Time    time.Duration // pauses not counted; 0 is no limit
	Pace    float64       // nodes a second, all workers together; 0 is full speed
	Seed    uint64        // of the random streams
}

// Ledger is what is known about one run. All of it may be used by any
// goroutine.
type Ledger struct {
	Gate
	Counts
	options Options
	opened  time.Time
	best    atomic.Int64 // cost of the incumbent
	bound   atomic.Int64
	held    atomic.Int64 // bytes that desks keep
	workers []Activity
	shares  shares

	mu         sync.Mutex
	incumbents []Incumbent
	from       Source // of the bound
	bounded    bool   // somebody has given a bound
	proven     bool
	strategies []*strategy
	ended      bool
	stopped    bool // before it was settled
	failure    error
	elapsed    time.Duration // of a run that has ended
	rate       rate
}

// Counts are what a search counts. Workers add, a watcher loads.
type Counts struct {
	Discovered atomic.Int64 // nodes that came into being
	Explored   atomic.Int64 // nodes whose children were made
	Bounded    atomic.Int64 // nodes cut off because their bound reached the incumbent
	Duplicates atomic.Int64 // nodes that were known at no higher cost
	Open       atomic.Int64 // nodes that wait
	Table      atomic.Int64 // bytes of the transposition table

	// TreeLog10 is the decimal logarithm of the estimated size of the naive
	// search tree, times 1000; 0 while there is no estimate.
	TreeLog10 atomic.Int64
}

// Activity is what one worker is doing.
type Activity struct {
	Junction atomic.Int32 // dag vertex of the last face, -1 for none
	Depth    atomic.Int32 // moves since the root
	Nodes    atomic.Int64 // nodes explored by this worker
}

// New opens the ledger of a run that begins now.
func New(o Options) *Ledger {
	o.Workers = max(1, o.Workers)
	l := &Ledger{options: o, opened: time.Now(), workers: make([]Activity, o.Workers)}
	l.best.Store(int64(model.Saturated))
	for k := range l.workers {
		l.workers[k].Junction.Store(-1)
	}
	l.open()
	l.Pace(o.Pace)
	l.shares.free = o.Workers
	return l
}

// Workers gives each worker's activity.
func (l *Ledger) Workers() []Activity { return l.workers }

// Elapsed is the time since the run began, pauses not counted; of a run that
// has ended, how long it took.
func (l *Ledger) Elapsed() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.elapsedNow()
}

func (l *Ledger) elapsedNow() time.Duration {
	if l.ended {
		return l.elapsed
	}
	return time.Since(l.opened) - l.Idle()
}

// Left is the time that the limit leaves; without a limit, more than a year.
func (l *Ledger) Left() time.Duration {
	if l.options.Time <= 0 {
		return 1 << 55
	}
	return max(0, l.options.Time-l.Elapsed())
}

// Held is how many bytes the strategies keep.
func (l *Ledger) Held() int64 { return l.held.Load() }
