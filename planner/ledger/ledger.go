// Package ledger is what a running method and whoever watches it share:
// counters that workers write and a watcher reads at any time, and a gate at
// which workers learn that they have to wait or to stop. Workers never wait for
// a watcher.
package ledger

import (
	"sync/atomic"

	"facet/model"
)

// Ledger holds the counters of one run. All fields may be used by any goroutine.
type Ledger struct {
	Gate
	Discovered atomic.Int64 // nodes that came into being
	Explored   atomic.Int64 // nodes whose children were made
	Bounded    atomic.Int64 // nodes cut off because their bound reached the incumbent
	Duplicates atomic.Int64 // nodes that were known at no higher cost
	Open       atomic.Int64 // nodes that wait
	Table      atomic.Int64 // bytes of the transposition table
	Memory     atomic.Int64 // bytes of table, nodes and queues

	// TreeLog10 is the decimal logarithm of the estimated size of the naive
	// search tree, times 1000; 0 while there is no estimate.
	TreeLog10 atomic.Int64

	best    atomic.Int64 // cost of the incumbent
	workers []Activity
}

// Activity is what one worker is doing.
type Activity struct {
	Junction atomic.Int32 // dag vertex of the last face, -1 for none
	Depth    atomic.Int32 // moves since the root
	Nodes    atomic.Int64 // nodes explored by this worker
}

// New gives the board of a run with this many workers and no incumbent.
func New(workers int) *Ledger {
	b := &Ledger{workers: make([]Activity, workers)}
	b.best.Store(int64(model.Saturated))
	for k := range b.workers {
		b.workers[k].Junction.Store(-1)
	}
	b.open()
	return b
}

// Workers gives each worker's activity.
func (b *Ledger) Workers() []Activity { return b.workers }

// Best is the cost of the incumbent, model.Saturated while there is none.
func (b *Ledger) Best() model.Cost { return model.Cost(b.best.Load()) }

// Improve lowers the cost of the incumbent. It tells whether the cost was lower
// than any before.
func (b *Ledger) Improve(cost model.Cost) bool {
	for {
		old := b.best.Load()
		if int64(cost) >= old {
			return false
		}
		if b.best.CompareAndSwap(old, int64(cost)) {
			return true
		}
	}
}
