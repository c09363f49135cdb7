package planner

import (
	"math"
	"time"
)

// rate remembers the last count of nodes, for nodes per second.
type rate struct {
	at     time.Duration
	nodes  int64
	perSec float64
}

// rateWindow is the least time between two counts of a rate.
const rateWindow = 200 * time.Millisecond

// Snapshot tells how the run is doing. It costs about a microsecond and never
// waits for a worker.
func (r *Run) Snapshot() Snapshot {
	b := r.board
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Snapshot{
		Phase: r.phase, Method: r.options.Method, Elapsed: r.elapsed,
		Incumbents: len(r.incumbents), Bound: r.bound, BoundSource: r.boundSource, Proven: r.proven,
		Discovered: b.Discovered.Load(), Explored: b.Explored.Load(),
		Bounded: b.Bounded.Load(), Duplicates: b.Duplicates.Load(), Open: b.Open.Load(),
		TableBytes: b.Table.Load(), MemoryBytes: b.Memory.Load(),
		TreeLog10: float64(b.TreeLog10.Load()) / 1000,
	}
	if s.Phase == Running {
		s.Elapsed = time.Since(r.began) - b.Idle()
		if b.IsPaused() {
			s.Phase = Paused
		}
	}
	if n := len(r.incumbents); n > 0 {
		s.Incumbent, s.HasIncumbent = r.incumbents[n-1], true
	}
	s.NodesPerSecond = r.rate.count(s.Elapsed, s.Explored, s.Phase > Paused)
	if s.TreeLog10 > 0 && s.Explored > 0 {
		s.ShareLog10 = min(0, math.Log10(float64(s.Explored))-s.TreeLog10)
	}
	for k := range b.Workers() {
		w := &b.Workers()[k]
		s.Workers = append(s.Workers, Worker{
			Junction: int(w.Junction.Load()), Depth: int(w.Depth.Load()), Nodes: w.Nodes.Load(),
		})
	}
	return s
}

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

// Incumbents lists the incumbents from position from on, oldest first. None is
// ever lost: a watcher that asks with the number it has seen gets all others.
func (r *Run) Incumbents(from int) []Incumbent {
	r.mu.Lock()
	defer r.mu.Unlock()
	if from >= len(r.incumbents) {
		return nil
	}
	return append([]Incumbent(nil), r.incumbents[max(0, from):]...)
}
