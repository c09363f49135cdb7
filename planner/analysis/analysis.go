package analysis

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner/bound/packing"
	"facet/planner/linegraph"
)

// Finding is one thing found out: the value of the state after a step, or, with
// OfMove, after an operation that is possible there.
type Finding struct {
	Step   int
	OfMove bool
	Op     model.Op
	Price  model.Cost // of Op
	Value  Value
}

// Scope is how much an analysis looks into.
type Scope uint8

// The scopes.
const (
	Everything Scope = iota
	BoundsOnly       // nothing that gives an answer away
	LineOnly         // the losses of the steps, without the moves of a state
)

// Budget limits an analysis. A field that is zero takes its default.
type Budget struct {
	Work   int64         // vertices and faces that bounds may look at
	Solve  time.Duration // of the planner on one state
	Solves time.Duration // of the planner on all of them
	Memory int64         // of the planner at any time, in bytes
}

// The defaults.
const (
	defaultWork   = 50_000_000
	defaultSolve  = 600 * time.Millisecond
	defaultSolves = 6 * time.Second
	defaultMemory = 64 << 20
)

func (b Budget) filled() Budget {
	return Budget{
		Work: cmp.Or(b.Work, defaultWork), Solve: cmp.Or(b.Solve, defaultSolve),
		Solves: cmp.Or(b.Solves, defaultSolves), Memory: cmp.Or(b.Memory, defaultMemory),
	}
}

const (
	// solvableFaces is how many faces a state may have for the planner to be
	// asked at all.
	solvableFaces = 100_000

	// The planner gets this share of the time for one state for the state behind a
	// move, of which there are many, and for those of the line at first.
	quickShare = 4
	briefShare = 16

	// patience is how many states in a row the planner may leave open before it is
	// taken that all others like them are too large as well.
	patience = 4
)

// Analysis looks into a line of steps. [Analysis.Findings] does the work.
type Analysis struct {
	line   Line
	scope  Scope
	budget Budget
	known  *Known
	solver solver

	bounder packing.Bounder
	solving time.Duration // so far
	open    int           // states in a row that the planner left open

	mu        sync.Mutex
	preferred []model.Op
}

// New prepares an analysis of the line. What is known already is not worked out
// again; it may be nil, and it is not changed.
func New(line Line, known *Known, scope Scope, budget Budget) *Analysis {
	if known == nil {
		known = &Known{}
	}
	return &Analysis{line: line, scope: scope, budget: budget.filled(), known: known.about(line),
		solver: askPlanner}
}

// Prefer has these operations of the state that is looked at judged before the
// others, in this order. It may be called from any goroutine at any time.
func (a *Analysis) Prefer(ops ...model.Op) {
	a.mu.Lock()
	a.preferred = slices.Clone(ops)
	a.mu.Unlock()
}

func (a *Analysis) preference() []model.Op {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.preferred
}

// Findings does the work and streams what it finds, until everything in scope
// is known, the budget is spent or the context ends. It is to be called once.
func (a *Analysis) Findings(ctx context.Context) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		w := &work{Analysis: a, ctx: ctx, yield: yield}
		here, err := a.line.state(a.line.Here)
		if err != nil {
			return // not a line
		}
		w.here, w.step = here, a.line.ID(a.line.Here)
		w.known.Spread(a.line)
		w.all()
	}
}

// work is an analysis under way.
type work struct {
	*Analysis
	ctx   context.Context
	yield func(Finding) bool
	ended bool // the caller has stopped listening

	here  *model.State
	step  int // its id
	moves []model.Choice
}

// all goes through the phases, the cheap ones first. Each of them looks at
// [work.over] between two pieces.
func (w *work) all() {
	w.boundHere()
	if w.scope != LineOnly {
		w.boundMoves(w.wanted())
	}
	if w.scope == Everything {
		w.solveAt(w.line.Here, w.budget.Solve)
	}
	if w.scope != LineOnly {
		w.list()
		w.boundMoves(w.moves)
	}
	if w.scope == BoundsOnly {
		return
	}
	if w.scope == Everything {
		w.solveMoves(w.wanted())
	}
	w.solveLine()
	if w.scope == Everything {
		w.solveMoves(w.moves)
	}
}

func (w *work) over() bool { return w.ended || w.ctx.Err() != nil }

// tell files a finding and hands it on, unless it is nothing new.
func (w *work) tell(f Finding) {
	if !w.over() && w.known.Take(f) && !w.yield(f) {
		w.ended = true
	}
}

// bound is the packing bound of a state. Its work is counted.
func (w *work) bound(s *model.State) model.Cost {
	w.budget.Work -= int64(s.Live() + s.Faces())
	in, _ := linegraph.FromState(s)
	return w.bounder.Bound(in)
}

func (w *work) boundHere() {
	switch {
	case w.over():
	case w.here.Done():
		w.tell(Finding{Step: w.step, Value: Complete()})
	case !w.known.At(w.step).Optimal():
		w.tell(Finding{Step: w.step, Value: Value{Bound: w.bound(w.here), HasBound: true}})
	}
}
