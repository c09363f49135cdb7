package layer

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Solver plans in the background: a layer that is a page while its keys are heard, and a
// small panel otherwise. All methods are called on the root's goroutine; what happens in
// the background comes back as messages.
type Solver interface {
	Layer
	// Update takes messages. It ignores those that it does not know.
	Update(v *View, msg tea.Msg) (tea.Cmd, []intent.Intent)
	// Commands are the solver's commands in the registry.
	Commands() []Command
	// Table are the keys of its page.
	Table() *Table
	// Reproduces gives the flags of facet solve with which the run on the page was made, where
	// what is on the screen begins as it did and goes on with what it found.
	Reproduces() (flags string, ok bool)
	// Moved is called when the session moves to another step, or another session is
	// shown.
	Moved(s Steps) tea.Cmd
	// Selected is called when the selection changes.
	Selected(x intent.Selection) tea.Cmd
	// Advice is what is known about the state after a step.
	Advice(step int) Advice
	// Losses are the regrets of the steps of the session's line, one for each.
	Losses() []analysis.Regret
	// Reasons are why steps of the line lost, by step, as far as that is known.
	Reasons() map[int]Reason
	// Version changes whenever Advice or Losses would return something else.
	Version() uint64
	// Found are the best sequences of its runs, or the totals alone.
	Found() []Complete
	// Hints reports whether operations and steps are judged unasked.
	Hints() bool
	// Watching reports whether the panel shows something that is shown nowhere else: a
	// narrow window leaves it out otherwise.
	Watching() bool
	// Running describes the run that works, in a few words; empty where none does.
	Running() string
	// SetTheme sets the theme of everything that is drawn.
	SetTheme(t *style.Theme)
	// Report prints the end of the last run, once the screen is gone.
	Report(w io.Writer) error
	// Close stops all work and waits for its end.
	Close()
}
