package puzzle

import (
	"context"
	"errors"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/planner/why"
)

// worth is what is left to pay from a state to the goal, with the moves of the
// puzzle alone.
type worth struct {
	least, most model.Cost // most is Saturated where no way is known
	ops         []model.Op // the way for most
	lost        bool       // the goal cannot be reached any more
}

func (w worth) exact() bool { return !w.lost && w.least == w.most && !w.most.IsSaturated() }

func worthOf(v analysis.Value) worth {
	w := worth{most: model.Saturated}
	if v.HasBound {
		w.least = v.Bound
	}
	if v.HasBest {
		w.most, w.ops = v.Best, v.Ops
		w.least = min(w.least, w.most)
	}
	return w
}

// value is an exact worth for analysis.
func (w worth) value() analysis.Value {
	return analysis.Value{Bound: w.least, HasBound: true, Best: w.most, HasBest: true, Ops: w.ops}
}

// bySearch asks the planner, by the method whose steps are the puzzle's moves.
func bySearch(ctx context.Context, s *model.State, method planner.Method, limit time.Duration,
	memory int64) (worth, error) {
	if s.Done() {
		return worth{ops: []model.Op{}}, nil
	}
	r, err := planner.Solve(ctx, s, planner.Options{Method: method, Workers: 1, Time: limit, Memory: memory})
	switch {
	case errors.Is(err, planner.ErrNothing):
		return worth{most: model.Saturated, least: r.Bound}, nil
	case err != nil:
		return worth{}, err
	}
	w := worth{most: r.Incumbent.Cost, least: r.Bound, ops: r.Incumbent.Ops}
	if r.Proven {
		w.least = w.most
	}
	return w, nil
}

// mostStates is how many states are looked at where the planner does not know
// the puzzle's moves or goal.
const mostStates = 20_000

// exhaust values states by looking at all that follow from them. It is for the
// puzzles whose moves or goal the planner does not know, which are small.
type exhaust struct {
	p      *Puzzle
	target string // key of the state that is asked for; empty for a complete sequence
	seen   map[string]*worth
	left   int
}

func (e *exhaust) of(ctx context.Context, s *model.State) (worth, error) {
	if err := ctx.Err(); err != nil {
		return worth{}, err
	}
	key := keyOf(s)
	if known := e.seen[key]; known != nil {
		return *known, nil
	}
	switch {
	case e.target == key, e.target == "" && s.Done():
		return worth{ops: []model.Op{}}, nil
	case s.Done():
		return worth{lost: true, most: model.Saturated}, nil
	}
	if e.left--; e.left < 0 {
		return worth{most: model.Saturated}, nil
	}
	best := worth{lost: true, least: model.Saturated, most: model.Saturated}
	for _, m := range e.p.steps(s, why.Written{}) {
		after, _, err := model.Replay(s, m.ops)
		if err != nil {
			return worth{}, err
		}
		then, err := e.of(ctx, after)
		if err != nil {
			return worth{}, err
		}
		if then.lost {
			continue
		}
		best.lost = false
		best.least = min(best.least, m.cost.Add(then.least))
		if total := m.cost.Add(then.most); total < best.most {
			best.most = total
			best.ops = append(append([]model.Op(nil), m.ops...), then.ops...)
		}
	}
	if e.left >= 0 || best.exact() {
		e.seen[key] = &best
	}
	return best, nil
}
