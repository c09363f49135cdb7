package puzzle

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// attempt is a puzzle, where the student stands in it, and what came of it.
type attempt struct {
	puzzle  *puzzle.Puzzle
	session *session.Session
	first   int          // the depth at which the puzzle begins
	par     par          // as far as it is known
	result  store.Puzzle // now and before
	try     try
	lowest  int // the last row that may be the first on the page of the verdict
}

// try is what was found out and said since an attempt began.
type try struct {
	mode  mode
	known *puzzle.Position // of the step that was judged last; nil for none
	at    int              // that step

	review *puzzle.Review
	judged int // the step that review is about, or was asked for last; 0 for none
	top    int // the first row of the verdict that is shown

	rungs map[int]int // of the ladder of hints that were shown, by step
	named int         // the step at which a hint named the move; -1 for none

	counted    bool // the attempt was
	remembered bool // what it lost has been kept

	saying  string // beneath the pictures
	waiting bool   // for the next rung of the ladder
	sure    sure
}

// fresh forgets what was said and found out, since an attempt begins.
func (a *attempt) fresh() { a.try = try{rungs: make(map[int]int), named: -1} }

// sure is what the next key does if it is pressed again.
type sure struct {
	what string
	at   int // how many keys were pressed then
}

// mode is what the keys are about.
type mode uint8

const (
	playing mode = iota
	verdict      // the page
	showing      // the solution
)

// par is what is known of the best total.
type par struct {
	total  model.Cost // 0 as long as none is known
	proven bool
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

// outcome is what has become of the attempt; it stays open where the steps are not the student's.
func (a *attempt) outcome() puzzle.Outcome {
	if a.try.mode == showing {
		return puzzle.Open
	}
	return a.puzzle.Verdict(a.state(), a.par.total)
}

// over reports whether there is nothing left to be found out.
func (a *attempt) over() bool { return a.outcome() != puzzle.Open || a.try.mode == showing }

// record notes the attempt as it stands.
func (a *attempt) record() {
	a.result.Attempt = nil
	if a.over() && !a.undecided(a.outcome()) {
		return // it is decided, or the steps are not the student's
	}
	for _, id := range a.path() {
		step, _ := a.session.Step(id)
		a.result.Attempt = append(a.result.Attempt, strings.Join(step.Lines, "; "))
	}
}

// here is what is known of the state at the cursor; nil as long as it was not judged.
func (a *attempt) here() *puzzle.Position {
	if a.try.at != a.cursor() {
		return nil
	}
	return a.try.known
}

// resume goes on with the attempt that was kept, as far as it can be carried out, and
// reports whether there was any.
func (a *attempt) resume() (resumed bool) {
	for _, line := range a.result.Attempt {
		ops, err := model.ParseStep(a.state(), line)
		if err != nil || len(ops) == 0 {
			return resumed
		}
		if a.puzzle.Allows(a.state(), ops) != nil || a.state().Done() {
			return resumed
		}
		title := ""
		if len(ops) > 1 {
			title = puzzle.StepName(a.state(), ops, layer.Names{})
		}
		if _, err := a.session.Do(title, ops...); err != nil {
			return resumed
		}
		resumed = true
	}
	return resumed
}

// count notes what came of an attempt that has come to its end, once; false where there is nothing new.
func (a *attempt) count() bool {
	if a.undecided(a.outcome()) {
		return false
	}
	total := a.state().Spent()
	if a.try.counted && a.result.Best > 0 && a.result.Best <= total {
		return false
	}
	if !a.try.counted {
		a.result.Tries++
	}
	a.try.counted = true
	if a.state().Done() && (a.result.Best == 0 || total < a.result.Best) {
		a.result.Best = total
	}
	if a.outcome() == puzzle.Solved {
		stars := a.stars()
		if !a.result.Solved || stars > a.result.Stars {
			a.result.Hints, a.result.Stars = a.result.Asked, stars
		}
		a.result.Solved = true
	}
	return true
}

// anew begins an attempt: once the puzzle is solved, the hints of before count no longer.
func (a *attempt) anew() {
	if a.result.Solved {
		a.result.Asked, a.result.Told = 0, false
	}
}

// undecided reports whether an outcome is that of a complete sequence of which it is not known yet
// whether it is the best.
func (a *attempt) undecided(outcome puzzle.Outcome) bool {
	return outcome == puzzle.Missed && a.puzzle.Goal.Kind == lesson.GoalOptimum && a.par.total == 0
}

// stars are three without a hint, two with hints that left the move to the
// student, one otherwise.
func (a *attempt) stars() int {
	switch {
	case a.result.Told || a.result.Shown:
		return 1
	case a.result.Asked > 0:
		return 2
	}
	return 3
}

// beyond reports whether too much was lost for the goal.
func (a *attempt) beyond(pos *puzzle.Position) bool {
	switch a.puzzle.Goal.Kind {
	case lesson.GoalTotal:
		return pos.Least > a.puzzle.Goal.Total
	case lesson.GoalOptimum:
		return a.par.total > 0 && pos.Least > a.par.total
	}
	return pos.Lost()
}
