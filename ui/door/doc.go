// Package door is the one way between facet and files that a user names: what
// is read is known by looking at it, and what is written never takes anything
// away unasked.
//
// The explorer and the commands get a [Door] from outside: [Disk] on the user's
// own machine, another one where a server must keep its files to itself. The
// package knows nothing of screens, flags or the state directory.
package door

import "context"

// Door opens and writes files by the names that users type.
type Door interface {
	// Open reads a file of any kind, or a sample where no file has the name.
	Open(ctx context.Context, name string) (*Input, error)
	// Read reads a file that is meant to be of a kind; samples are none.
	Read(ctx context.Context, kind Kind, name string) (*Input, error)
	// Write puts content into a file as a whole and gives the path it has now.
	// Whatever stands there and was not written through this door stays, with
	// an [*Exists] as the error, unless replace is set.
	Write(ctx context.Context, name string, content []byte, replace bool) (string, error)
	// Samples lists the names that Open knows without a file.
	Samples() []string
}

var _ Door = (*Disk)(nil)
