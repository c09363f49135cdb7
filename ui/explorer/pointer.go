package explorer

import (
	tea "github.com/charmbracelet/bubbletea"
)

// toggleMouse is off at first: a terminal that reports the mouse no longer lets
// its user mark and copy text.
func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	m.settings.Mouse = m.mouse
	m.keep()
	if m.mouse {
		m.say("Mouse on: a click selects, the wheel pans. To copy text, hold shift or press M again.")
		return tea.EnableMouseCellMotion
	}
	m.say("Mouse off: the terminal marks and copies text again.")
	return tea.DisableMouse
}

// pointer takes clicks and the wheel.
func (m *Model) pointer(msg tea.MouseMsg) tea.Cmd {
	if m.over != nil || m.tooSmall() {
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

func (m *Model) wheel(p pane, by int) tea.Cmd {
	switch p {
	case paneDag, paneLine:
		m.picture(p).panBy(0, 2*by)
	case paneNext:
		if sel, ok := m.next.Step(&m.common, by); ok {
			return m.perform(Intent{Kind: Select, Target: sel})
		}
	case paneHistory:
		m.history.Move(&m.common, by)
	}
	return nil
}

func (m *Model) click(p pane, x, y int) tea.Cmd {
	m.message = message{}
	m.focusOn(p)
	switch p {
	case paneDag, paneLine:
		if sel, ok := m.picture(p).Hit(m.state(), x, y); ok {
			return m.perform(Intent{Kind: Select, Target: sel})
		}
	case paneNext:
		if sel, ok := m.next.row(y); ok {
			return m.perform(Intent{Kind: Select, Target: sel})
		}
	case paneHistory:
		if at, ok := m.history.row(y); ok {
			return m.perform(Intent{Kind: JumpTo, Number: at})
		}
	}
	return nil
}
