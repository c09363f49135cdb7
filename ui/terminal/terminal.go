package terminal

import "io"

// Terminal is a user's terminal.
type Terminal struct {
	In     io.Reader
	Out    io.Writer
	Getenv func(name string) string

	// Width and Height are its size in cells; 0 where the system has to be asked.
	Width, Height int

	// Sizes receives new sizes where they do not come from the operating system: always
	// the newest one. It is nil where they do.
	Sizes <-chan Size
	// Turns limit the drawing of large windows where many are open; nil for a single
	// user.
	Turns *Turns
	// Suspend stops the program until the user continues it, as ctrl+z in a shell does;
	// nil where no shell could continue it.
	Suspend func()
	// Stops receives a value when the program has to stop, by Suspend, at the request of
	// another process; nil where that is impossible.
	Stops <-chan struct{}
}

// Size is the size of a terminal in cells.
type Size struct{ Width, Height int }
