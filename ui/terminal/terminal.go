package terminal

import "io"

// Terminal is what a user sits at.
type Terminal struct {
	In     io.Reader
	Out    io.Writer
	Getenv func(name string) string

	// Width and Height are its size in cells; 0 where it has to be asked for.
	Width, Height int

	// Suspend stops the program until the user brings it back, as ctrl+z does
	// in a shell; nil where there is no shell to go back to.
	Suspend func()
	// Stops tells that the program shall be stopped from outside, by Suspend;
	// nil where nobody can.
	Stops <-chan struct{}
}
