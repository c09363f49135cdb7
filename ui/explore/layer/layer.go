package layer

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
)

// Layer is anything on the screen that takes keys: a panel, an overlay, a leader, a
// preview, the solver. The root offers a key to the layers of its stack, the topmost
// first; the order of the stack is the precedence of keys.
type Layer interface {
	// Bindings are the commands of the layer that are possible now, by key or by name.
	// Keys, foot, help and palette are made from them and from nothing else.
	Bindings(v *View) []Command
	// Draw draws the layer into its box.
	Draw(v *View, b Box) Drawn
}

// Optional abilities of a layer, which the root finds by type assertion.
type (
	// Listener takes messages. It ignores those that it does not know.
	Listener interface {
		Update(v *View, msg tea.Msg) (tea.Cmd, []intent.Intent)
	}
	// Typist takes the keys that none of its commands has, as text. Typing reports
	// whether each printable key is text now.
	Typist interface {
		Typing() bool
		Type(v *View, msg tea.KeyMsg) (handled bool, intents []intent.Intent)
	}
	// Paster takes pasted text while no text field is open.
	Paster interface {
		Layer
		Paste(v *View, text string) (tea.Cmd, []intent.Intent)
	}
	// Clicker takes clicks into what was drawn last, and turns of the mouse's wheel: 1 is
	// down, -1 up. The intent is nil where only the layer changes; false says that the
	// click or turn meant nothing.
	Clicker interface {
		Click(v *View, x, y int) (intent.Intent, bool)
		Wheel(v *View, by int) (intent.Intent, bool)
	}
	// Cover reports whether the layer hides the layers below, of which then only the
	// commands for everywhere are heard.
	Cover interface{ Covers() bool }
	// Guard restricts the intents of all other layers as long as the layer is there.
	Guard interface {
		// Allows are the effects that intents of others may have. An intent with any
		// other effect is refused.
		Allows() intent.Effect
		// Refuses says in a sentence why an intent is refused, which may be one with an
		// allowed effect; it is empty where there is nothing to say.
		Refuses(v *View, i intent.Intent) string
	}
	// Pointer points at parts of the state at the cursor, in place of the selection.
	Pointer interface {
		Points(v *View) []intent.Selection
	}
	// Surrounder has the pictures show only what surrounds something, while the user does
	// not ask for the whole; Nothing for the whole.
	Surrounder interface {
		Around(v *View) intent.Selection
	}
	// Foreseer gives the session and the step that the layer shows next, so that the
	// pictures are there when it does; nil for none.
	Foreseer interface{ Ahead() (of Steps, step int) }
	// Presenter reports whether a lecturer turns the pages and the user only watches:
	// pictures are then shown whole, since the user does not pan, and no panel takes the
	// keys unasked.
	Presenter interface {
		Presents() bool
	}
	// Passer is a layer over the panels that closes at a key that is meant for what is
	// below.
	Passer interface{ Passes(msg tea.KeyMsg) bool }
	// Page is a layer that is there to be read: the next line of plain mode closes it.
	Page interface{ IsPage() }
	// Rival offers complete sequences to compare with the one on the screen.
	Rival interface{ Rivals() []Complete }
	// Performer performs intents of its own wing; more intents may follow from one.
	Performer interface {
		Perform(v *View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, ok bool)
	}
)

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
	if t, is := l.(Typist); is && !covered {
		ok, h.Intents = t.Type(v, msg)
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
func Refuse(text string) []intent.Intent { return []intent.Intent{intent.Refuse{Text: text}} }

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
	return []intent.Intent{intent.Warn{Text: Sentence(err.Error())}}
}

// Back is the command that leaves a layer.
func Back(keys ...string) Command { return Means(intent.Back{}, keys...) }

// ListTable are the keys that move in lists.
func ListTable() *Table {
	return &Table{Layer: ListLayer, Rows: []Row{
		{"up", "up k", "one row up, in lists"}, {"down", "down j", "one row down"}, {"first", "home", "the first row"}, {"last", "end", "the last row"}}}
}

// Rows are the commands that move by rows in a list, without a text in help or foot.
func Rows(move func(by int) []intent.Intent) []Command {
	keys := ListTable()
	by := []int{-1, 1, -1 << 20, 1 << 20}
	all := make([]Command, len(by))
	for k, row := range keys.Rows {
		all[k] = keys.Do(row[0], func() []intent.Intent { return move(by[k]) })
	}
	return all
}
