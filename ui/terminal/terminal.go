package terminal

import (
	"io"
	"strings"
)

// Terminal is a user's terminal.
type Terminal struct {
	In     io.Reader
	Out    io.Writer
	Frames Frames // takes what would be drawn on Out; nil draws it there
	Getenv func(name string) string

	// Width and Height are its size in cells; 0 where the system has to be asked.
	Width, Height int

	// Sizes receives new sizes where they do not come from the operating system: always
	// the newest one. It is nil where they do.
	Sizes <-chan Size
	// Turns limit the drawing of large windows where many are open; nil for a single
	// user.
	Turns *Turns
	// Crowd serves one user before others in the same process; nil for a single user. Leads
	// is for the one user.
	Crowd *Crowd
	Leads bool
	// Suspend stops the program until the user continues it, as ctrl+z in a shell does;
	// nil where no shell could continue it.
	Suspend func()
	// Stops receives a value when the program has to stop, by Suspend, at the request of
	// another process; nil where that is impossible.
	Stops <-chan struct{}
}

// Lines takes lines of text while no program is on the screen.
func (t Terminal) Lines() io.Writer {
	if t.Sizes == nil {
		return t.Out
	}
	return Returns(t.Out) // no system translates the ends of lines
}

// Returns puts a carriage return before each line's end.
func Returns(out io.Writer) io.Writer { return returns{out} }

type returns struct{ out io.Writer }

func (r returns) Write(p []byte) (int, error) {
	if _, err := io.WriteString(r.out, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Size is the size of a terminal in cells.
type Size struct{ Width, Height int }

// Widest and Highest are the most cells that are drawn. A terminal can say that it has 65535
// by 65535, for which there is no memory.
const (
	Widest  = 400
	Highest = 200
)

// Within is a size that a terminal has said, within reason.
func Within[N int | uint32](columns, rows N) Size {
	return Size{Width: int(min(columns, Widest)), Height: int(min(rows, Highest))}
}
