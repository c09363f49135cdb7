package terminal

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// fragile panics in a chosen method.
type fragile struct{ at string }

func (f fragile) Init() tea.Cmd {
	if f.at == "init" {
		panic(f.at)
	}
	return nil
}

func (f fragile) Update(tea.Msg) (tea.Model, tea.Cmd) {
	broken := func() tea.Msg { panic(f.at) }
	switch f.at {
	case "update":
		panic(f.at)
	case "command":
		return f, broken
	case "batch":
		return f, tea.Batch(tea.Batch(broken, broken), broken)
	}
	return f, nil
}

func (f fragile) View() string {
	if f.at == "view" {
		panic(f.at)
	}
	return f.at
}

// A panic anywhere in a program is reported once, and affects no other program.
func TestGuarded(t *testing.T) {
	for _, at := range []string{"init", "update", "view", "command", "batch", ""} {
		var told []*Broken
		m := Guarded(fragile{at}, func(b *Broken) { told = append(told, b) })
		m.Init()
		m, cmd := m.Update(nil)
		carryOut(cmd)
		m.View()
		switch {
		case at == "" && len(told) > 0:
			t.Errorf("told %v", told)
		case at != "" && (len(told) != 1 || told[0].Value != at || len(told[0].Stack) == 0):
			t.Errorf("%s: told %v", at, told)
		}
	}
}

// carryOut runs a command and those in its message.
func carryOut(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if batch, ok := cmd().(tea.BatchMsg); ok {
		for _, cmd := range batch {
			carryOut(cmd)
		}
	}
}
