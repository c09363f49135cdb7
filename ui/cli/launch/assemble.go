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

// Assemble makes the options of an explorer for the place where it runs: the user's terminal, a
// class, ssh, or a recording. The caller adds what it explores, if that is not known yet.
func Assemble(ctx context.Context, e shell.Explorer) (app.Options, error) {
	o := e.Options
	if e.Place != nil {
		o.Autosave, o.Directory, o.Settings = true, *e.Place, e.Place.Settings()
		o.Recent = store.RecentIn(*e.Place).Files()
	}
	o.Settings = e.Chosen.Over(o.Settings)
	if c := e.Chosen; c != nil {
		o.Keys, o.Problems, o.FPS = c.Keys, c.Problems, cmp.Or(o.FPS, c.Number("fps"))
		o.Commands = c.Value("commands") == "on"
		e.ASCII = e.ASCII || c.Value("ascii") == "on"
	}
	if o.Theme == nil {
		kind, err := style.ParseKind(themeOf(e.Colours, o.Settings))
		if err != nil {
			return o, err
		}
		o.Theme = style.New(kind, e.ASCII, o.Terminal.Getenv)
	}
	around := layer.Surroundings{Files: o.Files, Directory: e.Place}
	if e.Wings != nil {
		o.Parts = e.Wings(around)
	}
	o.Parts = append(o.Parts, layer.Part{Tables: change.Tables()})
	if o.Sources = layer.SourcesOf(o.Parts); e.Leaders != nil {
		o.Sources = e.Leaders(around)
	}
	if e.Wings != nil || e.Leaders != nil {
		o.Sources = append(o.Sources, changes(&e).Sources()...)
	}
	if e.Planning != nil {
		s := *e.Planning
		s.Planner.Workers = cmp.Or(s.Planner.Workers, e.Chosen.Number("workers"))
		chosen := cmp.Or(e.Hints, o.Settings.Hints, e.Unasked)
		if s.Theme, s.Quiet = o.Theme, chosen == "off"; chosen != "" {
			s.Completed = nil
		}
		o.Solver = solver.New(ctx, s)
	}
	return o, nil
}

// Catalog are all commands of an explorer, by layer: those that settings can give keys.
func Catalog(ctx context.Context, parts shell.Parts) ([]layer.Command, error) {
	o, err := Assemble(ctx, shell.Explorer{Options: app.Options{Files: &files.Disk{},
		Theme: style.Make(style.Mono, true, 0)}, Planning: &solver.Options{}, Wings: parts})
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
func changes(e *shell.Explorer) (c change.Environment) {
	if place := e.Place; place != nil {
		c.Saver = func() change.Saver { return place.NewSaver() }
	}
	if e.Planning != nil {
		c.Turns = e.Planning.Turns
	}
	return c
}
