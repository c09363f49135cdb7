package layer

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
)

// Leader is a layer that leads a user: a lesson, a puzzle, somebody who is followed, the
// board of a class. It sees what a panel sees and answers with intents, so that it cannot
// do what no user could, except to put a session of its own on the screen.
//
// One leads at a time. While it does, the user's own session is put aside, unchanged and
// saved; it comes back when nobody leads any more. All methods are called from the
// root's goroutine and must not wait: whatever takes longer than a few milliseconds is a
// command, which comes back as a message to Update.
//
// Draw says by a place where it wants to stand: [Whole], [Beneath], [Instead], or
// nowhere. What it guards against are the intents of all others.
type Leader interface {
	Layer
	Listener
	Guard
	// Title stands at the head of the screen, in at most about thirty cells.
	Title() string
	// Begin is called once, before anything else; mostly it answers with
	// [intent.Show].
	Begin(v *View) (tea.Cmd, []intent.Intent)
	// Moved tells that the session on the screen stands on another step, by an intent of
	// its own or of somebody else's.
	Moved(v *View, own bool) (tea.Cmd, []intent.Intent)
	// Conceals tells whether nothing is shown that judges: no bound, no best known
	// total of a search, no verdict, no loss, no solver. The user's answer counts
	// only when it was found.
	Conceals() bool
	// Close is called when it leads no longer; it ends what it started.
	Close()
}

// Offers is a leader who tells which commands of others the help shall tell of.
type Offers interface{ Offers(c *Command) bool }

// Worked is a leader who knows whether the user has worked for something that may be
// saved.
type Worked interface{ Worked() bool }

// Author is a leader that saves what the user makes there, and tells so after the screen is
// gone.
type Author interface{ Told(w io.Writer) }

// Source opens leaders of one kind.
type Source struct {
	// Kind is the first word of [intent.Lead] that it answers to.
	Kind string
	// Commands are its rows in the registry.
	Commands []Command
	// Open makes the leader that an argument means; it may read files, as it is called
	// beside the screen.
	Open func(ctx context.Context, about string) (Leader, error)
}
