// Package guide is what leads a user through the explorer: a lesson, a puzzle,
// somebody who is followed. The explorer knows no more of them than [Leader] says;
// a guide sees what a pane sees and answers with intents, so that it cannot do what
// no user could, except to put a session of its own on the screen.
//
// One guide leads at a time. While it does, the user's own session is put aside,
// unchanged and saved; it comes back when the guide ends.
package layer

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
)

// Leader leads a user. All methods are called from the explorer's goroutine and must
// not wait: whatever takes longer than a few milliseconds is a command, which comes
// back as a message to Update.
type Leader interface {
	// Title stands at the head of the screen, in at most about thirty cells.
	Title() string
	// Begin is called once, before anything else; mostly it answers with
	// [intent.Stage].
	Begin(s *View) (tea.Cmd, []intent.Intent)
	// Key takes a key before the panes and the table of entries do, and after what
	// lies over them. What it does not handle means what it always means.
	Key(s *View, msg tea.KeyMsg) (handled bool, cmd tea.Cmd, intents []intent.Intent)
	// Update takes a message that nobody else knows.
	Update(s *View, msg tea.Msg) (handled bool, cmd tea.Cmd, intents []intent.Intent)
	// Moved tells that the session on the screen stands on another step, or is
	// another one, by whoever's intent.
	Moved(s *View) (tea.Cmd, []intent.Intent)
	// Allows is what intents of others may do meanwhile: one with another effect is
	// refused, whatever it is.
	Allows() intent.Effect
	// Refuses tells in a sentence why an intent is refused, also one whose effect is
	// allowed; empty where there is nothing to say. It is asked about every intent but
	// the guide's own.
	Refuses(s *View, i intent.Intent) string
	// Conceals tells whether nothing is shown that judges: no bound, no best known
	// total of a search, no verdict, no loss, no solver. The user's answer counts
	// only when it was found.
	Conceals() bool
	// Page takes all room beneath the header: exactly height rows of at most width
	// cells. nil shows the panes.
	Page(s *View, width, height int) []string
	// Panel is what stands beneath the pictures: at most most rows. Where instead
	// is set it takes the room of list and history, otherwise rows of its own
	// between the panes and the narration.
	Panel(s *View, width, most int) (rows []string, instead bool)
	// Foot lists keys and meanings for the key line.
	Foot(s *View) [][2]string
	// Keys lists all keys that mean something else while it leads, for the help.
	Keys() [][2]string
	// Close is called when it leads no longer; it ends what it started.
	Close()
}

// Source opens guides of one kind.
type Source struct {
	// Kind is the first word of [intent.Lead] that it answers to.
	Kind string
	// Commands are its rows in the table of all that can be wanted.
	Commands []Command
	// Open makes the guide that an argument means; it may read files, as it is
	// called beside the screen.
	Open func(ctx context.Context, about string) (Leader, error)
}
