package puzzle

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/explore/layer"
)

// attempt is a puzzle and where the student stands in it.
type attempt struct {
	puzzle  *puzzle.Puzzle
	session *session.Session
	first   int // the depth at which the puzzle begins
}

// largeFaces is from how many faces on states are judged only when the user asks.
const largeFaces = 200

// cursor is the step where the student stands.
func (a *attempt) cursor() int { return a.session.Cursor() }

// state is the state there.
func (a *attempt) state() *model.State { return a.session.State() }

// steps are those from the start of the puzzle to the cursor.
func (a *attempt) steps() [][]model.Op {
	var all [][]model.Op
	for _, id := range a.path() {
		step, _ := a.session.Step(id)
		all = append(all, step.Ops)
	}
	return all
}

// path is the ids of the attempt's steps.
func (a *attempt) path() []int {
	path := a.session.Path(a.session.Cursor())
	return path[min(a.first, len(path)):]
}

// answer is what the author says to the last step.
func (a *attempt) answer() string {
	if a.moves() == 0 {
		return ""
	}
	last, _ := a.session.Step(a.cursor())
	before, _ := a.session.StateAt(last.Parent)
	return a.puzzle.AnswerTo(before, last.Ops)
}

func (a *attempt) beginsAt() string { return fmt.Sprintf("The puzzle begins at step %d.", a.first) }

func (a *attempt) refusesMove(v *layer.View, ops []model.Op) string {
	if err := a.puzzle.Allows(v.State(), ops); err != nil {
		return layer.Sentence(err.Error())
	}
	return ""
}

func (a *attempt) large() bool { return a.session.State().Faces() > largeFaces }

// moves is how many the attempt has.
func (a *attempt) moves() int { return len(a.path()) }

// question is the puzzle's, with the moves that it allows.
func (a *attempt) question() string {
	text := a.puzzle.Question()
	if moves := a.puzzle.Moves.String(); moves != "" {
		text += " Only whole " + strings.ReplaceAll(moves, ", ", " or ") + "."
	} else if a.puzzle.Moves == lesson.Faces {
		text += " Face by face."
	}
	if modes := a.puzzle.Modes.String(); modes != "" {
		text += " Only " + strings.ReplaceAll(modes, ", ", " and ") + "."
	}
	return text
}
