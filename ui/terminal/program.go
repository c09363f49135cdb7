package terminal

import (
	"io"

	"facet/ui/style"

	tea "github.com/charmbracelet/bubbletea"
)

// Framed is a program that lets nothing through to the terminal that is no text.
func Framed(m tea.Model) tea.Model { return framed{m} }

type framed struct{ tea.Model }

func (f framed) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := f.Model.Update(msg)
	return framed{next}, cmd
}

func (f framed) View() string { return style.PrintableScreen(f.Model.View()) }

// Stopping makes a command for [tea.Exec] of what stops the process.
type Stopping func()

// Run stops the process and returns when it goes on.
func (s Stopping) Run() error { s(); return nil }

// SetStdin does nothing: the process keeps its own.
func (Stopping) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (Stopping) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (Stopping) SetStderr(io.Writer) {}
