package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
)

// planned carries out what the solver wants. Its steps are those of the user's
// session, so that whatever is previewed is left first.
func (m *Model) planned(intents []intent.Intent) tea.Cmd {
	if m.player.proposal != nil && slices.ContainsFunc(intents, moves) {
		m.dismiss()
	}
	if m.focus == intent.Solver && slices.ContainsFunc(intents, carries) {
		m.focusOn(m.front) // where it can be seen what was done
	}
	return m.carryOut(intents)
}

// moves tells whether an intent goes to another step or selects there.
func moves(i intent.Intent) bool {
	switch i.(type) {
	case intent.Carry, intent.GoTo, intent.Select:
		return true
	}
	return false
}

func carries(i intent.Intent) bool {
	_, ok := i.(intent.Carry)
	return ok
}

// plan leaves an intent to the solver.
func (m *Model) plan(i intent.Intent) tea.Cmd {
	if m.solver == nil {
		m.refuse("There is no solver here.")
		return nil
	}
	cmd, more, _ := m.solver.Do(i)
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
