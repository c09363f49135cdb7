//go:build unix

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// ErrInUse is the error of Lock while another process has the folder.
var ErrInUse = errors.New("another process is using it")

// Lock reserves a folder for this process until unlock is called or the process ends. It
// creates a missing folder. A folder that cannot be locked, as on some network file
// systems, is shared.
func Lock(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		_ = folder.Close()
		return nil, ErrInUse
	}
	return func() { _ = folder.Close() }, nil
}
