// Package intent says what a user of the explorer can want. Keys, clicks, the palette, lessons and
// remote followers all make the same intents.
//
// What only a command means needs no type here: it is a [Line] that names the command. An intent
// with a type of its own is made in several places, or has in it what no line can say. The package
// knows nothing of screens, files or of how an intent is carried out.
//
//	intent.go     Line, and what is said and asked
//	steps.go      operations and steps
//	looking.go    what is selected and in front
//	leading.go    who leads the user
//	effect.go     what an intent would change
//	selection.go  what can be selected; following.go what is selected after a step
package intent

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
