package terminal

import (
	"io"

	"facet/ui/draw/style"

	tea "github.com/charmbracelet/bubbletea"
)

// Framed is a program of which only printable text reaches the terminal.
func Framed(m tea.Model) tea.Model { return framed{m} }

type framed struct{ tea.Model }

func (f framed) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := f.Model.Update(msg)
	return framed{next}, cmd
}

func (f framed) View() string { return style.PrintableScreen(f.Model.View()) }

// Stopping is a command for [tea.Exec] that stops the process.
type Stopping func()

// Run stops the process and returns when it continues.
func (s Stopping) Run() error { s(); return nil }

// SetStdin does nothing: the process keeps its streams.
func (Stopping) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (Stopping) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (Stopping) SetStderr(io.Writer) {}
