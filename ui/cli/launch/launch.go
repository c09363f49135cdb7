// Package launch assembles an explorer and runs it on a terminal: for the command line
// with the user's flags, saved sessions and settings ([Explore]), and for a server or a
// recording with options of its own. It forwards what the terminal reports
// beside keys, and ends the explorer in order.
//
//	launch.go    the explorer of the command line
//	assemble.go  the options of an explorer, for the place where it runs
//	run.go       an explorer, or any program, on a terminal
//	memory.go    what an explorer keeps to
//	terminal.go  the terminal of the process
//	signals.go   signals that end the process; server_*.go those of a server
//	suspend_*.go ctrl+z
package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/config"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/plain"
	"facet/ui/explore/solver"
	"facet/ui/explore/start"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/terminal"
)

// Explore opens the explorer on the terminal and with the files of the process,
// and returns when the user leaves it.
func Explore(ctx context.Context, e shell.Explorer) error {
	keepToRoom()
	e.Terminal = terminal.Terminal{In: os.Stdin, Out: os.Stdout, Getenv: os.Getenv}
	switch {
	case e.Script == shell.Stdin:
	case e.Script != "":
		file, err := os.Open(e.Script)
		if err != nil {
			return fmt.Errorf("the script cannot be read: %w", err)
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return fmt.Errorf("the script cannot be read: %s is a folder", e.Script)
		}
		e.Terminal.In = file
	case e.Plain || os.Getenv("TERM") == "dumb":
		e.Plain = true
		if e.FromStdin {
			return fmt.Errorf("the dag came from standard input, and no lines are left for --plain: give the dag as a file")
		}
	default:
		t, end, err := Own(e.FromStdin)
		if err != nil {
			return err
		}
		defer end()
		e.Terminal = t
	}
	return On(ctx, e)
}

// On opens the explorer on any terminal and with any library of files. The environment of
// the terminal says where the state directory is.
func On(ctx context.Context, e shell.Explorer) error {
	if e.Planning == nil {
		e.Planning = &solver.Options{}
	}
	searching, scripted := e.Planning.Begin, e.Script != ""
	e.Planning.Room, e.Planning.Resume = withRoom, searching && e.Resume
	directory, err := store.Open(e.Terminal.Getenv)
	switch {
	case err == nil:
		e.Place, e.Planning.Archive = &directory, directory
		if !searching { // a newcomer is to find out, and v shows the losses
			e.Planning.Completed = store.CompletedIn(directory)
		}
	case e.Resume && e.Session == nil:
		return err
	default:
		e.Unsaved = err
	}
	run := Run
	switch {
	case scripted:
		name := e.Script
		if name == shell.Stdin {
			name = "standard input"
		}
		e.Plain, e.Unasked = true, "off"
		run = func(ctx context.Context, o app.Options) error {
			return plain.Script(ctx, o, name, o.Terminal.In, o.Terminal.Out)
		}
	case e.Plain:
		run = func(ctx context.Context, o app.Options) error {
			return plain.Run(ctx, o, o.Terminal.In, o.Terminal.Out)
		}
	}
	if e.Plain {
		e.Colours, e.ASCII = style.Mono.String(), true
	}
	kept := e.Place
	if scripted { // its lines are what is kept, and lead to the same whatever was done before
		e.Place, e.Planning.Archive = nil, nil
	}
	o, err := Assemble(ctx, e)
	if err != nil {
		return err
	}
	if scripted && kept != nil { // to be continued, not to be changed
		o.Directory = *kept
	}
	if o.File != "" && !e.FromStdin && e.Place != nil {
		o.Recent = store.RecentIn(*e.Place).Keep(o.File)
	}
	o.Watch = searching
	o.Sources = append(o.Sources, start.Source(start.Options{Sources: o.Sources, Directory: e.Place,
		Now: time.Now, Newcomer: func() bool { return isNewcomer(&o) }}))
	if err := explore(ctx, &o, &e); err != nil {
		return errors.Join(err, o.Close())
	}
	err = run(ctx, o)
	if searching { // print the result of a solve, which the screen had shown
		err = errors.Join(err, o.Solver.Report(o.Terminal.Out))
	}
	return err
}

