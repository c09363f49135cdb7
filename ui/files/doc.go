// Package files opens and writes the files that a user names. The kind of a file is
// recognized by its content, and an existing file is never replaced unless the user asks
// for it.
//
// The explorer and the commands get a [Library] from outside: [Disk] on the user's own
// machine, another implementation on a server, where guests must not reach the files. The
// package knows no screen, no flag and no state directory.
//
//	doc.go    Library
//	disk.go   Disk, and how it reads; write.go has how it writes
//	input.go  the content of a file as a dag, a session or a sequence
//	kind.go   kinds of files
package files

import "context"

// Library opens and writes files by the names that users type.
type Library interface {
	// Open reads a file of any kind, or a sample where no file has the name.
	Open(ctx context.Context, name string) (*Input, error)
	// Read reads a file that should be of a kind; it does not know the names of samples.
	Read(ctx context.Context, kind Kind, name string) (*Input, error)
	// Write writes content into a file as a whole and returns the file's path. A file
	// that was not written through this library is replaced only if replace is set;
	// otherwise the error is an [*Exists].
	Write(ctx context.Context, name string, content []byte, replace bool) (string, error)
	// Samples lists the names that Open knows without a file.
	Samples() []string
}

var _ Library = (*Disk)(nil)
