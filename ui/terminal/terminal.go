package terminal

import "io"

// Terminal is a user's terminal.
type Terminal struct {
	In     io.Reader
	Out    io.Writer
	Getenv func(name string) string

	// Width and Height are its size in cells; 0 where it has to be asked for.
	Width, Height int

	// Sizes brings its new sizes, where they come from elsewhere than the
	// operating system: the newest one, never an old one; nil where they do not.
	Sizes <-chan Size
	// Turns are for large windows where many are shown; nil for one's own.
	Turns *Turns
	// Suspend stops the program until the user brings it back, as ctrl+z does
	// in a shell; nil where there is no shell to go back to.
	Suspend func()
	// Stops tells that the program shall be stopped from outside, by Suspend;
	// nil where nobody can.
	Stops <-chan struct{}
}

// Size is the size of a terminal in cells.
type Size struct{ Width, Height int }
