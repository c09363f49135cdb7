package registry

import (
	"facet/ui/intent"
	"facet/ui/layer"
)

// sessionEntries are for what was saved.
func sessionEntries() Table {
	return Table{
		entry("sessions", "the saved sessions: open one, put one aside, or delete it", intent.ShowSessions{}),
		hidden(textual("resume", "a saved session", "go on with a saved session", func(path string) intent.Intent { return intent.Resume{Path: path} })),
		hidden(textual("discard", "a saved session", "put a saved session aside", func(path string) intent.Intent { return intent.Discard{Path: path} })),
		hidden(textual("delete-session", "a session that was put aside", "delete it for good, after a question", func(path string) intent.Intent { return intent.AskDelete{Path: path} })),
		unless(unled, entry("end", "end the lesson or puzzle; your own session comes back", intent.EndGuide{})),
	}
}

// unled tells that nobody leads who could be left.
func unled(s *layer.View) string {
	if s.Guide == "" {
		return "no lesson and no puzzle is open"
	}
	return ""
}
