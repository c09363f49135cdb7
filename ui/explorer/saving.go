package explorer

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/store"
	"facet/ui/theme"
)

// save hands the session to the saver whenever it changed. A session in which
// nothing was done yet is not worth a file.
func (m *Model) save() {
	if m.saver == nil || m.player.proposal != nil || m.saved == m.session.Revision() || m.session.Steps() == 0 {
		return
	}
	m.saved = m.session.Revision()
	m.saver.Save(m.session)
}

// savingChangedMsg tells that the saver has something to say.
type savingChangedMsg struct{}

// savingChanged says, once, that nothing can be saved, and when it can again.
func (m *Model) savingChanged() {
	err, over := m.saver.Trouble()
	switch {
	case err != nil:
		m.refuse(sentence(err.Error()))
	case over:
		m.say("The session is saved again.")
	}
}

// keep writes the settings.
func (m *Model) keep() {
	if m.options.Autosave {
		m.report(m.place.Keep(m.settings))
	}
}

// offerResume asks whether to go on with a session of this dag that was left
// before it was complete.
func (m *Model) offerResume() {
	if m.options.Welcome && m.over == nil {
		m.over = newPalette(m.table, "open ")
		return
	}
	if !m.options.Autosave || m.session.Steps() > 0 {
		return
	}
	saved, ok := m.place.Latest(m.dag())
	if !ok || saved.Complete || saved.All == 0 {
		return
	}
	m.over = &question{
		text: "unfinished session",
		lines: []string{fmt.Sprintf("A session on this dag was left %s at step %d, total %s, %s in all.",
			ago(m.options.Now().Sub(saved.When)), saved.Steps, theme.Count(saved.Spent), theme.Plural(saved.All, "step", "steps"))},
		answers: []answer{
			{"r", "resume it", intent.Resume{Path: saved.Path}},
			{"n", "start anew; it stays saved (facet --resume opens it)", intent.Say{Text: "A new session. The other one stays saved."}},
			{"d", "delete it and start anew", intent.Discard{Path: saved.Path}},
		},
	}
}

func (m *Model) resume(path string) tea.Cmd {
	s, err := store.Load(path)
	if err != nil {
		m.refuse(sentence(err.Error()))
		return nil
	}
	cmd := m.open(s, path)
	m.say("Resumed at step " + fmt.Sprint(s.Depth()) + "; u goes back as ever.")
	return cmd
}

// ago writes how long something is past, in the unit one would say.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return theme.Plural(int(d.Minutes()), "minute", "minutes") + " ago"
	case d < 48*time.Hour:
		return theme.Plural(int(d.Hours()), "hour", "hours") + " ago"
	}
	return theme.Plural(int(d.Hours()/24), "day", "days") + " ago"
}
