// Package files opens and writes the files that a user names: what is read is
// known by its content, and what is written never replaces anything unasked.
//
// The explorer and the commands get a [Library] from outside: [Disk] on the user's
// own machine, another implementation on a server, whose files are not for guests. The
// package knows nothing of screens, flags or the state directory.
package files

import "context"

// Library opens and writes files by the names that users type.
type Library interface {
	// Open reads a file of any kind, or a sample where no file has the name.
	Open(ctx context.Context, name string) (*Input, error)
	// Read reads a file that should be of a kind; names of samples are not known.
	Read(ctx context.Context, kind Kind, name string) (*Input, error)
	// Write puts content into a file as a whole and gives the path it has now.
	// A file that was not written through this library is not replaced, and the
	// error is an [*Exists], unless replace is set.
	Write(ctx context.Context, name string, content []byte, replace bool) (string, error)
	// Samples lists the names that Open knows without a file.
	Samples() []string
}

var _ Library = (*Disk)(nil)
