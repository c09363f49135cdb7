package planner

// size is a class of dags.
type size uint8

const (
	small  size = iota // the linear programme and dives from it close most gaps in tens of milliseconds
	medium             // in seconds
	large
	huge // only what takes about as long as the dag has edges is of use
	sizes
)

const (
	mediumEdges = 130
	largeEdges  = 400
	hugeEdges   = 8000
)

func (q *question) size() size {
	switch n := len(q.graph.Vertices); {
	case n >= hugeEdges:
		return huge
	case n >= largeEdges:
		return large
	case n >= mediumEdges:
		return medium
	}
	return small
}

// shares are those of a strategy on small, medium, large and huge dags.
type shares [sizes]float64

// early says on which of them a strategy is asked before presolve.
type early [sizes]bool

var (
	always     = early{true, true, true, true}
	ifLarge    = early{large: true, huge: true} // the best sequences of large dags come from it
	atOnce     = shares{100, 100, 100, 100}     // costs next to nothing
	quick      = shares{100, 100, 0, 0}         // likewise, but annealing of large dags begins at once
	beforehand = shares{50, 50, 50, 50}         // of presolve
)

// ground is what a strategy works on.
type ground uint8

const (
	whole         ground = iota // the state that the run was asked for
	reduced                     // what a reduction leaves
	reducedByFace               // that, where faces are what is eliminated
)

// choose gives the question of the run or what is left of it. What a reduction leaves
// may have no cheapest sequence of vertex or edge eliminations any more, but a lower
// bound of it is one of the whole for them, too.
func (g ground) choose(all, left *question) *question {
	if g == reduced || g == reducedByFace && left.run.options.Method == BranchAndBound {
		return left
	}
	return all
}

// packedStates is how many states a strategy that keeps packed ones needs room
// for: they grow while fill comes.
const packedStates = 64

// hasRoom reports whether the memory suffices for the strategy at all. On small
// dags it always does.
func (s *strategy) hasRoom(q *question) bool {
	if q.root == nil {
		return !s.packed
	}
	return !s.packed || q.size() < large || packedStates*int64(q.root.Bytes()) <= q.run.options.Memory
}

// warmedBy asks the strategy where the first sequences may come from at least
// so much help.
func warmedBy(w WarmStart) func(*question) bool {
	return func(q *question) bool { return q.run.options.WarmStart <= w }
}

// withCover asks the strategy where the chain-cover bound is wanted.
func withCover(q *question) bool { return q.run.options.Bound == BoundCover }

// forVertices asks the search over sets of junctions for vertex elimination alone.
func forVertices(q *question) bool { return q.run.options.Method == VertexElimination }
