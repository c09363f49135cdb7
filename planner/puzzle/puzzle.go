package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/session"
)

// Puzzle is a question about a dag. It does not change.
type Puzzle struct {
	Name  string // by which results are remembered
	Title string
	Ask   string // the question, one sentence; empty to have it made from the goal

	Dag   *model.Dag
	Start []model.Op // that lead from the fresh line dag to where the puzzle begins
	Goal  Goal
	Moves Moves
	Modes Modes

	Hints   []string // of the author, before those of the referee
	Answers []Answer // of the author, to particular moves
	Solved  string   // what is said when the goal is reached

	// Par is the best total there is where that was proved before, 0 where it
	// has to be found out.
	Par model.Cost

	// Bits is the Difficulty of a random puzzle, 0 where nobody measured it.
	Bits float64
}

// Answer is what is said when the moves were made, from the start of the puzzle
// on. A mode that differs is the same move.
type Answer struct {
	Moves []model.Op
	Text  string
}

// GoalKind is what is asked for.
type GoalKind uint8

// The goals.
const (
	Optimum GoalKind = iota // a complete sequence that nothing beats
	Total                   // a complete sequence that costs so much or less
	State                   // the state that some operations lead to, whatever the way
)

// Goal is what has to be reached.
type Goal struct {
	Kind  GoalKind
	Total model.Cost // of the whole sequence, the start included
	State []model.Op // that lead from the start to the state
}

// Question is the puzzle in one sentence.
func (p *Puzzle) Question() string {
	what := p.Dag.Name
	switch {
	case p.Ask != "":
		return p.Ask
	case p.Goal.Kind == Total:
		return fmt.Sprintf("Accumulate the Jacobian of %s for %d.", what, p.Goal.Total)
	case p.Goal.Kind == State:
		return "Reach the state that is asked for, as cheaply as you can."
	}
	return fmt.Sprintf("Accumulate the Jacobian of %s as cheaply as anybody can.", what)
}

// Begin is the state in which the puzzle begins. The error is that of a start
// which cannot be carried out.
func (p *Puzzle) Begin() (*model.State, error) {
	s, _, err := model.Replay(model.NewState(p.Dag), p.Start)
	if err != nil {
		return nil, fmt.Errorf("the start of the puzzle: %w", err)
	}
	return s, nil
}

// Session is one that stands where the puzzle begins. The start is one step for
// each operation.
func (p *Puzzle) Session() (*session.Session, error) {
	s := session.New(p.Dag)
	for _, o := range p.Start {
		if _, err := s.Do("", o); err != nil {
			return nil, fmt.Errorf("the start of the puzzle: %w", err)
		}
	}
	return s, nil
}

// target is the key of the state that is asked for.
func (p *Puzzle) target() (string, error) {
	s, err := p.Begin()
	if err != nil {
		return "", err
	}
	end, _, err := model.Replay(s, p.Goal.State)
	if err != nil {
		return "", fmt.Errorf("the state that is asked for: %w", err)
	}
	return keyOf(end), nil
}

// keyOf is the same for two states of a dag that have the same vertices, with
// the same Jacobians and models, and the same faces.
func keyOf(s *model.State) string {
	g := s.Dag()
	var parts []string
	for _, z := range s.Vertices() {
		name := s.Label(z).Text(g, " ")
		about := name
		if s.HasJacobian(z) {
			about += "!"
		}
		if _, _, ok := s.Model(z); ok {
			about += "~"
		}
		parts = append(parts, about)
		for _, v := range s.Succs(z) {
			parts = append(parts, name+">"+s.Label(v).Text(g, " "))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

// answerTo is what the author says to the last of the steps that were made from
// the start of the puzzle on.
func (p *Puzzle) AnswerTo(steps [][]model.Op) string {
	ops := slices.Concat(steps...)
	for _, a := range p.Answers {
		if len(a.Moves) == len(ops) && slices.EqualFunc(a.Moves, ops, func(a, b model.Op) bool { return a.U == b.U && a.V == b.V }) {
			return a.Text
		}
	}
	return ""
}
