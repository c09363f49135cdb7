package explorer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/theme"
)

// Companion plans beside the explorer. It owns page 4, a pane beside the
// history where there is room, and the keys g, b, h, p and x.
//
// All methods are called from one goroutine, the explorer's. What a companion
// does in the background comes back as messages of its own, which the explorer
// hands to Update unread.
type Companion interface {
	// Moved tells that the session stands on another step, or is another one.
	Moved(session *session.Session) tea.Cmd
	// Selected tells that something else is selected.
	Selected(x Selection) tea.Cmd
	// Update takes a message that the explorer does not know.
	Update(msg tea.Msg) (tea.Cmd, []Intent)
	// Key takes a key; focused tells whether page 4 is in front. A key that is
	// not handled means what it always means.
	Key(msg tea.KeyMsg, focused bool) (handled bool, cmd tea.Cmd, intents []Intent)
	// Page draws page 4, exactly height rows of at most width cells.
	Page(width, height int) []string
	// Pane draws the small pane's content; title goes into its frame.
	Pane(width, height int) (title string, content []string)
	// Version changes whenever Advice would give something else. Page and Pane
	// are asked for with every frame.
	Version() uint64
	// Advice tells what is known about the state after a step.
	Advice(step int) Advice
	// SetTheme changes what everything is drawn with.
	SetTheme(t *theme.Theme)
	// Keys lists the companion's keys for the help: pairs of key and meaning.
	Keys() [][2]string
	// Foot lists what matters on page 4 now for the key line.
	Foot() [][2]string
	// Commands lists what can be typed, for the palette.
	Commands() []TypedCommand
	// Command carries out a typed command.
	Command(name, arg string) (tea.Cmd, []Intent)
	// Close stops all work and waits for its end.
	Close()
}

// TypedCommand is a command of the companion.
type TypedCommand struct {
	Name, Args, Does string
	// Offers proposes arguments, each with what it does.
	Offers [][2]string
}

// Advice is what planning has found out about a state. Nothing is shown where
// nothing is known.
type Advice struct {
	AtLeast    model.Cost // what is still needed at least
	HasAtLeast bool
	Best       model.Cost // the best known completion, without what was spent
	HasBest    bool
	Optimal    bool   // Best is proved to be the best
	Source     string // how Best was found, in a word or two
	// Verdicts are for the operations that are possible next.
	Verdicts map[model.Op]Verdict
}

// Verdict is what an operation would lead to.
type Verdict struct {
	Then    model.Cost // the whole sequence's total after it, at least
	Exact   bool       // Then can be reached
	Loss    model.Cost // how much worse than the best completion
	HasLoss bool
}
