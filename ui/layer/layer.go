package layer

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
)

// Layer is whatever can be on the screen and take keys: a panel, an overlay, who leads
// the user, a preview, the solver. The root asks the layers of its stack for a key, the
// topmost first; the order of the stack is the precedence of keys.
type Layer interface {
	// Bindings are what can be asked of the layer now, by keys or by name. Keys, foot,
	// help and palette are made from them and from nothing else.
	Bindings(v *View) []Command
	// Draw draws the layer into its box.
	Draw(v *View, b Box) Drawn
}

// What a layer may be able to do beside. The root asks for these by type.
type (
	// Listener takes messages. What it does not know it ignores.
	Listener interface {
		Update(v *View, msg tea.Msg) (tea.Cmd, []intent.Intent)
	}
	// Typist takes keys as text: those that none of its commands has. Typing tells
	// whether each printable key is text now.
	Typist interface {
		Typing() bool
		Type(v *View, msg tea.KeyMsg) (handled bool, intents []intent.Intent)
	}
	// Paster takes text that is pasted where none is asked for.
	Paster interface {
		Layer
		Paste(v *View, text string) (tea.Cmd, []intent.Intent)
	}
	// Clicker takes clicks into what was drawn last, and turns of the mouse's wheel, 1
	// down and -1 up. The intent is nil for what changes the layer alone; false is for
	// nothing.
	Clicker interface {
		Click(v *View, x, y int) (intent.Intent, bool)
		Wheel(v *View, by int) (intent.Intent, bool)
	}
	// Cover tells whether the layer hides what is below, so that of that only the
	// commands for everywhere are heard.
	Cover interface{ Covers() bool }
	// Guard says what others may do as long as the layer is there.
	Guard interface {
		// Allows is the effects that intents of others may have. An intent with another
		// one is refused, whatever it is.
		Allows() intent.Effect
		// Refuses tells in a sentence why an intent is refused, also one whose effect is
		// allowed; empty where there is nothing to say.
		Refuses(v *View, i intent.Intent) string
	}
	// Pointer points at things of the state at the cursor, in place of what is selected.
	Pointer interface {
		Points(v *View) []intent.Selection
	}
	// Presenter tells whether pages are turned for somebody who only looks: pictures are
	// shown as a whole, since nobody pans, and nothing takes the place of the keys unasked.
	Presenter interface {
		Presents() bool
	}
	// Rival has complete sequences to compare with what is on the screen.
	Rival interface{ Rivals() []Complete }
	// Performer carries out intents that are its own; more may follow from one.
	Performer interface {
		Perform(v *View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, mine bool)
	}
)

// Box is the room that a layer has.
type Box struct {
	Width, Height int
	Outer         int  // the width of the frame around it
	Most          int  // rows that it may take beneath the panels, where it leaves them there
	Focused       bool // its keys are heard
}

// Place is where something drawn belongs.
type Place uint8

// The places.
const (
	Inside  Place = iota // in the box; of who leads: nowhere
	Whole                // all room below the header
	Beneath              // rows between the panels and the narration
	Instead              // these rows in the place of list and history
)

// Drawn is what a layer shows: what stands at both ends of its frame, and at most
// Height rows of at most Width cells.
type Drawn struct {
	Title, Right string
	Rows         []string
	Place        Place
}

// Press gives a key to a layer: to its commands, then as text. Of a layer that is
// covered only commands for everywhere are heard.
func Press(l Layer, v *View, msg tea.KeyMsg, covered bool) (heard bool, cmd tea.Cmd, intents []intent.Intent) {
	for _, c := range l.Bindings(v) {
		if (!covered || c.Everywhere) && key.Matches(msg, c.Keys) {
			cmd, intents = c.Run()
			return true, cmd, intents
		}
	}
	if t, ok := l.(Typist); ok && !covered {
		heard, intents = t.Type(v, msg)
	}
	return heard, nil, intents
}

// ArrowKeys is the heading of what arrow keys do in the panels.
const ArrowKeys = "Arrow keys"

// Say is the answer that shows a sentence.
func Say(text string) []intent.Intent { return []intent.Intent{intent.Say{Text: text}} }

// Back is the command that leaves a layer.
func Back(keys ...string) Command { return Means(intent.Back{}, keys...) }

// Rows are the commands that move by rows in a list, without a word in help or foot.
func Rows(move func(by int) []intent.Intent) []Command {
	var all []Command
	for _, k := range []struct {
		by   int
		keys []string
	}{{-1, []string{"up", "k"}}, {1, []string{"down", "j"}}, {-1 << 20, []string{"home"}}, {1 << 20, []string{"end"}}} {
		all = append(all, Do(func() []intent.Intent { return move(k.by) }, k.keys...))
	}
	return all
}
