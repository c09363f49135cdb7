package layer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/analysis"
	"facet/ui/intent"
	"facet/ui/style"
)

// Solver plans beside the explorer: a layer that is a page where its keys are heard, and
// else a small panel. All methods are called from the root's goroutine. What happens in
// the background comes back as messages of its own.
type Solver interface {
	Layer
	Listener
	Performer
	// Commands are its rows in the registry.
	Commands() []Command
	// Moved tells that the session stands on another step, or is another one.
	Moved(s Steps) tea.Cmd
	// Selected tells that something else is selected.
	Selected(x intent.Selection) tea.Cmd
	// Advice tells what is known about the state after a step.
	Advice(step int) Advice
	// Losses are those of the session's line, one for each step.
	Losses() []analysis.Regret
	// Version changes whenever Advice or Losses would tell something else.
	Version() uint64
	// Hints tells whether operations and steps are judged unasked.
	Hints() bool
	// Watching tells whether there is something to see in its panel that stands nowhere
	// else: in a narrow window it is left out without.
	Watching() bool
	// SetTheme tells what everything is drawn with.
	SetTheme(t *style.Theme)
	// Close stops all work and waits for its end.
	Close()
}
