package explorer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
)

// toggleMouse is off at first: a terminal that reports the mouse no longer lets
// its user mark and copy text.
func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	m.settings.Mouse = m.mouse
	keep := m.keep()
	if m.mouse {
		m.say("Mouse on: a click selects, the wheel pans. To copy text, hold shift or press M again.")
		return tea.Batch(tea.EnableMouseCellMotion, keep)
	}
	m.say("Mouse off: the terminal marks and copies text again.")
	return tea.Batch(tea.DisableMouse, keep)
}

// pointer takes clicks and the wheel.
func (m *Model) pointer(msg tea.MouseMsg) tea.Cmd {
	if len(m.over) > 0 || m.tooSmall() {
		return nil
	}
	for _, a := range m.areas {
		x, y := msg.X-a.innerX, msg.Y-a.innerY
		if x < 0 || y < 0 || x >= a.innerWidth || y >= a.innerHeight {
			continue
		}
		switch {
		case msg.Button == tea.MouseButtonWheelUp:
			return m.wheel(a.pane, -1)
		case msg.Button == tea.MouseButtonWheelDown:
			return m.wheel(a.pane, 1)
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			return m.click(a.pane, x, y)
		}
	}
	return nil
}

func (m *Model) wheel(p intent.Pane, by int) tea.Cmd {
	switch p {
	case intent.Dag, intent.LineDag:
		m.picture(p).PanBy(0, 2*by)
	case intent.Next:
		if sel, ok := m.next.Step(m.snapshot(), by); ok {
			return m.perform(intent.Select{Target: sel})
		}
	case intent.History:
		m.history.Move(m.snapshot(), by)
	}
	return nil
}

func (m *Model) click(p intent.Pane, x, y int) tea.Cmd {
	m.message = message{}
	m.focusOn(p)
	switch p {
	case intent.Dag, intent.LineDag:
		if sel, ok := m.picture(p).Hit(m.state(), x, y); ok && m.pictures.Ready(m.session.Cursor()) {
			return m.perform(intent.Select{Target: sel})
		}
	case intent.Next:
		if sel, ok := m.next.Row(y); ok {
			return m.perform(intent.Select{Target: sel})
		}
	case intent.History:
		if at, ok := m.history.Row(y); ok {
			return m.perform(intent.JumpTo{Depth: at})
		}
	}
	return nil
}
