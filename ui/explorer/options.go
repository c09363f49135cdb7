package explorer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/door"
	"facet/ui/pane"
	_ "facet/ui/still" // before bubbletea is initialised
	"facet/ui/store"
	"facet/ui/terminal"
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

	Unsaved error // why nothing is saved, where that is not meant to be so

	Terminal terminal.Terminal
	Getenv   func(name string) string // nil for that of the terminal
	Now      func() time.Time
}

func (o Options) complete() Options {
	if o.Getenv == nil {
		o.Getenv = o.Terminal.Getenv
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
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

// orderly is how long the end may take before it is forced.
const orderly = 150 * time.Millisecond

// follow hands over what the terminal tells beside its keys, until it is over.
func (m *Model) follow(ctx context.Context, program *tea.Program, over <-chan struct{}) {
	t := m.options.Terminal
	if t.Width > 0 && t.Height > 0 {
		program.Send(tea.WindowSizeMsg{Width: t.Width, Height: t.Height})
	}
	for {
		select {
		case <-over:
			return
		case <-ctx.Done():
			// In order, or by force where it is too busy to take a message.
			defer time.AfterFunc(orderly, program.Kill).Stop()
			program.Quit()
			<-over
			return
		case <-t.Stops:
			program.Send(stopMsg{})
		}
	}
}

// stopMsg tells that the program shall be stopped, from outside; goneOnMsg that
// it goes on.
type (
	stopMsg   struct{}
	goneOnMsg struct{}
)

// suspend leaves the screen, stops, and comes back.
func (m *Model) suspend() tea.Cmd {
	if m.options.Terminal.Suspend == nil {
		m.refuse("There is no shell to go back to here.")
		return nil
	}
	return tea.Exec(terminal.Stopping(m.options.Terminal.Suspend), func(error) tea.Msg { return goneOnMsg{} })
}

// goneOn is what the screen needs after a stop.
func (m *Model) goneOn() tea.Cmd {
	if m.mouse {
		return tea.EnableMouseCellMotion
	}
	return nil
}

// Run shows the explorer on the options' terminal until the user leaves or the
// context ends. The session is on the disk when it returns, on every path.
func Run(ctx context.Context, o Options) error {
	o = o.complete()
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
	program := tea.NewProgram(terminal.Framed(m), tea.WithAltScreen(), tea.WithFPS(o.FPS),
		tea.WithInput(o.Terminal.In), tea.WithOutput(o.Terminal.Out), tea.WithoutSignalHandler())
	over := make(chan struct{})
	defer close(over)
	go m.follow(ctx, program, over)
	if m.saver != nil {
		go func() { // until the saver ends
			for range m.saver.Changed() {
				program.Send(savingChangedMsg{})
			}
		}()
	}
	_, err := program.Run()
	unsaved := end()
	m.farewell(o.Terminal.Out)
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		err = nil
	}
	return errors.Join(err, unsaved)
}
