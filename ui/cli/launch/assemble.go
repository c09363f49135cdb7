package launch

import (
	"cmp"
	"context"

	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/config"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/terminal"
)

// Environment is what an explorer gets from the place where it runs: the user's terminal,
// a class, ssh, or a recording.
type Environment struct {
	Terminal terminal.Terminal
	Files    files.Library // to open and write
	Getenv   func(name string) string

	// Directory is where sessions, settings and results are saved; nil where nothing is
	// saved. Unsaved is the reason, if that is a failure.
	Directory *store.Directory
	Unsaved   error

	// Config is the user's file of settings; nil for none, as for the guests of a class.
	Config *config.Config

	// Theme is the theme; nil for the theme named ThemeName, or the saved one.
	Theme     *style.Theme
	ThemeName string
	ASCII     bool

	// Solver configures planning, without the options that are set here; nil for no
	// solver. Hints is "on" or "off"; if it is empty, the saved setting counts, and else
	// Unasked.
	Solver         *solver.Options
	Hints, Unasked string

	// Parts is what the wings add; nil for no wings. Sources are the leaders in place of
	// those of the wings; nil for theirs.
	Parts   shell.Parts
	Sources func(layer.Surroundings) []layer.Source
}

// Assemble makes the options of an explorer from its environment. The caller adds what it
// explores.
func Assemble(ctx context.Context, e Environment) (app.Options, error) {
	o := app.Options{Terminal: e.Terminal, Files: e.Files, Getenv: e.Getenv, Theme: e.Theme, Unsaved: e.Unsaved}
	if e.Directory != nil {
		o.Autosave, o.Directory, o.Settings = true, *e.Directory, e.Directory.Settings()
		o.Recent = store.RecentIn(*e.Directory).Files()
	}
	o.Settings = e.Config.Over(o.Settings)
	if e.Config != nil {
		o.Keys, o.Problems, o.FPS = e.Config.Keys, e.Config.Problems, e.Config.Number("fps")
		o.Commands = e.Config.Value("commands") == "on"
		e.ASCII = e.ASCII || e.Config.Value("ascii") == "on"
	}
	o.Tables = change.Tables()
	if e.Theme == nil {
		kind, err := style.ParseKind(e.theme(o.Settings))
		if err != nil {
			return o, err
		}
		o.Theme = style.New(kind, e.ASCII, e.Terminal.Getenv)
	}
	around := layer.Surroundings{Files: e.Files, Directory: e.Directory}
	if e.Parts != nil {
		o.Parts = e.Parts(around)
	}
	if o.Sources = layer.SourcesOf(o.Parts); e.Sources != nil {
		o.Sources = e.Sources(around)
	}
	if e.Parts != nil || e.Sources != nil {
		o.Sources = append(o.Sources, e.changes().Sources()...)
	}
	if e.Solver != nil {
		s := *e.Solver
		s.Planner.Workers = cmp.Or(s.Planner.Workers, e.Config.Number("workers"))
		s.Theme, s.Quiet = o.Theme, cmp.Or(e.Hints, o.Settings.Hints, e.Unasked) == "off"
		o.Solver = solver.New(ctx, s)
	}
	return o, nil
}

// Catalog are all commands of an explorer, by layer: those that settings can give keys.
func Catalog(ctx context.Context, parts shell.Parts) ([]layer.Command, error) {
	o, err := Assemble(ctx, Environment{Files: &files.Disk{}, Theme: style.Make(style.Mono, true, 0), Solver: &solver.Options{}, Parts: parts})
	if err != nil {
		return nil, err
	}
	return o.Catalog(), o.Close()
}

// theme is the name of the theme that the user asked for, else of the saved one if a
// theme of that name exists.
func (e *Environment) theme(kept store.Settings) string {
	if e.ThemeName != "" && e.ThemeName != style.Auto.String() {
		return e.ThemeName
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
