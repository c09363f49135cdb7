package planner

import (
	"math"
	"time"

	"facet/model"
)

// Phase is what a run is doing.
type Phase int

// The phases. The last three are final.
const (
	Running Phase = iota
	Paused
	Finished // the method has ended by itself
	Stopped  // by Stop, the context, or the time limit
	Failed   // an error ended it: see Run.Wait
)

var phaseNames = [...]string{"running", "paused", "finished", "stopped", "failed"}

// String is the phase's name, as in "running".
func (p Phase) String() string { return phaseNames[p] }

// Snapshot is the state of a run at one moment.
type Snapshot struct {
	Phase   Phase
	Method  Method
	Elapsed time.Duration // pauses not counted

	// Incumbent is the best sequence so far, HasIncumbent whether there is one,
	// and Incumbents how many there were.
	Incumbent    Incumbent
	HasIncumbent bool
	Incumbents   int

	// GaveUp says that sequences were given up because they have more operations than
	// fit into the memory, OutOfTime that the limit of time ended the run, OutOfWork that
	// the limit of work did.
	GaveUp, OutOfTime, OutOfWork bool

	// Bound is a lower bound of any way to complete the state by faces, whatever
	// the method, and BoundSource where it came from.
	Bound       model.Cost
	BoundSource Source

	// Proven says that the incumbent is optimal within the method's own search
	// space: vertex, edge or face eliminations.
	Proven bool

	Discovered, Explored int64 // nodes
	Bounded, Duplicates  int64
	Open                 int64
	NodesPerSecond       float64 // explored, since the last snapshot that asked for it
	TableBytes           int64   // of the transposition table
	MemoryBytes          int64   // of tables, open nodes and pools, all strategies together

	// TreeLog10 is the decimal logarithm of the estimated number of nodes of
	// the naive search tree, and ShareLog10 that of the explored share of it;
	// both 0 while there is no estimate.
	TreeLog10, ShareLog10 float64

	Workers []Worker

	proofs *proofs
	limit  time.Duration
}

// Worker is what one goroutine of a search is doing.
type Worker struct {
	Junction int   // dag vertex at which it eliminates, -1 when it waits
	Depth    int   // moves since the root of the search
	Nodes    int64 // explored so far
}

// Reduction says what of the incumbent's cost was paid before the search:
// "142 of 295 paid by reduction, 19 junctions left"; nothing where no reduction
// was possible.
func (s *Snapshot) Reduction() string {
	if s.proofs == nil || !s.HasIncumbent {
		return ""
	}
	r := s.proofs.reduction.Load()
	if r == nil {
		return ""
	}
	return r.Text(s.Incumbent.Cost)
}

// Gap is the relative distance of incumbent and bound, in [0,1]; 1 without an
// incumbent, and for one whose cost does not fit into 64 bits.
func (s *Snapshot) Gap() float64 {
	switch {
	case !s.HasIncumbent, s.Incumbent.Cost.IsSaturated():
		return 1
	case s.Incumbent.Cost <= s.Bound:
		return 0
	}
	return float64(s.Incumbent.Cost-s.Bound) / float64(s.Incumbent.Cost)
}

// Snapshot is how the run is doing. It takes about a microsecond and never
// waits for a worker.
func (r *Run) Snapshot() Snapshot {
	k, counts := r.record.Known(), &r.record.Counts
	s := Snapshot{
		Phase: Running, Method: r.options.Method, Elapsed: k.Elapsed,
		Incumbent: k.Incumbent, HasIncumbent: k.Incumbents > 0, Incumbents: k.Incumbents,
		Bound: k.Bound, BoundSource: k.From, Proven: k.Proven, GaveUp: k.GaveUp, OutOfTime: k.OutOfTime,
		OutOfWork:  k.OutOfWork,
		Discovered: counts.Discovered.Load(), Explored: counts.Explored.Load(),
		Bounded: counts.Bounded.Load(), Duplicates: counts.Duplicates.Load(), Open: counts.Open.Load(),
		NodesPerSecond: k.PerSecond, TableBytes: counts.Table.Load(), MemoryBytes: r.schedule.Held(),
		TreeLog10: float64(counts.TreeLog10.Load()) / 1000,
		proofs:    r.proofs, limit: r.options.Time,
	}
	switch {
	case k.Failure != nil:
		s.Phase = Failed
	case k.Ended && k.Stopped:
		s.Phase = Stopped
	case k.Ended:
		s.Phase = Finished
	case r.schedule.IsPaused():
		s.Phase = Paused
	}
	if s.TreeLog10 > 0 && s.Explored > 0 {
		s.ShareLog10 = min(0, math.Log10(float64(s.Explored))-s.TreeLog10)
	}
	activities := r.record.Activities()
	for k := range activities {
		w := &activities[k]
		s.Workers = append(s.Workers, Worker{
			Junction: int(w.Junction.Load()), Depth: int(w.Depth.Load()), Nodes: w.Nodes.Load(),
		})
	}
	return s
}

// Incumbents lists the incumbents from position from on, oldest first. None is
// ever lost: a watcher that asks with the number it has seen gets all others.
func (r *Run) Incumbents(from int) []Incumbent { return r.record.Incumbents(from) }
