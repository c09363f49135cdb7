package terminal

import (
	"facet/ui/draw/style"

	tea "github.com/charmbracelet/bubbletea"
)

// Frames takes the frames of a program that is shown on no terminal. It must not wait.
type Frames func(frame string)

func (f Frames) show(frame string) { f(style.PrintableScreen(frame)) }

func (Frames) busy() bool    { return false }
func (Frames) await()        {}
func (Frames) heard(tea.Msg) {}
