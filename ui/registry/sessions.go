package registry

import (
	"facet/ui/intent"
	"facet/ui/layer"
)

// sessionEntries are for what was saved.
func sessionEntries() Table {
	return Table{
		entry("sessions", "the saved sessions: open, discard or delete one", intent.ShowSessions{}),
		hidden(textual("resume", "a saved session", "continue a saved session", func(path string) intent.Intent { return intent.Resume{Path: path} })),
		hidden(textual("discard", "a saved session", "discard a saved session", func(path string) intent.Intent { return intent.Discard{Path: path} })),
		hidden(textual("delete-session", "a discarded session", "delete it permanently, after a question", func(path string) intent.Intent { return intent.AskDelete{Path: path} })),
		unless(unled, entry("end", "end the lesson or puzzle and restore your session", intent.EndGuide{})),
	}
}

// unled tells that nobody leads who could be left.
func unled(s *layer.View) string {
	if s.Guide == "" {
		return "no lesson or puzzle is open"
	}
	return ""
}
