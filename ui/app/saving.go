package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/layer"
)

// save hands the session to the saver whenever it changed. A session in which
// nothing was done yet is not worth a file.
func (m *Model) save() {
	if m.saver == nil || m.led.own != nil || m.preview != nil || m.saved == m.session.Revision() || m.session.Steps() == 0 {
		return
	}
	m.saved = m.session.Revision()
	m.saver.Save(m.session)
}

// SavingChanged is the message that the saver has something to say.
type SavingChanged struct{}

// Saving tells by a value whenever there is something to say about saving; whoever
// runs the program makes [SavingChanged] of it. It is nil where nothing is saved.
func (m *Model) Saving() <-chan struct{} {
	if m.saver == nil {
		return nil
	}
	return m.saver.Changed()
}

// savingChanged says, once, that nothing can be saved, and when it can again.
func (m *Model) savingChanged() {
	err, over := m.saver.Trouble()
	switch {
	case err != nil:
		m.refuse(layer.Sentence(err.Error()))
	case over:
		m.say("The session is saved again.")
	}
}

// keep writes the settings.
func (m *Model) keep() tea.Cmd {
	if !m.options.Autosave {
		return nil
	}
	place, settings := m.place, m.settings
	return m.jobs.Start(settingsJob, func(context.Context) tea.Msg {
		if err := place.Keep(settings); err != nil {
			return storedMsg{err: err}
		}
		return nil
	})
}
