// Package intent says what a user of the explorer can want: one small type for
// each. Keys, clicks, the palette, lessons and remote followers all make the same
// intents. Each is carried out by the part of the explorer that has the state it changes.
//
// The package knows nothing of screens, files or of how an intent is carried out.
package intent

// Intent is what a user wants, as a value. What it would change is its effect, by which
// a leader refuses it.
type Intent interface{ Effect() Effect }

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
