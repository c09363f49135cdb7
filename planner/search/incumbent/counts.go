package incumbent

import (
	"sync/atomic"
	"time"
)

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

// Activities gives what each worker is doing.
func (r *Record) Activities() []Activity { return r.activities }

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
