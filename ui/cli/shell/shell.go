// Package shell is what all commands have in common: it reads arguments and flags, opens
// and writes files, prints results, opens the explorer, and turns each mistake into one
// sentence. It knows no command.
//
//	shell.go      Shell, and what the wings add to it
//	explorer.go   opening the explorer
//	input.go      FILE arguments; output.go has results and --out
//	flags.go      errors about flags
//	limits.go     the flags that limit a run; quantity.go has their values
//	operation.go  operations as they are printed
package shell

import (
	"context"
	"io"

	"facet/ui/explore/layer"
	"facet/ui/files"
)

// Shell is the files that a command reads and the streams that it prints to.
type Shell struct {
	Version string
	In      io.Reader
	Out     io.Writer // for people: what is not printable is replaced
	Data    io.Writer // for programs: like Out, but unchanged where it is no terminal
	Err     io.Writer
	Width   int // columns of the terminal on Out, 0 for no terminal
	Files   *files.Disk
	// Getenv looks up a variable of the environment, which says where the state directory
	// is. If Getenv is nil nothing is saved.
	Getenv func(name string) string
	// Explore opens the explorer and returns when the user leaves it; nil where there are
	// only batch commands.
	Explore func(context.Context, Explorer) error
	Parts   Parts
}

// Parts makes what the wings add to an explorer in given surroundings.
type Parts func(layer.Surroundings) []layer.Part
