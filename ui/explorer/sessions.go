package explorer

import (
	"fmt"
	"time"

	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/store"
	"facet/ui/theme"
)

// sessionEntries are for what was saved.
func (m *Model) sessionEntries() table {
	offers := func(name string, wish func(path string) intent.Intent) func(*pane.Snapshot) []pane.Offer {
		return func(*pane.Snapshot) []pane.Offer {
			var all []pane.Offer
			for _, s := range append(m.place.List(), m.place.Discarded()...) {
				all = append(all, pane.Offer{Text: name + " " + s.Path, Wish: wish(s.Path),
					Does: aboutSaved(s, m.options.Now())})
			}
			return all
		}
	}
	about := func(name, does string, wish func(path string) intent.Intent) pane.Entry {
		e := textual(name, "a saved session", does, wish)
		e.Offers = offers(name, wish)
		return e
	}
	return table{
		entry("sessions", "the saved sessions, to open one or to delete it", intent.ShowSessions{}),
		about("resume", "go on with a saved session", func(path string) intent.Intent { return intent.Resume{Path: path} }),
		hidden(about("discard", "move a saved session aside", func(path string) intent.Intent { return intent.Discard{Path: path} })),
		hidden(about("delete-session", "delete a saved session for good, after a question", func(path string) intent.Intent { return intent.AskDelete{Path: path} })),
	}
}

// aboutSaved says in a few words which session this is.
func aboutSaved(s store.Saved, now time.Time) string {
	text := fmt.Sprintf("%s at step %d, %s", theme.Printable(s.Dag), s.Steps, ago(now.Sub(s.When)))
	if s.Discarded {
		text += ", put aside"
	}
	return text
}

// showSessions lists what was saved.
func (m *Model) showSessions() { m.over = newPalette(m.table, "resume ") }

// askDelete makes sure: what is deleted does not come back.
func (m *Model) askDelete(path string) {
	m.over = &question{text: "delete for good", lines: []string{"What is deleted cannot be brought back: " + theme.Printable(path)},
		answers: []answer{
			{"n", "keep it", intent.Say{Text: "It is kept."}},
			{"y", "delete it for good", intent.Delete{Path: path}},
		}}
}
