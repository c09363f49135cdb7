package app

import (
	"slices"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
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
