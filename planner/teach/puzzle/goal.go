package puzzle

import (
	"context"
	"fmt"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/why"
)

// Outcome is what has become of an attempt.
type Outcome uint8

// The outcomes.
const (
	Open   Outcome = iota
	Solved         // the goal is reached
	Missed         // the sequence is complete, and the goal is not reached
)

// Verdict is the outcome so far of an attempt that stands at a state. par is the best
// total; it is 0 while it is not known, and no sequence counts as an optimum then.
func (p *Puzzle) Verdict(s *model.State, par model.Cost) Outcome {
	switch {
	case p.Goal.Kind == lesson.GoalState && keyOf(s) == keyOf(p.Goal.State):
		return Solved
	case !s.Done():
		return Open
	case p.Goal.Kind == lesson.GoalTotal && s.Spent() <= p.Goal.Total, p.Goal.Kind == lesson.GoalOptimum &&
		par > 0 &&
		s.Spent() <= par:
		return Solved
	}
	return Missed
}

// Check is an error for a puzzle that begins at its goal, or whose goal cannot be
// reached, as far as that can be found out.
func Check(ctx context.Context, p *Puzzle) error {
	r, err := NewReferee(p, why.Written{})
	if err != nil {
		return err
	}
	if r.begin.Done() || p.Verdict(r.begin, 0) == Solved {
		return fmt.Errorf("the puzzle starts at its goal")
	}
	pos, err := r.Position(ctx, nil)
	if err != nil {
		return err
	}
	with := ""
	if moves := p.Moves.String(); moves != "" {
		with = " with " + moves + " alone"
	}
	if modes := p.Modes.String(); modes != "" {
		with += " with " + modes + " alone"
	}
	switch {
	case pos.Lost():
		return fmt.Errorf("the goal cannot be reached%s", with)
	case p.Goal.Kind == lesson.GoalTotal && pos.Least > p.Goal.Total && pos.Exact():
		return fmt.Errorf("a total of %d cannot be reached%s: the optimum is %d", p.Goal.Total, with,
			pos.Least)
	case p.Goal.Kind == lesson.GoalTotal && pos.Least > p.Goal.Total:
		return fmt.Errorf("a total of %d cannot be reached%s: the optimum is at least %d", p.Goal.Total, with,
			pos.Least)
	}
	return nil
}
