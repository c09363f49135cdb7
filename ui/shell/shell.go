// Package shell is what every command needs of the shell: arguments and flags read,
// files opened and written, results printed, and each mistake as one sentence. It
// knows no command.
package shell

import (
	"io"

	"facet/ui/files"
)

// Shell is where a command takes files from and prints to.
type Shell struct {
	In    io.Reader
	Out   io.Writer // for people: everything in it is made printable
	Data  io.Writer // for programs: Out, and untouched where it is no terminal
	Err   io.Writer
	Width int // columns of the terminal on Out, 0 where it is none
	Files *files.Disk
}
