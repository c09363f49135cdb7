package layer

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
)

// Act is what one command means and nothing else does: an intent that says itself how it is
// carried out.
type Act struct {
	Line string        // the command with its argument; it is written by what reads or runs the command
	Of   intent.Effect // what it would change
	By   Author        // who wants what follows from it
	Do   func(v *View) (cmd tea.Cmd, more []intent.Intent)
}

// Author is who wants something.
type Author uint8

// Who may want what follows from an act.
const (
	Asking  Author = iota // who wanted the act
	Leading               // who leads the user
	Solving               // the solver
)

// Acts is what a command means by its argument, where nothing is wrong with any text.
func Acts(of intent.Effect,
	do func(v *View, arg string) (tea.Cmd, []intent.Intent)) func(arg string) intent.Intent {
	return func(arg string) intent.Intent {
		return Act{Of: of, Do: func(v *View) (tea.Cmd, []intent.Intent) { return do(v, arg) }}
	}
}

// Effect is what it would change.
func (a Act) Effect() intent.Effect { return a.Of }

// NameOf is the name of the command that alone means an intent; empty for an intent that has a
// type of its own.
func NameOf(i intent.Intent) string {
	a, _ := i.(Act)
	name, _, _ := strings.Cut(a.Line, " ")
	return name
}

// called writes the command that means it into an act.
func called(i intent.Intent, line string) intent.Intent {
	if a, is := i.(Act); is && a.Line == "" {
		a.Line = strings.TrimRight(line, " ")
		return a
	}
	return i
}

// Over is the intent to lay a layer over the panels. It has the keys until Esc, or until one of
// its commands answers with an intent other than [intent.Back]: that closes all layers over the
// panels.
type Over struct{ Layer Layer }

// Effect is that something is shown.
func (Over) Effect() intent.Effect { return intent.Adjusts }

// Lay is what a command means that lays a layer over the panels, made when it is wanted; of is
// the effect of what can come of it.
func Lay(of intent.Effect, make func(*View) Layer) Act {
	return Act{Of: of, Do: func(v *View) (tea.Cmd, []intent.Intent) {
		return nil, []intent.Intent{Over{Layer: make(v)}}
	}}
}
