package registry

import (
	"facet/ui/intent"
	"facet/ui/layer"
)

// sessions are for what was saved.
func sessions() Commands {
	return Commands{
		command("sessions", "the saved sessions: open, discard or delete one", intent.ShowSessions{}),
		hidden(textual("resume", "a saved session", "continue a saved session", func(path string) intent.Intent { return intent.Resume{Path: path} })),
		hidden(textual("discard", "a saved session", "discard a saved session", func(path string) intent.Intent { return intent.Discard{Path: path} })),
		hidden(textual("delete-session", "a discarded session", "delete it permanently, after a question", func(path string) intent.Intent { return intent.AskDelete{Path: path} })),
		hidden(command("before", "the session whose dag you changed, and back", intent.Before{})),
		unless(unled, command("end", "end the lesson or puzzle and restore your session", intent.EndLead{}).Known("leave")),
	}
}

// unled tells that nobody leads who could be left.
func unled(s *layer.View) string {
	if s.Leader == "" {
		return "no lesson or puzzle is open"
	}
	return ""
}
