package puzzle

import (
	"cmp"
	"context"

	"facet/model"
	"facet/planner/analysis"
	"facet/planner/why"
)

// Judged is the verdict on one step of an attempt.
type Judged struct {
	Title string
	Price model.Cost
	Spent model.Cost // up to and with the step
	Loss  analysis.Loss

	// Where the step lost something: what would have been right instead, and why.
	Instead string
	Why     string
	Because string // why the step lost; empty where that is not known
	Answer  string // of the author, to this step
}

// Review is the verdict on a whole attempt.
type Review struct {
	Steps []Judged
	Total model.Cost    // spent so far
	Par   model.Cost    // the best total from the start; Saturated where none is known
	Exact bool          // par is proved to be the best
	Lost  analysis.Loss // by all steps together
}

// Review judges every step of an attempt that was made from the start of the
// puzzle on.
func (r *Referee) Review(ctx context.Context, steps [][]model.Op) (*Review, error) {
	values, err := r.along(ctx, steps)
	if err != nil {
		return nil, err
	}
	s := r.begin
	start := r.position(s, values[0])
	out := &Review{Par: start.Most, Exact: start.Exact()}
	for n, ops := range steps {
		end, _, err := model.Replay(s, ops)
		if err != nil {
			return nil, err
		}
		cost := end.Spent() - s.Spent()
		j := Judged{
			Title: StepName(s, ops, r.names), Price: cost, Spent: end.Spent(),
			Loss:   analysis.LossOf(values[n], values[n+1], cost),
			Answer: r.p.AnswerTo(s, ops),
		}
		if best := values[n].Ops; j.Loss.Wrong() && len(best) > 0 {
			first := r.firstMove(s, best)
			j.Instead, j.Why = StepName(s, first, r.names), why.Good(s, first, best[len(first):], r.names)
			if lost := r.why(ctx, s, ops, values[n], values[n+1]); lost != nil {
				j.Because = lost.Text(r.names)
			}
		}
		out.Steps = append(out.Steps, j)
		s = end
	}
	out.Total = s.Spent()
	out.Lost = analysis.LossOf(values[0], values[len(steps)], s.Spent()-r.begin.Spent())
	return out, nil
}

// why says why a step lost, where that can be told.
func (r *Referee) why(ctx context.Context, before *model.State, ops []model.Op,
	here, then analysis.Value) *why.Loss {
	if !here.Optimal() || !then.Optimal() {
		return nil
	}
	var lost *why.Loss
	var err error
	switch {
	case r.allAllowed():
		lost, err = analysis.Why(ctx, before, ops, here, then, r.names)
	case len(here.Ops) > 0 && then.Ops != nil: // the planner knows other moves
		lost, err = why.Question{Before: before, Move: ops, Best: here.Ops, Rest: then.Ops,
			Names: r.names}.Answer(ctx)
	}
	if err != nil {
		return nil
	}
	return lost
}

// along values every state of an attempt, the first and the last included, with
// the best way on where a step loses something.
func (r *Referee) along(ctx context.Context, steps [][]model.Op) ([]analysis.Value, error) {
	all := make([]analysis.Value, 0, len(steps)+1)
	if !r.allAllowed() {
		s := r.begin
		for n := 0; ; n++ {
			r.exhaust.afresh()
			v, err := r.value(ctx, s)
			if err != nil {
				return nil, err
			}
			if all = append(all, v); n == len(steps) {
				return all, nil
			}
			if s, _, err = model.Replay(s, steps[n]); err != nil {
				return nil, err
			}
		}
	}
	line, err := r.line(steps)
	if err != nil {
		return nil, err
	}
	if err := r.analyse(ctx, line, analysis.LineOnly); err != nil {
		return nil, err
	}
	for n := range steps {
		if r.known.Regrets(line)[n].Least > 0 && r.known.At(line.ID(n)).Ops == nil {
			before := line
			before.Steps, before.Here = line.Steps[:n], n
			if err := r.analyse(ctx, before, analysis.LineOnly); err != nil {
				return nil, err
			}
		}
	}
	r.known.Spread(line)
	for n := range len(steps) + 1 {
		all = append(all, r.known.At(line.ID(n)))
	}
	return all, nil
}

// StepName names operations that were made as one step.
func StepName(s *model.State, ops []model.Op, names why.Names) string {
	switch len(ops) {
	case 0:
		return ""
	case 1:
		return names.Op(s, ops[0])
	}
	c := coarse(s, ops)
	return cmp.Or(c.vertex, c.front, c.back, names.Op(s, ops[0]))
}

// firstMove is the first move of a way, with all of its operations.
func (r *Referee) firstMove(s *model.State, way []model.Op) []model.Op {
	if r.p.Moves.Any() {
		return way[:min(1, len(way))]
	}
	eliminated := false
	for n, o := range way {
		if eliminated = eliminated || !o.IsAccumulation(); eliminated && r.p.Allows(s, way[:n+1]) == nil {
			return way[:n+1]
		}
	}
	return way[:min(1, len(way))]
}
