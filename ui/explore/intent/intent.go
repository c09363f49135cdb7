// Package intent says what a user of the explorer can want. Keys, clicks, the palette, lessons and
// remote followers all make the same intents.
//
// What only a command means needs no type here: it is a [Line] that names the command. An intent
// with a type of its own is made in several places, or has in it what no line can say. The package
// knows nothing of screens, files or of how an intent is carried out.
//
//	intent.go     what is said and asked; steps; what is selected and in front; who leads
//	effect.go     what an intent would change
//	selection.go  what can be selected, and what is selected after a step
package intent

import (
	"facet/model"
	"facet/model/edit"
	"facet/model/session"
)

// Intent is what a user wants, as a value. What it would change is its effect, by which
// a leader refuses it.
type Intent interface{ Effect() Effect }

// Line is a command with its argument, as the user types it: what it means is carried out.
type Line string

// Effect is that of nothing: what the line means is asked about by itself.
func (Line) Effect() Effect { return Adjusts }

// Invoke has a layer on the screen run one of its commands, which is named by its layer, as
// in puzzle.hint.
type Invoke struct{ Command string }

// Effect is that of nothing: what the command wants is asked about by itself.
func (Invoke) Effect() Effect { return Adjusts }

// AskCommand opens the palette with Line in it, and a proposal that typing replaces.
type AskCommand struct{ Line, Proposal string }

func (AskCommand) Effect() Effect { return Adjusts }

// AskText asks for a line of text under a title. It begins with Text, and a proposal that
// typing replaces.
// Where Number is set a letter that begins no number is a key again, as if nothing had
// been asked.
type AskText struct {
	Title, Text, Proposal string
	Number                bool
	Accept                func(text string) Intent
}

func (AskText) Effect() Effect { return Adjusts }

// Say shows a sentence in the foot.
type Say struct {
	Text string
	As   Tone
}

func (Say) Effect() Effect { return Adjusts }

// Tone is how something is said.
type Tone uint8

// How something is said.
const (
	Plainly Tone = iota
	// Refusal is why something is not possible.
	Refusal
	// Warning is of what is not saved. It stays until the next key, whatever else is said
	// meanwhile: a user who leaves without having read it loses something.
	Warning
	// Remark is said only where nothing else is.
	Remark
	// Message was sent from outside. It stays until it is read: until Esc, or a key that comes
	// when there was time to read it.
	Message
)

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

// Select makes Target the one thing that all panels show as selected; without one, the
// first row of the list.
type Select struct {
	Target Selection
	Near   bool // show what surrounds it where the dag is too large to see it otherwise
}

func (Select) Effect() Effect { return Looks }

// Focus gives a panel the keys.
type Focus struct{ Panel Panel }

// Effect of a focus is that of looking; the solver's page judges.
func (f Focus) Effect() Effect {
	if f.Panel == Solver {
		return Judges
	}
	return Looks
}

// Bring brings a picture to the front where there is room for one. It stays there with
// Hold, whatever is selected, until the user or another Bring chooses.
type Bring struct {
	Panel Panel
	Hold  bool
}

func (Bring) Effect() Effect { return Looks }

// Back closes what lies on top, or gives the keys back to the panel that had them.
type Back struct{}

func (Back) Effect() Effect { return Adjusts }

// Panel names what keys can act on.
type Panel uint8

// The panels.
const (
	Dag Panel = iota
	LineDag
	Next
	History
	Solver
	Told // the sentences beside the pictures: no keys act on them
	Text // what a leader says there
)

var panelNames = [...]string{"dag", "line dag", "next", "history", "solver", "done", "text"}

func (p Panel) String() string { return panelNames[p] }

// Lead opens a leader: Kind is that of its source, About says which one.
type Lead struct{ Kind, About string }

func (Lead) Effect() Effect { return Leaves }

// Show puts a session of a leader's on the screen; the user's own is put aside
// and nothing of the leader's is saved as the user's.
// Like is for the session on the screen on a dag that was changed: pictures move as
// little as possible.
type Show struct {
	Session *session.Session
	Like    bool
}

func (Show) Effect() Effect { return Opens }

// Keep makes what a leader has put on the screen the user's own session, which
// is saved from now on; the leader goes on leading.
// It goes on from the saved session in the file Resumed, if there is one. What is Drawn
// is a dag of the user's, which is saved before it has a step.
type Keep struct {
	Resumed string
	Drawn   bool
}

func (Keep) Effect() Effect { return Opens }

// EndLead ends the leading and brings the user's session back.
type EndLead struct{}

func (EndLead) Effect() Effect { return Leaves }

// EditDag changes the dag, where what leads is an editor.
type EditDag struct{ Edit edit.Edit }

func (EditDag) Effect() Effect { return Draws }
