package app

import (
	"slices"

	"facet/ui/explore/layer"
)

// Model is the root of the explorer. It is used from one goroutine.
type Model struct {
	screen   *screen
	options  Options
	solver   layer.Solver // nil without
	table    Commands
	keymap   *layer.Keymap
	problems []error // of the user's settings, in the order of their lines

	settings *settings
	preview  *preview
	leading  *leading
	sessions *sessions
	files    *userFiles
	dialogs  *dialogs

	followed place // of the last change from which everything has followed
	pressed  int   // keys and clicks so far
	queue    queue
	plan     plan
	pointing pointed
	losses   layer.Losses
	weighed  layer.CacheKey // when the losses were worked out
}

// stack is the layers that take keys, the first before the others.
func (m *Model) stack() []layer.Layer {
	all := slices.Clone(m.screen.where.over)
	slices.Reverse(all)
	if m.preview.open() {
		all = append(all, m.preview)
	}
	if m.leading.leads() {
		all = append(all, m.leading.by)
	}
	if m.solver != nil && !m.leading.conceals() {
		all = append(all, m.solver)
	}
	if p := m.screen.panel(m.screen.where.window.Focus); p != nil {
		all = append(all, p)
	}
	return append(all, &registry{Commands: m.table})
}

// judged reports whether what is on the screen is the solver's business: it is not
// while a sequence is previewed, or where a leader conceals.
func (m *Model) judged() bool {
	return m.solver != nil && !m.preview.open() && !m.leading.conceals()
}

// Complete reports whether the picture of the step on the screen is there, or no job makes
// one: what would be drawn before it is drawn again soon.
func (m *Model) Complete() bool {
	return m.screen.pictures.Ready(m.screen.shown.session.Cursor()) || !m.screen.jobs.Busy(pictureJob)
}
