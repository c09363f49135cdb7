package explorer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"

	"facet/model"
	"facet/model/session"
	"facet/ui/door"
	"facet/ui/pane"
	_ "facet/ui/still" // before bubbletea is initialised
	"facet/ui/store"
	"facet/ui/theme"
)

// Options say what to explore and how. The zero value of a field is a sensible
// choice, except that there must be a dag or a session.
type Options struct {
	Dag     *model.Dag       // start a new session on it
	Session *session.Session // or go on with this one

	Theme  *theme.Theme // how to draw; nil chooses by the environment
	FPS    int          // frames a second, 0 for 30
	Solver pane.Solver  // plans in the background; nil without
	Watch  bool         // begin with the solver's page

	Autosave bool        // save the session after every change
	Place    store.Place // where
	Resumed  string      // the file that Session was resumed from
	Settings store.Settings

	Welcome bool      // nothing was asked for: propose the samples at once
	Door    door.Door // to the files that are opened and written

	Getenv        func(name string) string
	Now           func() time.Time
	Input, Output *os.File // the terminal; nil for the standard ones
}

func (o Options) complete() Options {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Theme == nil {
		o.Theme = theme.New(theme.Auto, false, o.Getenv)
	}
	if o.FPS <= 0 {
		o.FPS = 30
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Door == nil {
		o.Door = &door.Disk{Home: o.Getenv("HOME")}
	}
	if o.Input == nil {
		o.Input = os.Stdin
	}
	if o.Output == nil {
		o.Output = os.Stdout
	}
	return o
}

func (o Options) session() *session.Session {
	if o.Session != nil {
		return o.Session
	}
	return session.New(o.Dag)
}

// farewell tells, after the screen is gone, that nothing is lost.
func (m *Model) farewell(w io.Writer) {
	if s := m.Session(); m.saver != nil && s.Steps() > 0 && m.saver.Status().Saved {
		fmt.Fprintf(w, "Saved at step %d of %s, total %s: facet --resume goes on.\n",
			s.Depth(), theme.Printable(s.Dag().Name), theme.Number(s.State().Spent()))
	}
}

// ErrNoTerminal is returned where there is no screen to draw on.
var ErrNoTerminal = errors.New("the explorer needs a terminal: in a pipe use facet show, facet cost or facet replay")

// Run shows the explorer until the user leaves, the context ends, or the
// terminal goes away. The session is on the disk when it returns, on every path.
func Run(ctx context.Context, o Options) error {
	o = o.complete()
	if !term.IsTerminal(o.Output.Fd()) || !term.IsTerminal(o.Input.Fd()) {
		return ErrNoTerminal
	}
	// bubbletea knows nothing of a terminal that goes away.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP, syscall.SIGTERM)
	defer stop()
	m := New(o)
	ended := false
	end := func() error { // on every path: nothing is said to be saved before it is
		if ended {
			return nil
		}
		ended = true
		return m.Close()
	}
	defer end()
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithAltScreen(), tea.WithFPS(o.FPS),
		tea.WithInput(io.Reader(o.Input)), tea.WithOutput(o.Output), tea.WithoutSignalHandler())
	if m.saver != nil {
		go func() { // until the saver ends
			for range m.saver.Changed() {
				program.Send(savingChangedMsg{})
			}
		}()
	}
	_, err := program.Run()
	unsaved := end()
	m.farewell(o.Output)
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		err = nil
	}
	return errors.Join(err, unsaved)
}
