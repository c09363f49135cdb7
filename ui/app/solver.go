package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
)

// planned carries out what the solver wants. Its steps are those of the user's
// session, so that whatever is previewed is left first.
func (m *Model) planned(intents []intent.Intent) tea.Cmd {
	goes := func(i intent.Intent) bool { return i.Effect().Has(intent.Looks | intent.Moves | intent.Edits) }
	if m.preview != nil && slices.ContainsFunc(intents, goes) {
		m.dismiss()
	}
	if m.focus == intent.Solver && slices.ContainsFunc(intents, func(i intent.Intent) bool { return i.Effect() == intent.Edits }) {
		m.focusOn(m.front) // where it can be seen what was done
	}
	return m.carryOut(intents)
}

// plan leaves an intent to the solver.
func (m *Model) plan(i intent.Intent) tea.Cmd {
	if m.solver == nil {
		m.refuse("There is no solver here.")
		return nil
	}
	cmd, more, _ := m.solver.Perform(m.snapshot(), i)
	if hints := onOff(m.solver.Hints()); m.settings.Hints != hints && (m.settings.Hints != "" || hints == "off") {
		m.settings.Hints = hints
		cmd = tea.Batch(cmd, m.keep())
	}
	return tea.Batch(cmd, m.planned(more))
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
