package explorer

import "facet/model"

// IntentKind is what the user wants.
type IntentKind uint8

// Everything that can be wanted, from keys, clicks, typed commands and the
// companion alike.
const (
	NoIntent      IntentKind = iota
	Select                   // Target is the new selection
	Perform                  // the selected operation, whatever it is
	Eliminate                // the selected face
	Preaccumulate            // the selected vertex of the line dag, or an end of the selected face
	NextMode                 // of the selected operation
	AskEdge                  // which edge elimination?
	AskVertex                // eliminate the selected junction?
	Carry                    // Ops as one step called Text
	Play                     // Ops from the step with id Number, called Text, as a preview; without Ops, the steps ahead
	Pace                     // of playing: Number is 1 for faster, -1 for slower
	Undo
	Redo
	JumpTo   // step Number of the line
	GoToStep // the step with id Number
	Focus    // pane Number
	NextPane // Number is 1 or -1
	ZoomBy   // Number is 1 or -1
	ZoomTo   // Number is 0 to 3, or -1 for the largest that fits
	PanBy    // Number is columns, Rows rows
	TidyUp   //
	FullPane // one picture takes the room of the list
	SortBy   // Text is price, fill or position; empty for the next
	AskLabel // go to a label
	Plan     // the companion's command Text
	AskCommand
	AskNote
	AskSave
	Note // Text on the current step
	ShowHelp
	ShowTotals
	ToggleMouse
	SetTheme // Text
	SetASCII // Text is on or off
	SetSizes // Text is on or off
	Save     // the sequence, to the file Text
	SaveSession
	Export  // the dag, its line dag, to the file Text
	Replay  // the sequence in the file Text
	OpenDag // the sample or file Text
	Restart
	Resume // the saved session at path Text
	Forget // the saved session at path Text
	Repaint
	Say // Text in the foot
	Leave
)

// Intent is one wish. What else it needs depends on its kind.
type Intent struct {
	Kind   IntentKind
	Text   string
	Number int
	Rows   int
	Ops    []model.Op
	Target Selection
}
