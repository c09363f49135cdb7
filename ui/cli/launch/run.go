package launch

import (
	"cmp"
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/app"
	"facet/ui/explore/plain"
	"facet/ui/terminal"
	_ "facet/ui/terminal/still" // before bubbletea is initialised
)

// orderly is how long an orderly end may take before the program is killed.
const orderly = 150 * time.Millisecond

// Run shows the explorer on the options' terminal until the user leaves or the context
// ends. The session is on the disk when it returns, on every path. A panic is printed on
// the terminal of the process, which has no other user.
func Run(ctx context.Context, o app.Options) error { return run(ctx, o, nil) }

// Apart is Run for one of several explorers in a process: a panic becomes its error, a
// [*terminal.Broken], and does not affect the others.
func Apart(ctx context.Context, o app.Options) error {
	return run(ctx, o, make(chan *terminal.Broken, 1))
}

// Listen is [plain.Listen] for an explorer that [Assemble] has put together: what changes
// by itself is told in sentences, and no keys come to it.
func Listen(ctx context.Context, o app.Options, above func() string, told func(rows []string)) error {
	return plain.Listen(ctx, o, above, told)
}

func run(ctx context.Context, o app.Options, broken chan *terminal.Broken) error {
	m := app.New(o)
	ended := false
	end := func() error { // on every path, so that a report of saving is true
		if ended {
			return nil
		}
		ended = true
		return m.Close()
	}
	defer func() { _ = end() }() // after a panic; otherwise the error is returned below
	err := show(ctx, m, o.Terminal, o.FPS, broken, func(running *tea.Program) {
		if saving := m.Saving(); saving != nil {
			go func() { // until the saver ends
				for range saving {
					running.Send(app.SavingChanged{})
				}
			}()
		}
	})
	unsaved := end()
	m.Farewell(o.Terminal.Lines())
	return errors.Join(err, unsaved)
}

// Show runs any program on a terminal, as one of several in a process: see [Apart].
func Show(ctx context.Context, m tea.Model, t terminal.Terminal, fps int) error {
	return show(ctx, m, t, fps, make(chan *terminal.Broken, 1), func(*tea.Program) {})
}

func show(ctx context.Context, m tea.Model, t terminal.Terminal, fps int, broken chan *terminal.Broken,
	begin func(*tea.Program)) error {
	among := t.Crowd.Other
	if t.Leads {
		among = t.Crowd.First
	}
	var running *tea.Program
	in := terminal.Keyboard(t.In, func(key tea.Msg) { running.Send(key) })
	shown := terminal.Framed(among(m))
	how := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(t.Whole()), tea.WithFilter(within),
		tea.WithoutSignalHandler()}
	var screen *terminal.Screen
	every := time.Second / time.Duration(cmp.Or(max(fps, 0), 30))
	if broken == nil {
		how = append(how, tea.WithAltScreen(), tea.WithFPS(int(time.Second/every)))
	} else {
		var complete func() bool
		if s, ok := m.(interface{ Complete() bool }); ok {
			complete = s.Complete
		}
		told := func(b *terminal.Broken) {
			select {
			case broken <- b:
			default: // it is not the first panic
			}
			go running.Kill() // in the background, since Kill waits for the goroutine that has just panicked
		}
		var on terminal.Shower = t.Frames
		if t.Frames == nil {
			screen = terminal.NewScreen(t, told)
			on = screen
		}
		shown = terminal.Guarded(terminal.Paced(among(m), every, complete, on, t.Turns), told)
		how = append(how, tea.WithoutCatchPanics(), tea.WithoutRenderer())
	}
	running = tea.NewProgram(shown, how...)
	over := make(chan struct{})
	defer close(over)
	go follow(ctx, t, running, over)
	begin(running)
	_, err := running.Run()
	if screen != nil {
		screen.Close(err == nil)
	}
	select {
	case b := <-broken:
		return b
	default:
	}
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return nil
	}
	return err
}

// within bounds the sizes that the system and servers tell.
func within(_ tea.Model, msg tea.Msg) tea.Msg {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		return tea.WindowSizeMsg(terminal.Within(size.Width, size.Height))
	}
	return msg
}

// follow forwards what the terminal reports beside keys, until over is closed.
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
			running.Send(app.Stop{})
		case size := <-t.Sizes:
			running.Send(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
		}
	}
}
