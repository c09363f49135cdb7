package intent

import "facet/model"

// DoSelected carries out the selected operation. With a rule it has to be one of that rule: 2
// eliminates the selected face, 3 gives the selected vertex of the line dag its Jacobian, or the
// end of the selected face that lacks one.
type DoSelected struct{ Rule int }

func (DoSelected) Effect() Effect { return Edits }

// Carry carries out Ops as one step called Title; an empty title names the
// step after its operation.
type Carry struct {
	Ops   []model.Op
	Title string
	Each  bool // as one step each; goes to the last
	Part  bool // of a sequence that was proposed, which one undo takes back
}

func (Carry) Effect() Effect { return Edits }

// Undo goes one step back.
type Undo struct{}

func (Undo) Effect() Effect { return Moves }

// Redo goes one step forward.
type Redo struct{}

func (Redo) Effect() Effect { return Moves }

// JumpTo goes to step Depth of the line, 0 being its start.
type JumpTo struct{ Depth int }

func (JumpTo) Effect() Effect { return Moves }

// GoTo goes to the step with this id, on whatever branch.
type GoTo struct{ Step int }

func (GoTo) Effect() Effect { return Moves }

// Annotate puts a note on the current step; an empty text takes it away.
type Annotate struct{ Text string }

func (Annotate) Effect() Effect { return Edits }

// Mark has a letter stand for the current step, or for none any more.
type Mark struct {
	Letter string
	Off    bool
}

func (Mark) Effect() Effect { return Edits }

// Preview shows Ops from the step with id From on without taking them.
type Preview struct {
	From  int
	Ops   []model.Op
	Title string
}

func (Preview) Effect() Effect { return Judges }
