package planner

import "time"

// stage is a part of a run. The strategies of one stage are asked when those of
// the stages before have ended or have had their start, in the order of the
// list.
type stage uint8

const (
	first stage = iota
	second
	third
	fourth
	stages
	never = stages
)

// stageTime is how long each stage may delay the next one.
var stageTime = [stages]time.Duration{first: 100 * time.Millisecond, second: 50 * time.Millisecond,
	third: 100 * time.Millisecond}

// size is a class of dags.
type size uint8

const (
	small  size = iota // all heuristics together take a moment
	medium             // the linear programme and dives from it close most gaps in less than a turn
	large
	huge // only what takes about as long as the dag has edges is of use
	sizes
)

const (
	mediumEdges = 60
	largeEdges  = 250
	hugeEdges   = 8000

	// partEdges is from where on what is still open after some seconds stays so as a rule: then
	// the best sequence needs its part of the time, which smaller dags better leave to bounds.
	partEdges = 200
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

// when is the stage of a strategy on small, medium, large and huge dags.
type when [sizes]stage

// When strategies are asked, and why.
var (
	// there has to be a sequence at once, whatever it costs
	firstSequence = when{second, first, first, fourth}
	quick         = when{second, second, third, never}   // costs next to nothing, but on large dags
	atOnce        = when{second, second, second, second} // costs next to nothing
	early         = when{third, third, third, never}     // often closes the gap
	// likewise, but on large dags other bounds come close sooner
	earlyOrLast  = when{third, third, fourth, never}
	last         = when{fourth, fourth, fourth, fourth} // works until the end
	lastOrEarly  = when{fourth, fourth, third, never}   // waits for the linear programme where that is quick
	longOnly     = when{never, never, third, third}     // where the chain cover of the whole takes too long
	lastOrAtOnce = when{fourth, fourth, second, first}  // on large dags the best sequences come from it
)

// ground is what a strategy works on.
type ground uint8

const (
	whole         ground = iota // the state that the run was asked for
	reduced                     // what a reduction leaves
	provedReduced               // that, if a lower bound of it is one of the whole
)

// choose gives the question of the run or what is left of it. What a reduction leaves
// may have no cheapest sequence of vertex or edge eliminations any more, but a lower
// bound of it is one of the whole for them, too.
func (g ground) choose(all, left *question) *question {
	proved := left.reduction == nil || left.reduction.Proved()
	if g == reduced && left.run.options.Method == BranchAndBound || g == provedReduced && proved {
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

// withRelaxation asks the strategy where the chain-cover bound is computed, but
// for a search that has to find everything by itself.
func withRelaxation(q *question) bool {
	return withCover(q) && q.run.options.WarmStart != WarmNothing && q.run.options.Method == BranchAndBound
}

// withVertices asks the search over sets of junctions for vertex elimination, and
// where first sequences may come from it.
func withVertices(q *question) bool {
	return q.run.options.Method == VertexElimination || q.run.options.WarmStart == WarmVertex
}