// explore chooses what to explore: what the user asked for, the last session, or a sample
// while the user chooses.
func explore(ctx context.Context, o *app.Options, e *shell.Explorer) (err error) {
	searching := e.Planning.Begin
	switch {
	case o.Session != nil:
		o.Resumed = o.File
	case e.Resume:
		if err := resume(o, searching); err != nil {
			return err
		}
	case o.Dag == nil && e.Lead.Kind == "":
		begin(ctx, o, e.Chosen.Value("start"))
	}
	if e.FromStdin {
		o.File = ""
	}
	o.Leader, err = lead(ctx, o.Sources, e.Lead)
	if err == nil && o.Dag != nil && o.Session == nil && o.Leader == nil && !e.Plain && !e.Resume &&
		!searching {
		o.Leader, err = welcome(ctx, o)
	}
	if err != nil || o.Dag != nil || o.Session != nil {
		return err
	}
	in, err := o.Files.Open(ctx, "bat")
	if err != nil {
		return err
	}
	o.Welcome = true
	o.Home = intent.Lead{Kind: start.Kind, About: start.First}
	if o.Dag, err = in.Dag(ctx); err == nil && o.Leader == nil {
		o.Leader, err = lead(ctx, o.Sources, o.Home)
	}
	return err
}

// begin opens what the settings say for a start without a FILE. What is not there leaves the
// first page.
func begin(ctx context.Context, o *app.Options, start string) {
	switch start {
	case "", config.First:
	case config.Resume:
		_ = resume(o, false) // there may be no session yet
	default:
		in, err := o.Files.Open(ctx, start)
		if err == nil && in.Kind == files.Session {
			o.Resumed = start
			o.Session, err = in.Session()
		} else if err == nil {
			o.Dag, err = in.Dag(ctx)
		}
		if err != nil {
			o.Dag, o.Session, o.Resumed = nil, nil, ""
			o.Problems = append(o.Problems, fmt.Errorf("start cannot be opened: %w", err))
		}
	}
}

// isNewcomer reports whether the user has never explored here.
func isNewcomer(o *app.Options) bool {
	return o.Autosave && !o.Settings.Toured && o.Directory.Empty()
}

// newcomer reports whether the user has never explored here: then the tour begins by
// itself, and never again. It is false where that could not be remembered.
func newcomer(o *app.Options) bool {
	if !isNewcomer(o) {
		return false
	}
	o.Settings.Toured = true
	return o.Directory.Keep(o.Settings) == nil
}

// welcome opens the leader for newcomers; nil for other users, and where there is no such
// leader.
func welcome(ctx context.Context, o *app.Options) (layer.Leader, error) {
	at := slices.IndexFunc(o.Sources, func(s layer.Source) bool { return s.Welcome })
	if at < 0 || !newcomer(o) {
		return nil, nil
	}
	return o.Sources[at].Open(ctx, "")
}

// lead opens the leader that the user asked for on the command line, if any.
func lead(ctx context.Context, all []layer.Source, asked intent.Lead) (layer.Leader, error) {
	for _, source := range all {
		if source.Kind == asked.Kind {
			return source.Open(ctx, asked.About)
		}
	}
	return nil, nil
}

// resume finds the last session on the user's dag, or on any dag. Where searches of the dag
// are saved alone, or one is to begin in any case, a fresh session goes on from these.
func resume(o *app.Options, searching bool) error {
	saved, ok := o.Directory.LatestOfAll()
	if o.Dag != nil {
		saved, ok = o.Directory.Latest(o.Dag)
	}
	switch {
	case !ok && o.Dag != nil && (searching || len(o.Directory.Runs(o.Dag)) > 0):
		return nil
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
