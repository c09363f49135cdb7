package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
)

// Puzzle is a question about a dag. It does not change.
type Puzzle struct {
	Name  string // by which results are remembered
	Title string
	Ask   string // the question, one sentence; empty to have it made from the goal

	Dag   *model.Dag
	Start []model.Op // that lead from the fresh line dag to where the puzzle begins
	Goal  Goal
	Moves lesson.Moves
	Modes lesson.Modes

	Hints   []string       // of the author, before those of the referee
	Answers []lesson.Reply // of the author, to particular moves
	Solved  string         // what is said when the goal is reached

	// Par is the best total there is where that was proved before, 0 where it
	// has to be found out.
	Par model.Cost

	Series Series  // that a random puzzle belongs to; no level for none
	Bits   float64 // its Difficulty
}

// Series is where a random puzzle stands: the number-th, from 1 on, of a seed and
// a level from 1 to [Levels].
type Series struct {
	Seed          uint64
	Level, Number int
	Patterns      bool // a series of its own, of dags with sparse Jacobians; only at the highest level
}

// String names the puzzle as it is asked for: "level 5 seed 3 number 1 patterns".
func (s Series) String() string {
	text := fmt.Sprintf("level %d seed %d number %d", s.Level, s.Seed, s.Number)
	if s.Patterns {
		text += " patterns"
	}
	return text
}

// Goal is what has to be reached.
type Goal struct {
	Kind  lesson.GoalKind
	Total model.Cost   // of the whole sequence, the start included
	State *model.State // that is to be reached
}

// Question is the puzzle in one sentence.
func (p *Puzzle) Question() string {
	what := p.Dag.Name
	switch {
	case p.Ask != "":
		return p.Ask
	case p.Goal.Kind == lesson.GoalTotal:
		return fmt.Sprintf("Find a sequence of cost %[2]d for %[1]s.", what, p.Goal.Total)
	case p.Goal.Kind == lesson.GoalState:
		return "Reach, at the lowest cost, the state " + describe(p.Goal.State) + "."
	}
	return fmt.Sprintf("Find an optimal sequence for %s.", what)
}

// mostNames is how many vertices of a state a question names.
const mostNames = 6

// describe says how a state can be told from others: by what was made.
func describe(s *model.State) string {
	var made, lacking []string
	for _, z := range s.Vertices() {
		switch _, _, fresh := s.Model(z); {
		case int(z) >= len(s.Dag().Edges) || s.IsSum(z):
			made = append(made, s.Name(z))
		case s.HasJacobian(z) && fresh && !s.Dag().Edges[z].HasJacobian:
			made = append(made, "F'"+s.Name(z))
		case !s.HasJacobian(z):
			lacking = append(lacking, s.Name(z))
		}
	}
	faces := fmt.Sprintf("%d faces are left", s.Faces())
	if s.Faces() == 1 {
		faces = "one face is left"
	}
	switch more := len(made) - mostNames; {
	case more > 0:
		return fmt.Sprintf("in which %s and %d more are computed and %s",
			strings.Join(made[:mostNames], ", "), more, faces)
	case len(made) > 0:
		return "in which " + strings.Join(made, " and ") + " are computed and " + faces
	}
	return fmt.Sprintf("in which %s and %d Jacobians are missing", faces, len(lacking))
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

// AnswerTo is what the author says to operations that are made as one step.
func (p *Puzzle) AnswerTo(before *model.State, ops []model.Op) string {
	if len(ops) != 1 || len(p.Answers) == 0 {
		return ""
	}
	key, done := keyOf(before), ops[0]
	for _, a := range p.Answers {
		meant := a.Op
		if a.Any {
			meant.Mode = done.Mode
		}
		if meant.Mode == done.Mode && meant.IsAccumulation() == done.IsAccumulation() &&
			model.OpName(a.At, meant) == model.OpName(before, done) && keyOf(a.At) == key {
			return a.Text
		}
	}
	return ""
}
