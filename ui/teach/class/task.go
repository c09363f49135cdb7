package class

import (
	"facet/model"
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

// goal is the total that a puzzle asks for, and how it is called; 0 where it is not
// known yet.
func (t *Task) goal() (string, model.Cost) {
	switch {
	case t.Puzzle.Goal.Kind == puzzle.Total && t.Puzzle.Goal.Total != t.Puzzle.Par:
		return "goal", t.Puzzle.Goal.Total
	case t.Puzzle.Goal.Kind != puzzle.State:
		return "par", t.Puzzle.Par
	}
	return "", 0
}
