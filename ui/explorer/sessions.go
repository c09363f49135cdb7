package explorer

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/overlay"
	"facet/ui/pane"
	"facet/ui/store"
	"facet/ui/theme"
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
	return m.lanes.Start("sessions", func(context.Context) tea.Msg {
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
	stays := intent.Say{Text: "A new session. The other one stays saved: :sessions opens it."}
	m.ask(&overlay.Question{
		Text: "unfinished session",
		Lines: []string{fmt.Sprintf("A session on this dag was left %s at step %d, total %s, %s in all.",
			ago(m.options.Now().Sub(saved.When)), saved.Steps, theme.Count(saved.Spent), theme.Plural(saved.All, "step", "steps"))},
		Answers: []overlay.Answer{
			{Key: "r", Does: "resume it", Wish: intent.Resume{Path: saved.Path}},
			{Key: "n", Does: "start anew; it stays saved (facet --resume opens it)", Wish: stays},
			{Key: "d", Does: "put it aside and start anew (:sessions brings it back)", Wish: intent.Discard{Path: saved.Path}},
		},
		Passing: stays,
	})
}

// showSessions lists what was saved.
func (m *Model) showSessions() tea.Cmd {
	if !m.options.Autosave {
		m.refuse("Sessions are not saved here.")
		return nil
	}
	place := m.place
	return m.lanes.Start("sessions", func(context.Context) tea.Msg {
		return listedMsg{append(place.List(), place.Discarded()...)}
	})
}

func (m *Model) listed(all []store.Saved) {
	if len(all) == 0 {
		m.say("No session is saved yet.")
		return
	}
	m.push(overlay.NewSessions(all, m.options.Now(), aboutSaved))
}

// aboutSaved says in a few words which session this is.
func aboutSaved(s store.Saved, now time.Time) string {
	text := fmt.Sprintf("%s at step %d, %s", theme.Printable(s.Dag), s.Steps, ago(now.Sub(s.When)))
	if s.Discarded {
		text += ", put aside"
	}
	return text
}

// resume opens a saved session, also one that was put aside.
func (m *Model) resume(path string) tea.Cmd {
	return m.lanes.Start("file", func(context.Context) tea.Msg {
		s, err := store.Load(path)
		return openedMsg{session: s, resumed: path, err: err}
	})
}

// onStore does something to a saved session in the background.
func (m *Model) onStore(said string, work func(store.Saved) error, path string) tea.Cmd {
	return m.lanes.Start("store", func(context.Context) tea.Msg { return storedMsg{said, work(store.Saved{Path: path})} })
}

// choseSession asks what to do with a saved session.
func (m *Model) choseSession(i intent.ChooseSession) {
	q := &overlay.Question{Text: "saved session", Answers: []overlay.Answer{{Key: "o", Does: "open it", Wish: intent.Resume{Path: i.Path}}}}
	if !i.Discarded {
		q.Answers = append(q.Answers, overlay.Answer{Key: "d", Does: "put it aside", Wish: intent.Discard{Path: i.Path}})
	}
	q.Answers = append(q.Answers, overlay.Answer{Key: "x", Does: "delete it for good, after another question", Wish: intent.AskDelete{Path: i.Path}})
	m.ask(q)
}

// askDelete makes sure: what is deleted does not come back.
func (m *Model) askDelete(path string) {
	m.ask(&overlay.Question{Text: "delete for good", Lines: []string{"What is deleted cannot be brought back: " + theme.Printable(path)},
		Answers: []overlay.Answer{
			{Key: "n", Does: "keep it", Wish: intent.Say{Text: "It is kept."}},
			{Key: "y", Does: "delete it for good", Wish: intent.Delete{Path: path}},
		}})
}

func (m *Model) stored(s storedMsg) {
	if s.err != nil {
		m.refuse(pane.Sentence(s.err.Error()))
		return
	}
	m.say(s.said)
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
