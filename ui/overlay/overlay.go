// Package overlay has what lies over the panels for a while: the palette, the finder,
// help, questions, prompts and the summary. Each is a layer like the panels: it reads a
// View and answers with intents; it opens nothing and carries nothing out.
//
// An overlay is closed by [intent.Back], and by every other intent that comes from it.
package overlay

import (
	"facet/ui/layer"
)

// The overlays there are.
var _ = []layer.Layer{(*Finder)(nil), (*Help)(nil), (*Question)(nil), (*Prompt)(nil), (*Summary)(nil)}

var _ = []layer.Typist{(*Finder)(nil), (*Help)(nil), (*Prompt)(nil)}
