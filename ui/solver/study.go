package solver

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/letters"
	"facet/planner/packing"
	"facet/ui/pane"
)

// How long a study may take. A remainder that is not solved within solveTime is
// too large for hints: its operations get bounds only.
const (
	sliceTime  = 100 * time.Millisecond
	solveTime  = 600 * time.Millisecond
	smallTime  = 150 * time.Millisecond // a remainder solved in this is small
	regretTime = 6 * time.Second        // for the exact values of all operations
	studyBytes = 128 << 20
)

// study finds out about one state: its bound, the bounds after each operation,
// its best completion, and, where that is quick, the best completion after each
// operation and of the steps before. It works in slices, each in one command;
// only the command in flight touches it, except for what the mutex guards.
type study struct {
	ticket uint64
	step   int
	state  *model.State
	way    []waypoint // the steps before, the nearest first
	brief  bool       // bounds only

	phase   int
	bounder packing.Bounder
	ops     []candidate
	took    time.Duration // for the exact solution of the state
	best    model.Cost
	first   []model.Op // of its best completion
	left    time.Duration
	solved  map[after]planner.Snapshot // by what an operation is about

	mu     sync.Mutex
	urgent model.Op // judged before the others
}

// waypoint is a step on the way to the state.
type waypoint struct {
	step  int
	state *model.State
}

// candidate is an operation that is possible, with the bound of what is left
// after it.
type candidate struct {
	op    model.Op
	price model.Cost
	bound model.Cost
}

// after tells apart what remains: the mode of an operation only changes what it
// costs.
type after struct{ u, v model.Z }

// finding is one result: about a step, or about an operation that is possible
// after it.
type finding struct {
	step    int
	op      *model.Op
	price   model.Cost
	insight insight
}

// studiedMsg brings the findings of one slice.
type studiedMsg struct {
	ticket uint64
	found  []finding
	more   bool
}

func newStudy(ticket uint64, s pane.Steps, known map[int]*insight) *study {
	st := &study{ticket: ticket, step: s.Cursor(), state: s.State(), left: regretTime, solved: make(map[after]planner.Snapshot)}
	steps := append([]int{0}, s.Path(s.Cursor())...)
	for _, k := range slices.Backward(steps[:len(steps)-1]) {
		if i := known[k]; i == nil || !i.tried && !i.optimal() {
			state, _ := s.StateAt(k)
			st.way = append(st.way, waypoint{k, state})
		}
	}
	if i := known[st.step]; i != nil && i.optimal() {
		st.best, st.first = i.best, i.ops
		st.took = time.Millisecond // whatever it took, it is known
	}
	return st
}

func (st *study) prefer(o model.Op) {
	st.mu.Lock()
	st.urgent = o
	st.mu.Unlock()
}

func (st *study) preferred() model.Op {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.urgent
}

// slice works for a tenth of a second or until the context ends.
func (st *study) slice(ctx context.Context) studiedMsg {
	msg := studiedMsg{ticket: st.ticket, more: true}
	for end := time.Now().Add(sliceTime); msg.more && ctx.Err() == nil && time.Now().Before(end); {
		var found []finding
		found, msg.more = st.next(ctx)
		msg.found = append(msg.found, found...)
		if st.phase == phaseBounds+1 && len(found) > 0 {
			break // bounds are there at once; solving may take a while
		}
	}
	return msg
}

// The phases of a study.
const (
	phaseBounds = iota // of the state and after each operation
	phaseSolve         // the state
	phaseRegret        // after each operation
	phaseWay           // the steps before
	phaseOver
)

// next does the next piece.
func (st *study) next(ctx context.Context) ([]finding, bool) {
	switch st.phase {
	case phaseBounds:
		st.phase++
		return st.bounds(), true
	case phaseSolve:
		st.phase++
		if st.state.Done() || st.brief {
			st.phase = phaseOver
			return nil, false
		}
		return st.solve(ctx), true
	case phaseRegret:
		if f, ok := st.regret(ctx); ok {
			return f, true
		}
		st.phase++
		return nil, true
	case phaseWay:
		if len(st.way) > 0 && st.took > 0 && st.took <= smallTime {
			return st.back(ctx), true
		}
	}
	st.phase = phaseOver
	return nil, false
}

