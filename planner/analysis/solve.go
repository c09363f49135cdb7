package analysis

import (
	"context"
	"errors"
	"time"

	"facet/model"
	"facet/planner"
)

// solver looks for the best completion of a state, within a time and an amount
// of memory. It is false where the search was stopped or failed.
type solver func(ctx context.Context, s *model.State, limit time.Duration, memory int64) (Value, bool)

// askPlanner is the solver outside of tests.
func askPlanner(ctx context.Context, s *model.State, limit time.Duration, memory int64) (Value, bool) {
	v, err := Ask(ctx, s, planner.Options{Time: limit, Memory: memory})
	return v, err == nil
}

// Ask has the planner look for the best completion of a state: by the method, if this has a
// proof in its own space. One worker leaves the other processors to other runs.
func Ask(ctx context.Context, s *model.State, o planner.Options) (Value, error) {
	if s.Done() {
		return Complete(), nil
	}
	o.Workers = 1
	r, err := planner.Solve(ctx, s, o)
	if err != nil && !errors.Is(err, planner.ErrNothing) {
		return Value{}, err
	}
	v := Value{Bound: r.Bound, HasBound: r.BoundSource != planner.FromNothing}
	if r.HasIncumbent {
		v.Best, v.HasBest, v.Ops, v.Source = r.Incumbent.Cost, true, r.Incumbent.Ops,
			r.Incumbent.Source.String()
	}
	if r.Proven {
		v.Bound, v.HasBound = v.Best, true
	}
	return v, nil
}

// affordable reports whether the planner may be asked about a state at all.
func (w *work) affordable(s *model.State) bool {
	return w.solving < w.budget.Solves && w.open < patience && s.Faces() <= solvableFaces
}

// solve asks the planner, on the account of the analysis.
func (w *work) solve(s *model.State, limit time.Duration) (Value, bool) {
	began := time.Now()
	v, ok := w.solver(w.ctx, s, min(limit, w.budget.Solves-w.solving), w.budget.Memory)
	w.solving += time.Since(began)
	if v.Optimal() {
		w.open = 0
	} else {
		w.open++
	}
	return v, ok
}

// solveAt looks for the best completion of the n-th state of the line, unless it
// is known or was looked for already.
func (w *work) solveAt(n int, limit time.Duration) {
	v := w.known.At(w.line.ID(n))
	if w.over() || v.Given >= limit || v.Optimal() && v.Ops != nil {
		return
	}
	s, err := w.line.state(n)
	if err != nil {
		return
	}
	if !w.affordable(s) {
		return
	}
	found, ok := w.solve(s, limit)
	if !ok && w.over() {
		return
	}
	found.Given = limit
	w.tell(Finding{Step: w.line.ID(n), Value: found})
	w.known.Spread(w.line)
}

// solveLine finds out what each step lost. What the planner tells in a short time
// comes first; it gets longer for the states that it left open.
func (w *work) solveLine() {
	if len(w.line.Steps) == 0 && w.scope == Everything {
		return // there is the state that is looked at and no other
	}
	limits := []time.Duration{w.budget.Solve / briefShare, w.budget.Solve / quickShare}
	if w.scope == LineOnly {
		limits = append(limits, w.budget.Solve)
	}
	for _, limit := range limits {
		w.open = 0
		w.halveLine(limit)
	}
}

// halveLine values the states that tell the losses apart. The total of the best
// completion never falls along the line: where it is the same at two states, no
// step between them lost anything. So a state in the middle is solved only
// between two that differ, and a sequence with few losses needs few of them.
func (w *work) halveLine(limit time.Duration) {
	last := len(w.line.Steps)
	w.endOfLine(last, limit)
	w.solveAt(0, limit)
	for queue := [][2]int{{0, last}}; len(queue) > 0 && !w.over(); {
		a, b := queue[0][0], queue[0][1]
		queue = queue[1:]
		low, _ := w.known.Total(w.line, a)
		_, high := w.known.Total(w.line, b)
		if b-a < 2 || low >= high {
			continue
		}
		mid := a + (b-a)/2
		w.solveAt(mid, limit)
		queue = append(queue, [2]int{mid, b}, [2]int{a, mid})
	}
}

// endOfLine values the last state of the line.
func (w *work) endOfLine(last int, limit time.Duration) {
	end, err := w.line.state(last)
	if err != nil || w.over() {
		return
	}
	if end.Done() {
		w.tell(Finding{Step: w.line.ID(last), Value: Complete()})
		w.known.Spread(w.line)
		return
	}
	w.solveAt(last, limit)
}
