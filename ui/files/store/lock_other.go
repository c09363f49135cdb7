//go:build !unix

package store

import (
	"errors"
	"os"
)

// ErrInUse is the error of Lock while another process has the folder.
var ErrInUse = errors.New("another process is using it")

// Lock only creates the folder: on this system there is no lock.
func Lock(dir string) (unlock func(), err error) { return func() {}, os.MkdirAll(dir, 0o700) }
