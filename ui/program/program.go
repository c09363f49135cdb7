// Package program runs an explorer on a terminal: it starts it, hands over what the
// terminal tells beside its keys, and ends it in order. It knows neither files nor
// flags; a process and a server use it alike.
package program

import (
	"cmp"
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explorer"
	_ "facet/ui/still" // before bubbletea is initialised
	"facet/ui/terminal"
)

// orderly is how long the end may take before it is forced.
const orderly = 150 * time.Millisecond

// Run shows the explorer on the options' terminal until the user leaves or the
// context ends. The session is on the disk when it returns, on every path.
func Run(ctx context.Context, o explorer.Options) error {
	m := explorer.New(o)
	ended := false
	end := func() error { // on every path: nothing is said to be saved before it is
		if ended {
			return nil
		}
		ended = true
		return m.Close()
	}
	defer end()
	running := tea.NewProgram(terminal.Framed(m), tea.WithAltScreen(), tea.WithFPS(cmp.Or(max(o.FPS, 0), 30)),
		tea.WithInput(o.Terminal.In), tea.WithOutput(o.Terminal.Out), tea.WithoutSignalHandler())
	over := make(chan struct{})
	defer close(over)
	go follow(ctx, o.Terminal, running, over)
	if saving := m.Saving(); saving != nil {
		go func() { // until the saver ends
			for range saving {
				running.Send(explorer.SavingChanged{})
			}
		}()
	}
	_, err := running.Run()
	unsaved := end()
	m.Farewell(o.Terminal.Out)
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		err = nil
	}
	return errors.Join(err, unsaved)
}

// follow hands over what the terminal tells beside its keys, until it is over.
func follow(ctx context.Context, t terminal.Terminal, running *tea.Program, over <-chan struct{}) {
	if t.Width > 0 && t.Height > 0 {
		running.Send(tea.WindowSizeMsg{Width: t.Width, Height: t.Height})
	}
	for {
		select {
		case <-over:
			return
		case <-ctx.Done():
			// In order, or by force where it is too busy to take a message.
			defer time.AfterFunc(orderly, running.Kill).Stop()
			running.Quit()
			<-over
			return
		case <-t.Stops:
			running.Send(explorer.Stop{})
		}
	}
}
