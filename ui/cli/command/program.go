package command

import (
	"context"
	"io"

	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
)

// Program is the command line with its surroundings.
type Program struct {
	Version string
	In      io.Reader
	Out     io.Writer
	Err     io.Writer

	// Width gives how many columns the terminal on Out has; 0 where Out is no
	// terminal. Without it, Out counts as none.
	Width func() int

	// Getenv looks up a variable of the environment: it says where things are kept.
	// Without it nothing is.
	Getenv func(name string) string

	// LimitMemory tells the process what a search may keep, in bytes, so that
	// garbage is collected before much more than that is in use. It may be nil.
	LimitMemory func(bytes int64)

	// Explore opens the explorer and returns when the user leaves it. Without
	// it, the program has batch commands only.
	Explore func(context.Context, shell.Explorer) error

	// Features are the wings of the program.
	Features feature.List

	shell shell.Shell
}
