package launch

import (
	"cmp"
	"context"

	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
)

// Environment is what an explorer gets from the place where it runs: the user's terminal,
// a class, ssh, or a recording.
type Environment struct {
	// Given is what the explorer has in any case: its terminal and the files to open and write;
	// a theme, where it is not the user's to choose; and why nothing is saved, if that is a
	// failure.
	Given app.Options
	// Asked is what the user asked for: the looks, hints, a file of settings. It has what the
	// wings add; nothing for no wings.
	Asked shell.ExploreOptions

	// Directory is where sessions, settings and results are saved; nil where nothing is
	// saved.
	Directory *store.Directory

	// Solver configures planning, without the options that are set here; nil for no
	// solver. Unasked is "on" or "off" where the user did not ask for hints, now or before.
	Solver  *solver.Options
	Unasked string

	// Sources are the leaders in place of those of the wings; nil for theirs.
	Sources func(layer.Surroundings) []layer.Source
}

// Assemble makes the options of an explorer from its environment. The caller adds what it
// explores.
func Assemble(ctx context.Context, e Environment) (app.Options, error) {
	o, asked := e.Given, e.Asked
	if e.Directory != nil {
		o.Autosave, o.Directory, o.Settings = true, *e.Directory, e.Directory.Settings()
		o.Recent = store.RecentIn(*e.Directory).Files()
	}
	o.Settings = asked.Settings.Over(o.Settings)
	if c := asked.Settings; c != nil {
		o.Keys, o.Problems, o.FPS = c.Keys, c.Problems, c.Number("fps")
		o.Commands = c.Value("commands") == "on"
		asked.ASCII = asked.ASCII || c.Value("ascii") == "on"
	}
	o.Tables = change.Tables()
	if o.Theme == nil {
		kind, err := style.ParseKind(themeOf(asked.Theme, o.Settings))
		if err != nil {
			return o, err
		}
		o.Theme = style.New(kind, asked.ASCII, o.Terminal.Getenv)
	}
	around := layer.Surroundings{Files: o.Files, Directory: e.Directory}
	if asked.Parts != nil {
		o.Parts = asked.Parts(around)
	}
	if o.Sources = layer.SourcesOf(o.Parts); e.Sources != nil {
		o.Sources = e.Sources(around)
	}
	if asked.Parts != nil || e.Sources != nil {
		o.Sources = append(o.Sources, e.changes().Sources()...)
	}
	if e.Solver != nil {
		s := *e.Solver
		s.Planner.Workers = cmp.Or(s.Planner.Workers, asked.Settings.Number("workers"))
		s.Theme, s.Quiet = o.Theme, cmp.Or(asked.Hints, o.Settings.Hints, e.Unasked) == "off"
		o.Solver = solver.New(ctx, s)
	}
	return o, nil
}

// Catalog are all commands of an explorer, by layer: those that settings can give keys.
func Catalog(ctx context.Context, parts shell.Parts) ([]layer.Command, error) {
	o, err := Assemble(ctx, Environment{Given: app.Options{Files: &files.Disk{},
		Theme: style.Make(style.Mono, true, 0)}, Solver: &solver.Options{},
		Asked: shell.ExploreOptions{Parts: parts}})
	if err != nil {
		return nil, err
	}
	return o.Catalog(), o.Close()
}

// themeOf is the name of the theme that the user asked for, else of the saved one if a
// theme of that name exists.
func themeOf(asked string, kept store.Settings) string {
	if asked != "" && asked != style.Auto.String() {
		return asked
	}
	if _, err := style.ParseKind(kept.Theme); err != nil {
		return style.Auto.String()
	}
	return kept.Theme
}

// changes is the environment of a dag that the user changes.
func (e *Environment) changes() (c change.Environment) {
	if place := e.Directory; place != nil {
		c.Saver = func() change.Saver { return place.NewSaver() }
	}
	if e.Solver != nil {
		c.Turns = e.Solver.Turns
	}
	return c
}
