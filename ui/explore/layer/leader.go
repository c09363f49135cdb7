package layer

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
)

// Leader is a layer that leads the user: a lesson, a puzzle, a lecturer who is followed,
// the board of a class. It sees what a panel sees and answers with intents, so it can do
// only what a user could, and put a session of its own on the screen.
//
// At most one leader is active. While it is, the user's own session is put aside,
// unchanged and saved, and it comes back afterwards. All methods are called on the root's
// goroutine and must not wait: work of more than a few milliseconds is a command, whose
// message comes back to Update.
//
// Draw chooses a place: [Whole], [Beneath], [Instead], or none. The guard of a leader
// applies to the intents of all others.
type Leader interface {
	Layer
	Listener
	Guard
	// Title is shown at the head of the screen, in at most about thirty cells.
	Title() string
	// Begin is called once, before all other methods; it usually answers with
	// [intent.Show].
	Begin(v *View) (tea.Cmd, []intent.Intent)
	// Moved is called when the session on the screen moves to another step. byLeader is true
	// if an intent of the leader moved it, and false for any other.
	Moved(v *View, byLeader bool) (tea.Cmd, []intent.Intent)
	// Conceals reports whether everything that judges is hidden: bounds, best known
	// totals, verdicts, losses, the solver. Lessons and puzzles hide it because an answer
	// counts only if the user finds it.
	Conceals() bool
	// Close is called when the leader ends; it stops what the leader started.
	Close()
}

// Offers is a leader that chooses which commands of others the help shows.
type Offers interface{ Offers(c *Command) bool }

// Worked is a leader that knows whether the user has done work that may be saved.
type Worked interface{ Worked() bool }

// Home is a leader from which the user goes to others: it ends when a session is opened,
// and comes back when one that was chosen there ends before anything was done.
type Home interface{ Home() intent.Lead }

// Author is a leader that saves what the user makes, and reports where once the screen is
// gone.
type Author interface{ Told(w io.Writer) }

// Source opens leaders of one kind.
type Source struct {
	// Kind is the first word of the [intent.Lead] that the source answers.
	Kind string
	// Welcome marks the leaders that greet a first-time user.
	Welcome bool
	// Paged marks leaders that go page by page: they can be recorded.
	Paged bool
	// Commands are the source's commands in the registry.
	Commands []Command
	// Section is what the source offers on the first page; nil where it offers none. It may
	// read files.
	Section func() (Section, error)
	// Open makes the leader that an argument means. It may read files, since it is called
	// in the background.
	Open func(ctx context.Context, about string) (Leader, error)
}
