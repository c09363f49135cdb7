package intent

import (
	"facet/model"
)

// Select makes Target the one thing that all panels show as selected; without one, the
// first row of the list.
type Select struct{ Target Selection }

func (Select) Effect() Effect { return Looks }

// DoSelected carries out the selected operation, whatever it is.
type DoSelected struct{}

func (DoSelected) Effect() Effect { return Edits }

// Eliminate eliminates the selected face (Rule 2).
type Eliminate struct{}

func (Eliminate) Effect() Effect { return Edits }

// Preaccumulate gives the selected vertex of the line dag its Jacobian, or
// the end of the selected face that lacks one (Rule 3).
type Preaccumulate struct{}

func (Preaccumulate) Effect() Effect { return Edits }

// ChangeMode selects the next mode of the selected operation.
type ChangeMode struct{}

func (ChangeMode) Effect() Effect { return Looks }

// AskEdge asks for front or back elimination of the selected edge.
type AskEdge struct{}

func (AskEdge) Effect() Effect { return Edits }

// AskVertex asks whether to eliminate the selected junction.
type AskVertex struct{}

func (AskVertex) Effect() Effect { return Edits }

// EliminateVertex eliminates a junction of the dag: all its faces as one step.
type EliminateVertex struct{ Vertex int }

func (EliminateVertex) Effect() Effect { return Edits }

// EliminateEdge is front or back elimination of the edge (From,To) of the dag.
type EliminateEdge struct {
	From, To int
	Front    bool
}

func (EliminateEdge) Effect() Effect { return Edits }

// Carry carries out Ops as one step called Title; an empty title names the
// step after its operation.
type Carry struct {
	Ops   []model.Op
	Title string
}

func (Carry) Effect() Effect { return Edits }

// Follow carries out operations as one step each, and goes to the last.
type Follow struct{ Ops []model.Op }

func (Follow) Effect() Effect { return Edits }
