package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/excerpt"
	"facet/model/junction"
)

// mostAtOnce is how many faces the elimination of a vertex or an edge may begin with.
const mostAtOnce = 5000

// read reads a line that is a step: operations with ; between them, or a whole vertex or
// edge, whose line is the step's title. What is wrong is told.
func (p *player) read(s *model.State, m Move) (title string, ops []model.Op, ok bool) {
	if e, is, err := junction.Read(s.Dag(), m.Text); is {
		if err == nil {
			title, ops, err = whole(s, e)
		}
		return title, ops, p.possible(m, ops, err)
	}
	if !isOperation(m.Text) {
		p.wrong(m.Line, "%s", noLine(m.Text))
		return "", nil, false
	}
	ops, err := model.ParseStep(s, m.Text)
	return "", ops, p.possible(m, ops, err)
}

// whole is the elimination of a vertex or an edge as a step.
func whole(s *model.State, e junction.Elimination) (title string, ops []model.Op, err error) {
	if faces := e.Faces(s); faces > mostAtOnce {
		return "", nil, fmt.Errorf("%d faces meet here, and a step of a lesson begins with %d at most", faces,
			mostAtOnce)
	}
	plan, err := e.Plan(s)
	return e.Line(s.Dag()), plan.Ops, err
}

// noLine says of a line that is none of a lesson what there is in its place.
func noLine(text string) string {
	word, _, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "undo", "redo", "jump":
		return word + " goes along the steps of a facet block: here is one step, or one sequence"
	case "branch", "step", "mark", "unmark":
		return word + " is no line of a lesson: jump n goes back to step n, and what follows is a branch"
	case "greedy", "search", "solve", "apply":
		return word +
			" is no line of a lesson, which does not search: write the operations, as :save-lesson does"
	}
	return excerpt.Of(word) +
		" is no line of a lesson: write an operation (ACC, ELI), vertex j, front (i j), back (i j), undo, redo, jump n, note or total"
}

// possible tells why operations are not possible, and counts them.
func (p *player) possible(m Move, ops []model.Op, err error) bool {
	if err != nil {
		p.wrong(m.Line, "the operation cannot be carried out: %v", err)
		return false
	}
	if p.ops += len(ops); p.ops > maxOps {
		p.wrong(m.Line, "the steps of a lesson have at most %d operations: split it", maxOps)
		return false
	}
	return true
}

// onto reads a line and carries it out on the side.
func (p *player) onto(tape *model.Tape, m Move) (title string, ops []model.Op, ok bool) {
	title, ops, ok = p.read(tape.State(), m)
	for k := 0; k < len(ops) && ok; k++ {
		if _, err := tape.Do(ops[k]); err != nil {
			ok = p.possible(m, nil, err)
		}
	}
	return title, ops, ok
}

// way is the step to which undo, redo or jump n goes, as in the explorer.
func (p *player) way(m Move) (to int, is bool, err error) {
	word, arg, _ := strings.Cut(m.Text, " ")
	word, arg = strings.ToLower(word), strings.TrimSpace(arg)
	if word != "undo" && word != "redo" && word != "jump" {
		return 0, false, nil
	}
	if err := p.scene.Goto(p.at); err != nil {
		return 0, true, err
	}
	switch {
	case word != "jump" && arg != "":
		err = fmt.Errorf("%s takes nothing behind its name: leave out %s", word, excerpt.Of(arg))
	case word == "undo" && !p.scene.Undo():
		err = fmt.Errorf("this is the start: there is nothing to undo")
	case word == "redo" && !p.scene.Redo():
		err = fmt.Errorf("this is the last step: there is nothing to redo")
	case word == "jump":
		n, bad := strconv.Atoi(arg)
		if line := len(p.scene.Line()); bad != nil || n < 0 || n > line {
			return 0, true, fmt.Errorf("jump needs a step from 0 to %d", line)
		}
		err = p.scene.Jump(n)
	}
	return p.scene.Cursor(), true, err
}
