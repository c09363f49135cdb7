//go:build unix

package launch

import (
	"os"
	"os/signal"
	"syscall"
)

// Serve makes the process answer signals as a server does: SIGQUIT writes the stacks of
// all goroutines and ends the process at once; the channel receives a value for each
// SIGUSR1.
func Serve() <-chan os.Signal {
	signal.Reset(syscall.SIGQUIT)
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	return asked
}
