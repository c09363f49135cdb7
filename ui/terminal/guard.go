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
	Stack []byte // where
}

func (e *Broken) Error() string { return fmt.Sprintf("the program broke off: %v", e.Value) }

// Guarded is a program whose panics end it alone: those of its Init, Update and
// View, and those of its commands, wherever they run. The first one is told;
// after it the program draws nothing and takes no message.
func Guarded(m tea.Model, told func(*Broken)) tea.Model {
	return &guarded{model: m, guard: &guard{told: told}}
}

type guarded struct {
	model tea.Model
	*guard
}

// guard is what a program and its commands share.
type guard struct {
	once sync.Once
	told func(*Broken)
}

// watch is deferred where a panic may come by.
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

// command watches over a command, and over those that it brings.
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
