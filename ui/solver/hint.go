package solver

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/solver/page"
)

// hint selects the best next operation and says why. What is not known yet is
// worked out in the background first.
func (m *Model) hint() (tea.Cmd, []intent.Intent) {
	if m.session == nil {
		return nil, nil
	}
	if m.session.State().Done() {
		return nil, say("The sequence is complete: %s", m.lossText())
	}
	if v := m.here(); v.Ops != nil || v.Given > 0 {
		return nil, m.giveHint()
	}
	m.hintWanted = true
	wait := say("Computing the best next operation%s", m.theme.Signs.Cut)
	if m.advisor.analysis == nil || m.advisor.quiet {
		return m.examine(), wait
	}
	return nil, wait
}

// setHints judges everything in the background, or forgets what is known: a
// class is to find the way by itself.
func (m *Model) setHints(on bool) (tea.Cmd, []intent.Intent) {
	m.advisor.quiet = !on
	m.advisor.forget()
	m.version++
	if !on {
		return m.examine(), say("Losses are hidden, for all dags, until v shows them again. h still gives a hint.")
	}
	return m.examine(), say("Losses are shown. v hides them, for all dags.")
}

// giveHint is the answer to h.
func (m *Model) giveHint() []intent.Intent {
	s := m.session.State()
	h, ok := m.advisor.known.Hint(m.session.Cursor(), s)
	if !ok {
		return say("No hint: this state is too large to solve at once. b searches for the best completion.")
	}
	whole := m.advisor.known.At(0)
	lost := whole.HasBest && whole.Best < h.Total
	return append([]intent.Intent{intent.Select{Target: intent.AtOp(h.Op)}}, say("%s", m.theme.Text(page.Reason(m.theme, s, h, lost)))...)
}
