package terminal

import (
	"fmt"
	"runtime/debug"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// Broken is the error of a program that panicked.
type Broken struct {
	Value any
	Stack []byte // the stack of the panic
}

func (b *Broken) Error() string { return fmt.Sprintf("the program broke off: %v", b.Value) }

// Guarded is a program whose panics do not end the process: those of Init, Update and
// View, and those of its commands on any goroutine. told receives the first panic;
// afterwards the program draws nothing and takes no message.
func Guarded(m tea.Model, told func(*Broken)) tea.Model {
	return &guarded{model: m, guard: &guard{told: told}}
}

type guarded struct {
	model tea.Model
	*guard
}

// guard is shared by a program and its commands.
type guard struct {
	once sync.Once
	told func(*Broken)
}

// watch is deferred wherever code of the program runs.
func (g *guard) watch() {
	if r := recover(); r != nil {
		stack := debug.Stack()
		g.once.Do(func() { g.told(&Broken{r, stack}) })
	}
}

func (g *guarded) Init() tea.Cmd {
	defer g.watch()
	return g.command(g.model.Init())
}

func (g *guarded) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	return g, g.command(g.update(msg))
}

func (g *guarded) update(msg tea.Msg) (cmd tea.Cmd) {
	defer g.watch()
	g.model, cmd = g.model.Update(msg)
	return cmd
}

func (g *guarded) View() string {
	defer g.watch()
	return g.model.View()
}

// command guards a command, and the commands in its message.
func (g *guard) command(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer g.watch()
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			watched := make(tea.BatchMsg, len(batch))
			for k, cmd := range batch {
				watched[k] = g.command(cmd)
			}
			return watched
		}
		return msg
	}
}
