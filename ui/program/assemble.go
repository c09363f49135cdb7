package program

import (
	"cmp"
	"context"

	"facet/ui/app"
	"facet/ui/change"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/layer"
	"facet/ui/lesson"
	"facet/ui/puzzle"
	"facet/ui/solver"
	"facet/ui/style"
	"facet/ui/terminal"
	"facet/ui/tour"
)

// Environment is what an explorer finds where it runs: on a terminal of one's own, in
// front of a class, over ssh, or in a recording.
type Environment struct {
	Terminal terminal.Terminal
	Files    files.Library // that are opened and written
	Getenv   func(name string) string

	// Keep is where sessions, settings and results are kept; nil where nothing is, and
	// Unkept says why if that is not meant to be so.
	Directory *store.Directory
	Unsaved   error
	// Results keeps what came of puzzles, if that is not Keep; Puzzles are those that
	// several explorers share, read once.
	Results puzzle.Keeper
	Puzzles *puzzle.Library

	// Look is how to draw; nil for the theme of that name, or what was kept.
	Theme     *style.Theme
	ThemeName string
	ASCII     bool

	// Solver says how to plan, without what is said here; nil for no solver. Hints is
	// on or off, or empty for what was kept, and else Unasked.
	Solver         *solver.Options
	Hints, Unasked string

	// Leaders are who can be asked to lead; nil for nobody.
	Leaders func(lessons lesson.Library, puzzles puzzle.Library) []layer.Source
}

// Own has nobody lead but lessons and puzzles.
func Own(lessons lesson.Library, puzzles puzzle.Library) []layer.Source {
	return []layer.Source{lessons.Source(), puzzles.Source(), tour.Source()}
}

// Assemble puts an explorer together. What it explores is still to be said.
func Assemble(ctx context.Context, e Environment) (app.Options, error) {
	o := app.Options{Terminal: e.Terminal, Files: e.Files, Getenv: e.Getenv, Theme: e.Theme, Unsaved: e.Unsaved}
	if e.Directory != nil {
		o.Autosave, o.Directory, o.Settings = true, *e.Directory, e.Directory.Settings()
	}
	if e.Theme == nil {
		kind, err := style.ParseKind(e.theme(o.Settings))
		if err != nil {
			return o, err
		}
		o.Theme = style.New(kind, e.ASCII, e.Terminal.Getenv)
	}
	if e.Leaders != nil {
		o.Sources = append(e.Leaders(e.lessons(), e.puzzles()), e.changes().Sources()...)
	}
	if e.Solver != nil {
		s := *e.Solver
		s.Theme, s.Quiet = o.Theme, cmp.Or(e.Hints, o.Settings.Hints, e.Unasked) == "off"
		o.Solver = solver.New(ctx, s)
	}
	return o, nil
}

// theme is the name of the theme that was asked for, else of the one that was kept, as
// long as there is one of that name.
func (e *Environment) theme(kept store.Settings) string {
	if e.ThemeName != "" && e.ThemeName != style.Auto.String() {
		return e.ThemeName
	}
	if _, err := style.ParseKind(kept.Theme); err != nil {
		return style.Auto.String()
	}
	return kept.Theme
}

// changes is what there is around a dag that is changed.
func (e *Environment) changes() (c change.Environment) {
	if place := e.Directory; place != nil {
		c.Saver = func() change.Saver { return place.NewSaver() }
	}
	if e.Solver != nil {
		c.Turns = e.Solver.Turns
	}
	return c
}

// results is who keeps what came of puzzles; nil for nobody.
func (e *Environment) results() puzzle.Keeper {
	if e.Results == nil && e.Directory != nil {
		return e.Directory
	}
	return e.Results
}

func (e *Environment) lessons() lesson.Library {
	s := lesson.Library{Files: e.Files, Results: e.results()}
	if e.Directory != nil {
		s.Keep = e.Directory
	}
	if e.Puzzles != nil {
		s.Referees = e.Puzzles.Referees
	}
	return s
}

func (e *Environment) puzzles() puzzle.Library {
	if e.Puzzles == nil {
		return puzzle.NewLibrary(e.Files, e.results())
	}
	box := *e.Puzzles
	box.Keeper = e.results()
	return box
}
