package planner

import (
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

// Source is where an incumbent or a bound came from.
type Source int

// The sources.
const (
	FromNothing    Source = iota
	FromHeuristic         // sparse modes, greedy, chain
	FromVertex            // exact vertex elimination
	FromEdge              // edge elimination
	FromRealising         // the chain-cover relaxation turned into a sequence
	FromBeam              // beam search
	FromMultiStart        // random multi-start
	FromSearch            // branch and bound
	FromSimple            // bound: the reference's
	FromPacking           // bound: path packing
	FromCover             // bound: chain cover
	FromCompletion        // bound: the search space is exhausted
	sources
)

var sourceNames = [sources]string{
	"nothing", "heuristic", "vertex elimination", "edge elimination", "realised bound", "beam search",
	"multi-start", "search", "simple bound", "path packing", "chain cover", "completed search",
}

// String is the source in words.
func (s Source) String() string { return sourceNames[s] }

// Letter is the source as one letter, for tables: H, V, E, R, B, M, S for
// incumbents.
func (s Source) Letter() byte { return " HVERBMS-PCX"[s] }

// Incumbent is a complete sequence that was the best so far when it was found.
// It has been replayed under Rules 2 and 3 and proved numerically.
type Incumbent struct {
	Time   time.Duration // since the start of the run, pauses not counted
	Cost   model.Cost    // of Ops
	Source Source
	Ops    []model.Op // from the state where the run started; nil for dense modes
}

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

	// Bound is a lower bound of any way to complete the state by faces, whatever
	// the method, and BoundSource where it came from.
	Bound       model.Cost
	BoundSource Source

	// Proven tells that the incumbent is optimal within the method's own search
	// space: vertex, edge or face eliminations.
	Proven bool

	Discovered, Explored int64 // nodes
	Bounded, Duplicates  int64
	Open                 int64
	NodesPerSecond       float64 // explored, since the last snapshot that asked for it
	TableBytes           int64   // of the transposition table
	MemoryBytes          int64   // of the table, the open nodes and the queues

	// TreeLog10 is the decimal logarithm of the estimated number of nodes of
	// the naive search tree, and ShareLog10 that of the explored share of it;
	// both 0 while there is no estimate.
	TreeLog10, ShareLog10 float64

	Workers []Worker
}

// Worker is what one goroutine of a search is doing.
type Worker struct {
	Junction int   // dag vertex at which it eliminates, -1 when it waits
	Depth    int   // moves since the root of the search
	Nodes    int64 // explored so far
}

// Gap is the relative distance of incumbent and bound, in [0,1]; 1 without an
// incumbent.
func (s *Snapshot) Gap() float64 {
	switch {
	case !s.HasIncumbent:
		return 1
	case s.Incumbent.Cost <= s.Bound:
		return 0
	}
	return float64(s.Incumbent.Cost-s.Bound) / float64(s.Incumbent.Cost)
}
