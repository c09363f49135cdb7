// Package overlay holds what is put over the panels for a while. Each overlay is a layer
// like the panels: it reads a View and answers with intents; it opens no file and
// performs nothing.
//
// An overlay is closed by [intent.Back], and by every other intent that comes from it.
//
//	finder.go    a line with proposals, for palette, labels and sessions
//	palette.go   the command line
//	keys.go      finding commands and keys of all layers
//	labels.go    going to a vertex or face by its label
//	sessions.go  saved sessions
//	bookmarks.go going to a marked step by a letter
//	help.go      keys and glossary
//	question.go  a question with a key for each answer, or answered by text
//	line.go      the text line of finder and prompt
//	frame.go     what an overlay is drawn into
//	pattern.go   which entries of a Jacobian can be non-zero
//	summary.go   the total of a complete sequence
package overlay

import "facet/ui/explore/layer"

// Each overlay is a layer.
var _ = []layer.Layer{(*Finder)(nil), (*Help)(nil), (*Question)(nil), (*Pattern)(nil), (*Prompt)(nil),
	(*Summary)(nil), Bookmarks{}}
