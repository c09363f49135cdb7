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
// A leader embeds [Neutral] and has the methods in which it differs; one that is around
// another embeds that one, and so passes on whatever it does not say otherwise.
//
// Draw chooses a place: [Whole], [Beneath], [Instead], or none. What a leader allows applies
// to the intents of all others.
type Leader interface {
	Layer
	// Title is shown at the head of the screen, in at most about thirty cells.
	Title() string
	// Begin is called once, before all other methods; it usually answers with
	// [intent.Show].
	Begin(v *View) (tea.Cmd, []intent.Intent)
	// Update takes messages. It ignores those that it does not know.
	Update(v *View, msg tea.Msg) (tea.Cmd, []intent.Intent)
	// Moved is called when the session on the screen moves to another step. byLeader is true
	// if an intent of the leader moved it, and false for any other.
	Moved(v *View, byLeader bool) (tea.Cmd, []intent.Intent)
	// Perform carries out intents that are the leader's own; more may follow from one.
	Perform(v *View, i intent.Intent) (cmd tea.Cmd, more []intent.Intent, ok bool)
	// Conceals reports whether everything that judges is hidden: bounds, best known
	// totals, verdicts, losses, the solver. Lessons and puzzles hide it because an answer
	// counts only if the user finds it.
	Conceals() bool
	// Presents reports whether a lecturer turns the pages and the user only watches:
	// pictures are then shown whole, since the user does not pan, and no panel takes the
	// keys unasked.
	Presents() bool
	// Around has the pictures show only what surrounds something, while the user does not
	// ask for the whole; Nothing for the whole.
	Around(v *View) intent.Selection
	// Rivals are complete sequences to compare with the one on the screen.
	Rivals() []Complete
	// Offers reports whether the help and the foot show a command of others.
	Offers(c *Command) bool
	// Clicks reports whether clicks and the wheel mean something on its page.
	Clicks() bool
	// Worked reports whether the user has done work that may be saved.
	Worked() bool
	// Home is how a leader is asked for again from which the user goes to others: it ends
	// when a session is opened, and comes back when one that was chosen there ends before
	// anything was done. It has no kind for any other leader.
	Home() intent.Lead
	// Page gives the title of what goes page by page, and what the page on the screen
	// begins: a chapter or a step; empty for what goes on with either. Over is true on the
	// last page.
	Page() (title, begins string, over bool)
	// Farewell tells, once the screen is gone and the leader is closed, what was saved.
	Farewell(w io.Writer)
	// Close is called when the leader ends; it stops what the leader started.
	Close()
}

// Neutral is a leader that wants nothing, and has only one page. Others embed it.
type Neutral struct{ Plain }

// Title is empty.
func (Neutral) Title() string { return "" }

// Begin shows nothing.
func (Neutral) Begin(*View) (tea.Cmd, []intent.Intent) { return nil, nil }

// Update knows no message.
func (Neutral) Update(*View, tea.Msg) (tea.Cmd, []intent.Intent) { return nil, nil }

// Moved follows no steps.
func (Neutral) Moved(*View, bool) (tea.Cmd, []intent.Intent) { return nil, nil }

// Perform carries nothing out.
func (Neutral) Perform(*View, intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	return nil, nil, false
}

// Conceals hides nothing.
func (Neutral) Conceals() bool { return false }

// Presents leaves the keys to the user.
func (Neutral) Presents() bool { return false }

// Around is the whole.
func (Neutral) Around(*View) intent.Selection { return intent.Selection{} }

// Rivals are none.
func (Neutral) Rivals() []Complete { return nil }

// Offers all commands.
func (Neutral) Offers(*Command) bool { return true }

// Clicks mean nothing.
func (Neutral) Clicks() bool { return false }

// Worked is false: there is nothing to be saved.
func (Neutral) Worked() bool { return false }

// Home is nowhere.
func (Neutral) Home() intent.Lead { return intent.Lead{} }

// Page is the only one.
func (Neutral) Page() (title, begins string, over bool) { return "", "", true }

// Farewell says nothing.
func (Neutral) Farewell(io.Writer) {}

// Close has nothing to stop.
func (Neutral) Close() {}

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

// Done is returned by a source in place of a leader when it did at once what the user
// asked for. It is shown as a message.
type Done string

// Error is the message.
func (d Done) Error() string { return string(d) }