func (st *study) packing(s *model.State) model.Cost {
	in, _ := letters.FromState(s)
	return st.bounder.Bound(in)
}

// bounds judges the state and every operation by the packing bound.
func (st *study) bounds() []finding {
	found := []finding{{step: st.step, insight: insight{bound: st.packing(st.state), hasBound: true}}}
	known := make(map[after]model.Cost)
	for _, c := range st.state.Operations() {
		key := after{c.Op.U, c.Op.V}
		bound, ok := known[key]
		if !ok {
			next, _, err := st.state.Apply(c.Op)
			if err != nil {
				continue
			}
			bound = st.packing(next)
			known[key] = bound
		}
		st.ops = append(st.ops, candidate{c.Op, c.Price, bound})
		found = append(found, finding{step: st.step, op: &c.Op, price: c.Price, insight: insight{bound: bound, hasBound: true}})
	}
	slices.SortStableFunc(st.ops, func(a, b candidate) int {
		return cmp.Compare(a.price.Add(a.bound), b.price.Add(b.bound))
	})
	return found
}

// solveAt solves a state, if that goes quickly.
func solveAt(ctx context.Context, s *model.State, limit time.Duration) (planner.Snapshot, []model.Op, time.Duration, bool) {
	began := time.Now()
	r, err := planner.Start(ctx, s, planner.Options{Workers: 1, Time: limit, Memory: studyBytes})
	if err != nil {
		return planner.Snapshot{}, nil, 0, false
	}
	snap, err := r.Wait()
	if err != nil || !snap.HasIncumbent || ctx.Err() != nil {
		return snap, nil, time.Since(began), false
	}
	return snap, snap.Incumbent.Ops, time.Since(began), true
}

func insightOf(snap planner.Snapshot, ops []model.Op) insight {
	return insight{
		bound: snap.Bound, hasBound: true, best: snap.Incumbent.Cost, hasBest: true, ops: ops,
		source: snap.Incumbent.Source.String(), tried: true,
	}
}

// solve looks for the best completion of the state.
func (st *study) solve(ctx context.Context) []finding {
	if st.first != nil {
		return nil
	}
	snap, ops, took, ok := solveAt(ctx, st.state, solveTime)
	if !ok {
		return []finding{{step: st.step, insight: insight{tried: true}}}
	}
	i := insightOf(snap, ops)
	if i.optimal() {
		st.took, st.best, st.first = took, i.best, ops
	}
	return []finding{{step: st.step, insight: i}}
}

// regret solves what is left after one operation: the preferred one, then the
// most promising.
func (st *study) regret(ctx context.Context) ([]finding, bool) {
	if st.took == 0 || st.took > smallTime || st.left <= 0 || len(st.ops) == 0 {
		return nil, false
	}
	at := max(0, slices.IndexFunc(st.ops, func(c candidate) bool { return c.op == st.preferred() }))
	c := st.ops[at]
	st.ops = slices.Delete(st.ops, at, at+1)
	began := time.Now()
	defer func() { st.left -= time.Since(began) }()
	f := finding{step: st.step, op: &c.op, price: c.price}
	snap, ok := st.solved[after{c.op.U, c.op.V}]
	if !ok {
		next, _, err := st.state.Apply(c.op)
		if err != nil {
			return nil, true
		}
		if next.Done() {
			f.insight = insight{hasBound: true, hasBest: true}
			return []finding{f}, true
		}
		snap, _, _, ok = solveAt(ctx, next, smallTime)
		if !ok {
			return nil, true
		}
		st.solved[after{c.op.U, c.op.V}] = snap
	}
	f.insight = insightOf(snap, nil)
	return []finding{f}, true
}

// back solves a step on the way, so that losses can be told step by step.
func (st *study) back(ctx context.Context) []finding {
	w := st.way[0]
	st.way = st.way[1:]
	snap, ops, _, ok := solveAt(ctx, w.state, 2*smallTime)
	if !ok {
		return []finding{{step: w.step, insight: insight{tried: true}}}
	}
	return []finding{{step: w.step, insight: insightOf(snap, ops)}}
}
