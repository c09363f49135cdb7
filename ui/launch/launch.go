// Package launch opens the explorer for the command line: it brings together
// what was asked for, what was saved, the samples and the solver.
package launch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"facet/planner"
	"facet/ui/app"
	"facet/ui/command"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/plain"
	"facet/ui/program"
	"facet/ui/solver"
	"facet/ui/style"
	"facet/ui/terminal"
	"facet/ui/tour"
)

// Explore opens the explorer on the terminal and with the files of the process,
// and returns when the user leaves it.
func Explore(ctx context.Context, asked command.ExploreOptions) error {
	if asked.Plain = asked.Plain || os.Getenv("TERM") == "dumb"; asked.Plain {
		if asked.FromStdin {
			return fmt.Errorf("the dag came from standard input, and no lines are left for --plain: give the dag as a file")
		}
		t := terminal.Terminal{In: os.Stdin, Out: os.Stdout, Getenv: os.Getenv}
		return On(ctx, t, &files.Disk{Home: t.Getenv("HOME")}, asked)
	}
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
	e := program.Environment{Terminal: t, Files: files, ThemeName: asked.Theme, ASCII: asked.ASCII, Hints: asked.Hints, Leaders: program.Own,
		Solver: &solver.Options{Planner: planner.Options{Workers: asked.Workers}}}
	directory, err := store.Open(t.Getenv)
	switch {
	case err == nil:
		e.Directory, e.Solver.Archive = &directory, directory
	case asked.Resume && asked.Session == nil:
		return err
	default:
		e.Unsaved = err
	}
	run := program.Run
	if asked.Plain {
		e.ThemeName, e.ASCII, run = style.Mono.String(), true, func(ctx context.Context, o app.Options) error { return plain.Run(ctx, o, t.In, t.Out) }
	}
	if asked.Solve != nil {
		e.Solver.Planner, e.Solver.Begin = *asked.Solve, true
	}
	o, err := program.Assemble(ctx, e)
	if err != nil {
		return err
	}
	o.FPS, o.Watch = asked.FPS, asked.Solve != nil
	if err := explore(ctx, &o, asked); err != nil {
		return errors.Join(err, o.Close())
	}
	err = run(ctx, o)
	if by, ok := o.Leader.(interface{ Farewell(io.Writer) }); ok {
		by.Farewell(t.Out)
	}
	if by, ok := o.Solver.(interface{ Report(io.Writer) error }); ok && asked.Solve != nil { // the result of a solve is not gone with the screen
		err = errors.Join(err, by.Report(t.Out))
	}
	return err
}

// explore says what is explored: what was asked for, what was left last, or a sample
// while the user chooses.
func explore(ctx context.Context, o *app.Options, asked command.ExploreOptions) (err error) {
	o.Dag, o.Session = asked.Dag, asked.Session
	switch {
	case o.Session != nil:
		o.Resumed = asked.File
	case asked.Resume:
		if err := resume(o); err != nil {
			return err
		}
	}
	o.Leader, err = lead(ctx, o.Sources, asked.Lead)
	if o.Dag != nil && o.Session == nil && o.Leader == nil && !asked.Plain && asked.Solve == nil && newcomer(o) {
		o.Leader = tour.New()
	}
	if err != nil || o.Dag != nil || o.Session != nil {
		return err
	}
	in, err := o.Files.Open(ctx, "bat")
	if err != nil {
		return err
	}
	o.Welcome = true
	o.Dag, err = in.Dag()
	return err
}

// newcomer tells whether nobody has explored here before: then the tour begins by itself,
// and never again. Where that cannot be kept it does not.
func newcomer(o *app.Options) bool {
	if !o.Autosave || o.Settings.Toured {
		return false
	}
	if _, saved := o.Directory.LatestOfAll(); saved {
		return false
	}
	o.Settings.Toured = true
	return o.Directory.Keep(o.Settings) == nil
}

// lead opens the leader that leads from the start, if one is asked for.
func lead(ctx context.Context, all []layer.Source, asked intent.Lead) (layer.Leader, error) {
	for _, source := range all {
		if source.Kind == asked.Kind {
			return source.Open(ctx, asked.About)
		}
	}
	return nil, nil
}

// resume finds the session that was left last: of the dag that was asked for,
// or of any.
func resume(o *app.Options) error {
	saved, ok := o.Directory.LatestOfAll()
	if o.Dag != nil {
		saved, ok = o.Directory.Latest(o.Dag)
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
