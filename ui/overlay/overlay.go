// Package overlay has what lies over the panes for a while: the palette, the
// finder, help, questions, prompts and the summary. Like a pane, an overlay reads
// a Snapshot and answers with intents; it opens nothing and carries nothing out.
package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
)

// Overlay takes the keys until it is closed.
type Overlay interface {
	// Key takes a key. done closes the overlay before the intents are carried out.
	Key(s *layer.View, msg tea.KeyMsg) (done bool, intents []intent.Intent)
	// Typing tells whether a printable key is text now; where it is not, a colon
	// opens the palette.
	Typing() bool
	// View draws at most height rows, which cover the lowest of the panes.
	View(s *layer.View, width, height int) []string
	// Foot is what the key line says meanwhile.
	Foot(s *layer.View, width int) string
}

// The overlays there are.
var _ = []Overlay{(*Finder)(nil), (*Help)(nil), (*Question)(nil), (*Prompt)(nil), (*Summary)(nil)}
