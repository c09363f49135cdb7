package launch

import (
	"errors"
	"fmt"
	"os"

	"facet/ui/terminal"

	"github.com/charmbracelet/x/term"
)

// ErrNoTerminal is returned where there is no screen to draw on.
var ErrNoTerminal = errors.New("the explorer needs a terminal: in a pipe use --plain, facet show, facet cost, facet replay or facet lesson --print")

// Own is the terminal on which the process was started. Where standard input held a dag,
// keys are read from the terminal device. end restores the terminal.
func Own(fromStdin bool) (t terminal.Terminal, end func(), err error) {
	in, end := os.Stdin, func() {}
	if fromStdin {
		if in, err = os.Open("/dev/tty"); err != nil {
			return t, nil,
				fmt.Errorf("the dag came from standard input, and no terminal is left for keys: give the dag as a file")
		}
		end = func() { in.Close() }
	}
	if !term.IsTerminal(os.Stdout.Fd()) || !term.IsTerminal(in.Fd()) {
		end()
		return t, nil, ErrNoTerminal
	}
	t = terminal.Terminal{In: in, Out: os.Stdout, Getenv: os.Getenv}
	if s := listenForStops(); s != nil {
		closing := end
		t.Suspend, t.Stops = s.stop, s.stops
		end = func() { s.end(); closing() }
	}
	return t, end, nil
}
