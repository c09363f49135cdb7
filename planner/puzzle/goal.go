package puzzle

import (
	"context"
	"fmt"

	"facet/model"
)

// Outcome is what has become of an attempt.
type Outcome uint8

// The outcomes.
const (
	Open   Outcome = iota
	Solved         // the goal is reached
	Missed         // the sequence is complete, and the goal is not reached
)

// Verdict tells what has become of an attempt that stands at a state. Whether a
// sequence is an optimum is known as soon as par is: from the start, or when the
// first position was looked at.
func (r *Referee) Verdict(s *model.State) Outcome {
	switch {
	case r.p.Goal.Kind == State:
		if keyOf(s) == r.exhaust.target {
			return Solved
		}
		if s.Done() {
			return Missed
		}
		return Open
	case !s.Done():
		return Open
	case r.p.Goal.Kind == Total && s.Spent() <= r.p.Goal.Total:
		return Solved
	case r.p.Goal.Kind == Optimum && r.par > 0 && s.Spent() <= r.par:
		return Solved
	}
	return Missed
}

// Check tells what is wrong with a puzzle, in a sentence: it begins at its goal,
// or its goal cannot be reached, as far as that can be found out.
func Check(ctx context.Context, p *Puzzle) error {
	r, err := NewReferee(p)
	if err != nil {
		return err
	}
	if r.begin.Done() || r.Verdict(r.begin) == Solved {
		return fmt.Errorf("the puzzle begins at its goal")
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
	case pos.Lost || pos.Exact() && pos.Least.IsSaturated():
		return fmt.Errorf("the goal cannot be reached%s", with)
	case p.Goal.Kind == Total && pos.Least > p.Goal.Total && pos.Exact():
		return fmt.Errorf("a total of %d cannot be reached%s: the best is %d", p.Goal.Total, with, pos.Least)
	case p.Goal.Kind == Total && pos.Least > p.Goal.Total:
		return fmt.Errorf("a total of %d cannot be reached%s: the best is %d at least", p.Goal.Total, with, pos.Least)
	}
	return nil
}
