package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/playback"
)

// play starts and stops what lies ahead.
func (m *Model) play() tea.Cmd {
	p := &m.clock
	if p.Running() {
		p.Stop()
		m.say("Stopped. Space continues, PgUp and PgDn step.")
		return nil
	}
	if m.session.Depth() == len(m.session.Line()) {
		if m.session.Depth() == 0 {
			m.refuse("There are no steps ahead to play: undo some first.")
			return nil
		}
		m.report(m.session.Jump(0)) // from the end it starts over
		m.selectNext()
	}
	m.say(m.playing())
	return p.Start()
}

func (m *Model) playing() string {
	return fmt.Sprintf("Playing one step every %s: space stops, < slower, > faster.", m.clock.Interval())
}

// ticked takes the next step.
func (m *Model) ticked(t playback.Tick) tea.Cmd {
	p := &m.clock
	if !p.Due(t) {
		return nil
	}
	if m.session.Depth() == len(m.session.Line()) {
		p.Stop()
		m.say("This was the last step. Space plays again from the start.")
		return nil
	}
	cmd := m.perform(intent.Redo{})
	if m.session.Depth() == len(m.session.Line()) {
		p.Stop()
	}
	if !p.Running() {
		return cmd
	}
	return tea.Batch(cmd, p.Next())
}

// hurry makes playing faster or slower.
func (m *Model) hurry(faster bool) {
	p := &m.clock
	if faster {
		p.Faster()
	} else {
		p.Slower()
	}
	if p.Running() {
		m.say(m.playing())
		return
	}
	m.say(fmt.Sprintf("One step every %s: space plays.", p.Interval()))
}
