package app

import (
	"slices"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files"
)

// The headings of the help, in its order.
const (
	groupDo   = "Eliminate"
	groupStep = "Steps"
	groupFind = "Find"
	groupLook = "Look"
	groupKeep = "Keep"
)

// Commands are what is meant where no other layer gives a key a meaning. Each part of the
// explorer has the commands that it carries out in its file.
type Commands []layer.Command

// NewCommands are the explorer's commands without an explorer that could run them; more are those
// of wings, of what can lead, and of the solver.
func NewCommands(more ...layer.Command) Commands {
	m := unbegun(Options{Files: &files.Disk{}}.complete())
	return append(m.commands(), more...)
}

// commands are those of each part, in the order of the palette.
func (m *Model) commands() Commands {
	where, pictures := &m.screen.where, &m.screen.pictures
	return slices.Concat(m.operations.doCommands(), m.elimination.commands(), m.operations.stepCommands(),
		m.screen.playback.commands(), m.comparing.commands(), m.dialogs.showCommands(),
		m.dialogs.searchCommands(), m.settings.orderCommands(), where.panelCommands(), pictures.commands(),
		where.sizeCommands(), m.settings.commands(), noticeCommands(), m.files.commands(),
		m.clipboard.commands(), m.settings.shellCommands(), m.dialogs.helpCommands(), m.files.quitCommands(),
		m.sessions.commands(m.files.resume), m.leading.commands())
}

// registry is the lowest layer: the commands.
type registry struct {
	layer.Plain
	Commands
}

// Bindings are all commands. The key line offers no operation where none is left, and the way
// back from a large picture first.
func (r registry) Bindings(v *layer.View) []layer.Command {
	c := r.Commands
	if !v.State().Done() && !v.Large {
		return c
	}
	all := slices.Clone(c)
	for k := range all {
		switch all[k].Name {
		case "do", "eliminate", "preaccumulate", "mode":
			if v.State().Done() {
				all[k].Brief = ""
			}
		}
	}
	if v.Large {
		all = slices.Insert(all, 0, layer.Means(intent.Line("large"), "esc").Foot(layer.NotLarge).Early())
	}
	return all
}

// Find is the command of that name.
func (c Commands) Find(name string) layer.Command {
	for _, one := range c {
		if one.Name == name {
			return one
		}
	}
	return layer.Command{}
}

// Unsaved has no command say that something is saved.
func (c Commands) Unsaved() {
	for k := range c {
		switch c[k].Name {
		case "quit":
			c[k].Does = "quit; nothing is saved here"
			c[k] = c[k].Help(groupKeep, c[k].Does)
		case "restart":
			c[k].Does = "start a new session on this dag; this one is lost"
		}
	}
}
