package app

import (
	"slices"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files"
)

// Model is the root of the explorer. It is used from one goroutine.
type Model struct {
	screen  *screen
	options Options
	solver  layer.Solver // nil without
	table   Commands
	keymap  *layer.Keymap

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

// unbegun makes an explorer without a session.
func unbegun(o Options) *Model {
	m := &Model{options: o, solver: o.Solver}
	m.screen = newScreen(&m.options, m.snapshot)
	m.settings = &settings{screen: m.screen, options: &m.options, Settings: o.Settings, written: o.Settings,
		theme: o.Theme}
	m.preview = &preview{screen: m.screen}
	m.sessions = &sessions{screen: m.screen, options: &m.options}
	m.files = &userFiles{screen: m.screen, options: &m.options}
	m.leading = &leading{screen: m.screen, preview: m.preview, sessions: m.sessions, home: o.Home}
	m.dialogs = &dialogs{screen: m.screen, leading: m.leading}
	m.plan = plan{screen: m.screen, leading: m.leading}
	return m
}

// NewCommands are the explorer's own commands without an explorer that could run them, and more.
func NewCommands(more ...layer.Command) Commands {
	return append(commands(unbegun(Options{Files: &files.Disk{}}.complete())), more...)
}

// Catalog are all commands that have names and keys, of all layers.
func (o Options) Catalog() []layer.Command { return catalog(unbegun(o.complete())) }

// commands are those of each part in the order of the help, then of wings, of what can lead, and
// of the solver.
func commands(m *Model) Commands {
	where, pictures, o := &m.screen.where, &m.screen.pictures, &m.options
	all := slices.Concat(m.screen.doCommands(), m.screen.wholeCommands(), m.screen.stepCommands(),
		m.screen.playback.commands(), m.screen.compareCommands(), m.dialogs.showCommands(),
		m.dialogs.searchCommands(), m.settings.orderCommands(), where.panelCommands(), pictures.commands(),
		where.sizeCommands(), m.settings.commands(), noticeCommands(), m.files.commands(),
		m.screen.copyCommands(), m.settings.shellCommands(), m.dialogs.helpCommands(),
		[]layer.Command{m.files.quitCommand(m.lost)},
		m.sessions.commands(layer.Acts(intent.Opens|intent.Reads, m.files.resume)), m.leading.commands())
	for _, part := range o.Parts {
		if part.Commands != nil {
			all = append(all, part.Commands(host{m.screen})...)
		}
	}
	for _, source := range o.Sources {
		all = append(all, source.Commands...)
	}
	if o.Solver != nil { // last, as the help goes on with the keys of its page
		all = append(all, o.Solver.Commands()...)
	}
	return all
}

// catalog are these, and those of all layers.
func catalog(m *Model) []layer.Command {
	all, o := commands(m), &m.options
	tables := []*layer.Table{layer.ListTable(), previewTable()}
	for _, part := range o.Parts {
		tables = append(tables, part.Tables...)
	}
	if o.Solver != nil {
		tables = append(tables, o.Solver.Table())
	}
	for _, t := range tables {
		all = append(all, t.Commands()...)
	}
	return all
}
