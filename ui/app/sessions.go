package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/documents"
	"facet/ui/files/store"
	"facet/ui/layer"
	"facet/ui/overlay"
)

// Saved sessions are read in the background, too.
type (
	// unfinishedMsg brings a session that was left before it was complete.
	unfinishedMsg struct{ saved store.Saved }
	// listedMsg brings all that are saved or put aside.
	listedMsg struct{ all []store.Saved }
	// storedMsg tells what became of a saved session.
	storedMsg struct {
		said string
		err  error
	}
)

// lookForUnfinished looks for a session of this dag that was left before it was
// complete.
func (m *Model) lookForUnfinished() tea.Cmd {
	if !m.options.Autosave || m.session.Steps() > 0 {
		return nil
	}
	place, g := m.place, m.dag()
	return m.jobs.Start(sessionsJob, func(context.Context) tea.Msg {
		saved, ok := place.Latest(g)
		if !ok || saved.Complete || saved.All == 0 {
			return nil
		}
		return unfinishedMsg{saved}
	})
}

// unfinished asks whether to go on with it, unless something was done meanwhile.
func (m *Model) unfinished(saved store.Saved) {
	if len(m.over) > 0 || m.session.Steps() > 0 {
		return
	}
	m.push(overlay.Unfinished(saved, m.options.Now()))
}

// showSessions lists what was saved.
func (m *Model) showSessions() tea.Cmd {
	if !m.options.Autosave {
		m.refuse("Sessions are not saved here.")
		return nil
	}
	place := m.place
	return m.jobs.Start(sessionsJob, func(context.Context) tea.Msg {
		return listedMsg{append(place.List(), place.Discarded()...)}
	})
}

func (m *Model) listed(all []store.Saved) {
	if len(all) == 0 {
		m.say("There are no saved sessions yet.")
		return
	}
	m.push(overlay.NewSessions(all, m.options.Now()))
}

// resume opens a saved session, also one that was put aside.
func (m *Model) resume(path string) tea.Cmd {
	place := m.place
	return m.jobs.Start(fileJob, func(context.Context) tea.Msg { return documents.Resume(place, path) })
}

// onStore does something to a saved session in the background.
func (m *Model) onStore(said string, work func(store.Saved) error, path string) tea.Cmd {
	return m.jobs.Start(storeJob, func(context.Context) tea.Msg { return storedMsg{said, work(store.Saved{Path: path})} })
}

func (m *Model) stored(s storedMsg) {
	if s.err != nil {
		m.refuse(layer.Sentence(s.err.Error()))
		return
	}
	m.say(s.said)
}
