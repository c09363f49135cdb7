package analysis

import (
	"slices"

	"facet/model"
	"facet/model/session"
)

// Line is a sequence of steps, some of them already done. Nothing in it may
// change while it is analysed.
type Line struct {
	Start *model.State
	Steps []session.Step // ID is by what findings and losses name it; the start is 0
	Here  int            // how many steps lead to the state that is looked at
}

// Session is what an analysis has to see of a session.
type Session interface {
	StateAt(step int) (*model.State, bool)
	Line() []session.Step
	Depth() int
}

// OfSession is the session's present branch: the steps that led to the cursor
// and those that redo would take.
func OfSession(s Session) Line {
	start, _ := s.StateAt(0)
	return Line{Start: start, Steps: s.Line(), Here: s.Depth()}
}

// OfSequence is a line with a step for each operation, all of them done. The
// error is that of an operation that is impossible where it stands.
func OfSequence(start *model.State, ops []model.Op) (Line, error) {
	line := Line{Start: start, Steps: make([]session.Step, 0, len(ops)), Here: len(ops)}
	spent := start.Spent()
	_, err := model.Walk(start, ops, func(_ *model.State, o model.Op, price model.Cost) {
		k := len(line.Steps)
		spent = spent.Add(price)
		line.Steps = append(line.Steps, session.Step{ID: k + 1, Ops: ops[k : k+1 : k+1], Cost: price,
			Spent: spent})
	})
	return line, err
}

// SoFar is the line up to the state that is looked at.
func (l Line) SoFar() Line {
	l.Steps = l.Steps[:min(l.Here, len(l.Steps))]
	return l
}

// ID names the state after the first k steps.
func (l Line) ID(k int) int {
	if k == 0 {
		return 0
	}
	return l.Steps[k-1].ID
}

// spent is what the first k steps cost, and what was paid before.
func (l Line) spent(k int) model.Cost {
	if k == 0 {
		return l.Start.Spent()
	}
	return l.Steps[k-1].Spent
}

// state is the line dag after the first k steps.
func (l Line) state(k int) (*model.State, error) {
	var ops []model.Op
	for _, step := range l.Steps[:k] {
		ops = append(ops, step.Ops...)
	}
	s, _, err := model.Replay(l.Start, ops)
	return s, err
}

// begins reports whether the completion begins with these operations.
func begins(completion, ops []model.Op) bool {
	return len(completion) >= len(ops) && slices.Equal(completion[:len(ops)], ops)
}
