package layer

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
)

// Layer is anything on the screen that takes keys: a panel, an overlay, a leader, a
// preview, the solver. The root offers a key to the layers of its stack, the topmost
// first; the order of the stack is the precedence of keys.
//
// A layer embeds [Plain] and has the methods in which it differs. No ability is found by the
// type of a layer, so that one around another has all that the other has.
type Layer interface {
	// Bindings are the commands of the layer that are possible now, by key or by name.
	// Keys, foot, help and palette are made from them and from nothing else.
	Bindings(v *View) []Command
	// Fit settles which part of it the layer shows in its box: a list scrolls to its chosen
	// row, a page turns back to its end. The root calls it after each message, for what is on
	// the screen.
	Fit(v *View, b Box)
	// Draw draws the layer into its box. It changes nothing: it may be asked twice, or never.
	Draw(v *View, b Box) Drawn

	// Takes is what a printable key is that none of the commands has.
	Takes() Text
	// Type takes a key that none of the commands has, as text. A leader takes pasted text
	// so, too, while nothing lies over the panels.
	Type(v *View, msg tea.KeyMsg) (cmd tea.Cmd, intents []intent.Intent, handled bool)
	// Passes reports whether a key is meant for what is below a layer over the panels: the
	// layer is closed then.
	Passes(msg tea.KeyMsg) bool
	// Click takes clicks into what was drawn last, Wheel turns of the mouse's wheel: 1 is
	// down, -1 up. The intent is nil where only the layer changes; false says that the
	// click or turn meant nothing.
	Click(v *View, x, y int) (intent.Intent, bool)
	Wheel(v *View, by int) (intent.Intent, bool)

	// Covers reports whether the layer hides the layers below, of which then only the
	// commands for everywhere are heard.
	Covers() bool
	// Allows are the effects that intents of all other layers may have as long as the layer
	// is there. An intent with any other effect is refused.
	Allows() intent.Effect
	// Refuses says in a sentence why an intent of another layer is refused, which may be one
	// with an allowed effect; it is empty where there is nothing to say.
	Refuses(v *View, i intent.Intent) string
	// Points are the parts of the state at the cursor that the layer points at, in place of
	// the selection; nil for none.
	Points(v *View) []intent.Selection
}

// Text is what a printable key is to a layer, where none of its commands has the key.
type Text uint8

// The kinds of text.
const (
	NoText   Text = iota
	SomeText      // a text is asked for, and a key may still mean what it means elsewhere
	AllText       // each printable key is text
)

// Plain is a layer without keys, that draws nothing, takes nothing and allows all. Others
// embed it.
type Plain struct{}

// Bindings are none.
func (Plain) Bindings(*View) []Command { return nil }

// Fit has nothing to settle.
func (Plain) Fit(*View, Box) {}

// Draw draws nothing.
func (Plain) Draw(*View, Box) Drawn { return Drawn{} }

// Takes no text.
func (Plain) Takes() Text { return NoText }

// Type takes no text.
func (Plain) Type(*View, tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) { return nil, nil, false }

// Passes keeps all keys.
func (Plain) Passes(tea.KeyMsg) bool { return false }

// Click takes no click.
func (Plain) Click(*View, int, int) (intent.Intent, bool) { return nil, false }

// Wheel takes no turn.
func (Plain) Wheel(*View, int) (intent.Intent, bool) { return nil, false }

// Covers hides nothing.
func (Plain) Covers() bool { return false }

// Allows everything.
func (Plain) Allows() intent.Effect { return intent.All }

// Refuses nothing.
func (Plain) Refuses(*View, intent.Intent) string { return "" }

// Points at nothing.
func (Plain) Points(*View) []intent.Selection { return nil }

// Box is the space that a layer is given.
type Box struct {
	Width, Height int
	Outer         int  // the width of the frame around it
	Most          int  // rows that a layer drawn Beneath may take
	Focused       bool // its keys are heard
}

// Place is where something drawn is put.
type Place uint8

// The places.
const (
	Inside  Place = iota // in the box; a leader's drawing is not shown
	Whole                // all room below the header
	Beneath              // rows between the panels and the narration
	Instead              // these rows in the place of list and history
	Bare                 // nowhere: the picture in front has all room below the header
)

// Drawn is what a layer shows: the texts at both ends of its frame, and at most Height
// rows of at most Width cells.
type Drawn struct {
	Title, Right string
	Rows         []string
	Place        Place
	Alone        bool // a page that is about no dag: the header names the program alone
	Page         bool // it is there to be read: the next line of plain mode closes it
}

// Heard is what a layer made of a key: the command that has it, or nil where the key was
// text; what is to follow; and what is wanted.
type Heard struct {
	Command *Command
	Cmd     tea.Cmd
	Intents []intent.Intent
}

// Press gives a key to a layer: to its commands first, then as text. A covered layer
// hears only commands for everywhere.
func Press(l Layer, v *View, msg tea.KeyMsg, covered bool) (h Heard, ok bool) {
	if h, ok = Run(l, v, covered, func(c *Command) bool { return key.Matches(msg, c.Keys) }); ok {
		return h, true
	}
	if !covered {
		h.Cmd, h.Intents, ok = l.Type(v, msg)
	}
	return h, ok
}

// Run runs the first command of a layer that is meant.
func Run(l Layer, v *View, covered bool, meant func(*Command) bool) (h Heard, ok bool) {
	for _, c := range Bindings(l, v) {
		if (!covered || c.Everywhere) && meant(&c) {
			h.Command = &c
			h.Cmd, h.Intents = c.Run()
			return h, true
		}
	}
	return h, false
}

// ArrowKeys is the heading in the help for arrow keys in the panels.
const ArrowKeys = "Arrow keys"

// Say answers with a sentence that is shown.
func Say(text string) []intent.Intent { return []intent.Intent{intent.Say{Text: text}} }

// Refuse answers with the reason why something is not possible.
func Refuse(text string) []intent.Intent {
	return []intent.Intent{intent.Say{Text: text, As: intent.Refusal}}
}

// Report answers with an error, if there is one.
func Report(err error) []intent.Intent {
	if err == nil {
		return nil
	}
	return Refuse(Sentence(err.Error()))
}

// Warn answers with the reason why something is not saved, if there is one. No later
// sentence takes its place before the next key.
func Warn(err error) []intent.Intent {
	if err == nil {
		return nil
	}
	return []intent.Intent{intent.Say{Text: Sentence(err.Error()), As: intent.Warning}}
}

// Back is the command that leaves a layer.
func Back(keys ...string) Command { return Means(intent.Back{}, keys...) }
