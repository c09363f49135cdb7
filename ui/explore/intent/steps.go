package intent

import (
	"facet/model"
)

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

// AskNote asks for a note on the current step.
type AskNote struct{}

func (AskNote) Effect() Effect { return Edits }

// Annotate puts a note on the current step; an empty text takes it away.
type Annotate struct{ Text string }

func (Annotate) Effect() Effect { return Edits }

// AskMark asks for the letter of a bookmark.
type AskMark struct{}

func (AskMark) Effect() Effect { return Moves }

// Mark has a letter stand for the current step, or for none any more.
type Mark struct {
	Letter string
	Off    bool
}

func (Mark) Effect() Effect { return Edits }

// Play plays the steps that lie ahead, or stops.
type Play struct{}

func (Play) Effect() Effect { return Moves }

// Speed makes playing faster or slower.
type Speed struct{ Faster bool }

func (Speed) Effect() Effect { return Moves }

// Preview shows Ops from the step with id From on without taking them.
type Preview struct {
	From  int
	Ops   []model.Op
	Title string
}

func (Preview) Effect() Effect { return Judges }
