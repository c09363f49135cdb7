package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
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
	if len(m.over) > 0 || m.window().TooSmall() {
		return nil
	}
	for _, a := range m.areas {
		x, y, within := a.Within(msg.X, msg.Y)
		if !within {
			continue
		}
		switch {
		case msg.Button == tea.MouseButtonWheelUp:
			return m.wheel(a.Pane, -1)
		case msg.Button == tea.MouseButtonWheelDown:
			return m.wheel(a.Pane, 1)
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			return m.click(a.Pane, x, y)
		}
	}
	if key, ok := map[tea.MouseButton]tea.KeyType{tea.MouseButtonWheelUp: tea.KeyUp, tea.MouseButtonWheelDown: tea.KeyDown}[msg.Button]; ok && m.led.by != nil && len(m.areas) == 0 {
		return m.key(tea.KeyMsg{Type: key}) // a page of text is scrolled
	}
	return nil
}

func (m *Model) wheel(p intent.Panel, by int) tea.Cmd {
	if c, ok := m.panel(p).(layer.Clicker); ok {
		if means, ok := c.Wheel(m.snapshot(), by); ok {
			return m.perform(means)
		}
	}
	return nil
}

func (m *Model) click(p intent.Panel, x, y int) tea.Cmd {
	m.message = message{}
	m.focusOn(p)
	if c, ok := m.panel(p).(layer.Clicker); ok {
		if means, ok := c.Click(m.snapshot(), x, y); ok {
			return m.perform(means)
		}
	}
	return nil
}
