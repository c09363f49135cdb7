package program

import (
	"cmp"
	"context"

	"facet/ui/app"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/layer"
	"facet/ui/lesson"
	"facet/ui/puzzle"
	"facet/ui/solver"
	"facet/ui/style"
	"facet/ui/terminal"
)

// Environment is what an explorer finds where it runs: on a terminal of one's own, in
// front of a class, over ssh, or in a recording.
type Environment struct {
	Terminal terminal.Terminal
	Files    files.Library // that are opened and written
	Getenv   func(name string) string

	// Keep is where sessions, settings and results are kept; nil where nothing is, and
	// Unkept says why if that is not meant to be so.
	Keep   *store.Directory
	Unkept error
	// Results keeps what came of puzzles, if that is not Keep; Puzzles are those that
	// several explorers share, read once.
	Results puzzle.Keeper
	Puzzles *puzzle.Box

	// Look is how to draw; nil for the theme of that name, or what was kept.
	Look  *style.Theme
	Theme string
	ASCII bool

	// Solver says how to plan, without what is said here; nil for no solver. Hints is
	// on or off, or empty for what was kept, and else Unasked.
	Solver         *solver.Options
	Hints, Unasked string

	// Leaders are who can be asked to lead; nil for nobody.
	Leaders func(lessons lesson.Shelf, puzzles puzzle.Box) []layer.Source
}

// Own has nobody lead but lessons and puzzles.
func Own(lessons lesson.Shelf, puzzles puzzle.Box) []layer.Source {
	return []layer.Source{lessons.Source(), puzzles.Source()}
}

// Assemble puts an explorer together. What it explores is still to be said.
func Assemble(ctx context.Context, e Environment) (app.Options, error) {
	o := app.Options{Terminal: e.Terminal, Door: e.Files, Getenv: e.Getenv, Theme: e.Look, Unsaved: e.Unkept}
	if e.Keep != nil {
		o.Autosave, o.Place, o.Settings = true, *e.Keep, e.Keep.Settings()
	}
	if e.Look == nil {
		kind, err := style.ParseKind(e.theme(o.Settings))
		if err != nil {
			return o, err
		}
		o.Theme = style.New(kind, e.ASCII, e.Terminal.Getenv)
	}
	if e.Leaders != nil {
		o.Guides = e.Leaders(e.lessons(), e.puzzles())
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
	if e.Theme != "" && e.Theme != style.Auto.String() {
		return e.Theme
	}
	if _, err := style.ParseKind(kept.Theme); err != nil {
		return style.Auto.String()
	}
	return kept.Theme
}

// results is who keeps what came of puzzles; nil for nobody.
func (e *Environment) results() puzzle.Keeper {
	if e.Results == nil && e.Keep != nil {
		return e.Keep
	}
	return e.Results
}

func (e *Environment) lessons() lesson.Shelf {
	s := lesson.Shelf{Files: e.Files, Results: e.results()}
	if e.Keep != nil {
		s.Keep = e.Keep
	}
	return s
}

func (e *Environment) puzzles() puzzle.Box {
	if e.Puzzles == nil {
		return puzzle.NewBox(e.Files, e.results())
	}
	box := *e.Puzzles
	box.Keeper = e.results()
	return box
}
