package puzzle

import (
	"context"
	"slices"

	"facet/model"
	"facet/planner/analysis"
	"facet/planner/why"
)

// mostStates is how many states are looked at where the planner does not know
// the puzzle's moves or goal.
const mostStates = 20_000

// exhaust values states by looking at all that follow from them. It is for the
// puzzles whose moves or goal the planner does not know, which are small.
type exhaust struct {
	p      *Puzzle
	target string // key of the state that is asked for; empty for a complete sequence
	seen   map[string]analysis.Value
	most   int // states to look at for one answer
	left   int
}

// afresh begins another answer; nil has none to give.
func (e *exhaust) afresh() {
	if e != nil {
		e.left = e.most
	}
}

// off is the value of a state from which the goal cannot be reached.
var off = analysis.Value{Bound: model.Saturated, HasBound: true}

func (e *exhaust) of(ctx context.Context, s *model.State) (analysis.Value, error) {
	if err := ctx.Err(); err != nil {
		return analysis.Value{}, err
	}
	key := keyOf(s)
	if known, ok := e.seen[key]; ok {
		return known, nil
	}
	switch {
	case e.target == key, e.target == "" && s.Done():
		return analysis.Complete(), nil
	case s.Done():
		return off, nil
	}
	if e.left--; e.left < 0 {
		return analysis.Value{}, nil
	}
	best := off
	for _, m := range e.p.moves(s, why.Written{}) {
		after, _, err := model.Replay(s, m.Ops)
		if err != nil {
			return analysis.Value{}, err
		}
		then, err := e.of(ctx, after)
		if err != nil {
			return analysis.Value{}, err
		}
		best.Bound = min(best.Bound, m.Price.Add(then.Bound))
		if total := m.Price.Add(then.Best); then.HasBest && (!best.HasBest || total < best.Best) {
			best.Best, best.HasBest, best.Ops = total, true, slices.Concat(m.Ops, then.Ops)
		}
	}
	if e.left >= 0 || best.Optimal() {
		e.seen[key] = best
	}
	return best, nil
}
