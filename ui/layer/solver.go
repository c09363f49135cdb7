package layer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/analysis"
	"facet/ui/intent"
	"facet/ui/style"
)

// The capabilities of what works beside the explorer, as the solver does. All
// methods are called from one goroutine, the explorer's. What happens in the
// background comes back as messages of its own, which the explorer hands to
// Update unread.
type (
	// Worker takes messages and can be ended.
	Worker interface {
		Update(msg tea.Msg) (tea.Cmd, []intent.Intent)
		// Close stops all work and waits for its end.
		Close()
	}
	// Follower is told where the user stands.
	Follower interface {
		// Moved tells that the session stands on another step, or is another one.
		Moved(s Steps) tea.Cmd
		// Selected tells that something else is selected.
		Selected(x intent.Selection) tea.Cmd
	}
	// Adviser tells what is known about the state after a step. Version changes
	// whenever it would tell something else.
	Adviser interface {
		Advice(step int) Advice
		// Losses are those of the session's line, one for each step.
		Losses() []analysis.Regret
		Version() uint64
		// Hints tells whether operations and steps are judged unasked.
		Hints() bool
	}
	// Doer has entries of its own in the table and carries their intents out.
	Doer interface {
		Commands() []Command
		// Do tells whether the intent was one of its own; more intents may follow
		// from it.
		Do(i intent.Intent) (cmd tea.Cmd, more []intent.Intent, mine bool)
	}
	// Page takes all room below the header, and keys.
	Page interface {
		// Key takes a key; focused tells whether the page is in front. A key that
		// is not handled means what it always means.
		Key(msg tea.KeyMsg, focused bool) (handled bool, cmd tea.Cmd, intents []intent.Intent)
		// Page draws exactly height rows of at most width cells.
		Page(width, height int) []string
		// Foot lists keys and meanings for the key line.
		Foot() [][2]string
		// Keys lists the keys that work on the page only, for the help.
		Keys() [][2]string
	}
	// Sketcher draws the content of a small pane; title goes into its frame.
	Sketcher interface {
		Pane(width, height int) (title string, content []string)
		// Watching tells whether there is something to see in it that stands
		// nowhere else: in a narrow window it is left out without.
		Watching() bool
	}
	// Dresser is told what everything is drawn with.
	Dresser interface{ SetTheme(t *style.Theme) }

	// Solver plans beside the explorer.
	Solver interface {
		Worker
		Follower
		Adviser
		Doer
		Page
		Sketcher
		Dresser
	}
)
