// Package launch opens the explorer for the command line: it brings together
// what was asked for, what was saved, the samples and the solver.
package launch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"facet/planner"
	"facet/ui/app"
	"facet/ui/command"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/lesson"
	"facet/ui/program"
	"facet/ui/puzzle"
	"facet/ui/solver"
	"facet/ui/style"
	"facet/ui/terminal"
)

// Explore opens the explorer on the terminal and with the files of the process,
// and returns when the user leaves it.
func Explore(ctx context.Context, asked command.ExploreOptions) error {
	t, end, err := Own(asked.FromStdin)
	if err != nil {
		return err
	}
	defer end()
	return On(ctx, t, &files.Disk{Home: t.Getenv("HOME")}, asked)
}

// On opens the explorer on any terminal and with any library of files. What is
// saved lies where the terminal's environment says.
func On(ctx context.Context, t terminal.Terminal, files files.Library, asked command.ExploreOptions) error {
	o := app.Options{
		Dag: asked.Dag, Session: asked.Session, FPS: asked.FPS, Door: files, Terminal: t,
	}
	if o.Session != nil {
		o.Resumed = asked.File
	}
	place, err := store.Open(t.Getenv)
	switch {
	case err == nil:
		o.Autosave, o.Place, o.Settings = true, place, place.Settings()
	case asked.Resume && o.Session == nil:
		return err
	default:
		o.Unsaved = err
	}
	if asked.Resume && o.Session == nil {
		if err := resume(&o); err != nil {
			return err
		}
	}
	o.Guides = guides(files, o)
	if o.Guide, err = lead(ctx, o.Guides, asked.Lead); err != nil {
		return err
	}
	if o.Dag == nil && o.Session == nil {
		in, err := o.Door.Open(ctx, "bat")
		if err == nil {
			o.Dag, err = in.Dag()
		}
		if err != nil {
			return err
		}
		o.Welcome = true
	}
	if o.Theme, err = dress(asked, o.Settings, t); err != nil {
		return err
	}
	s := plan(ctx, asked, o)
	o.Solver, o.Watch = s, asked.Solve != nil
	err = program.Run(ctx, o)
	if by, ok := o.Guide.(interface{ Farewell(io.Writer) }); ok {
		by.Farewell(t.Out)
	}
	if asked.Solve != nil { // the result of a solve is not gone with the screen
		err = errors.Join(err, s.Report(t.Out))
	}
	return err
}

// guides are those that can be asked for.
func guides(files files.Library, o app.Options) []layer.Source {
	var keep puzzle.Keeper
	if o.Autosave {
		keep = o.Place
	}
	puzzles := puzzle.NewBox(files, keep)
	lessons := lesson.Shelf{Files: files}
	if o.Autosave {
		lessons.Keep, lessons.Results = o.Place, o.Place
	}
	return []layer.Source{lessons.Source(), puzzles.Source()}
}

// lead opens the guide that leads from the start, if one is asked for.
func lead(ctx context.Context, all []layer.Source, asked intent.Lead) (layer.Leader, error) {
	for _, source := range all {
		if source.Kind == asked.Kind {
			return source.Open(ctx, asked.About)
		}
	}
	return nil, nil
}

// plan makes the solver that works beside the explorer.
func plan(ctx context.Context, asked command.ExploreOptions, o app.Options) *solver.Model {
	s := solver.Options{Theme: o.Theme, Planner: planner.Options{Workers: asked.Workers}}
	if asked.Solve != nil {
		s.Planner, s.Begin = *asked.Solve, true
	}
	if o.Autosave {
		s.Archive = o.Place
	}
	s.Quiet = cmp.Or(asked.Hints, o.Settings.Hints) == "off"
	return solver.New(ctx, s)
}

// resume finds the session that was left last: of the dag that was asked for,
// or of any.
func resume(o *app.Options) error {
	saved, ok := o.Place.LatestOfAll()
	if o.Dag != nil {
		saved, ok = o.Place.Latest(o.Dag)
	}
	switch {
	case !ok && o.Dag != nil:
		return fmt.Errorf("there is no saved session on %s: start one without --resume", o.Dag.Name)
	case !ok:
		return fmt.Errorf("there is no saved session: start one without --resume")
	}
	session, err := store.Load(saved.Path)
	if err != nil {
		return err
	}
	o.Session, o.Resumed = session, saved.Path
	return nil
}

// dress chooses the theme: the flag, else what the user chose last.
func dress(asked command.ExploreOptions, kept store.Settings, t terminal.Terminal) (*style.Theme, error) {
	name := asked.Theme
	if name == "" || name == style.Auto.String() {
		name = kept.Theme
	}
	kind, err := style.ParseKind(name)
	if err != nil {
		return nil, err
	}
	return style.New(kind, asked.ASCII, t.Getenv), nil
}
