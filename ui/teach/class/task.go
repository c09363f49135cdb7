package class

import (
	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
)

// Task is what the lecturer has opened for all. It does not change: the next one
// takes its place.
type Task struct {
	Kind, About string // of the leader that shows it
	Called      string // in a sentence, as "the puzzle bat-22"

	// Puzzle is what all are asked; nil where it is no puzzle. It is made once, and
	// only read from then on.
	Puzzle *puzzle.Puzzle
}

// par is the total that a puzzle asks for; 0 where there is none, or where it is not known
// yet.
func (t *Task) par() model.Cost {
	switch t.Puzzle.Goal.Kind {
	case lesson.GoalTotal:
		return t.Puzzle.Goal.Total
	case lesson.GoalState:
		return 0
	}
	return t.Puzzle.Par
}
