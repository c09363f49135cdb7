//go:build unix

package launch

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// suspension stops the process and its group as a shell's ctrl+z does. Somebody
// else may ask for it by SIGTSTP: the screen has to be left before.
type suspension struct {
	asked chan os.Signal
	stops chan struct{}
	done  chan struct{}
}

// listenForStops begins to listen for SIGTSTP; nil where there is no shell to
// go back to, or one that lets nothing be stopped.
func listenForStops() *suspension {
	if signal.Ignored(syscall.SIGTSTP) || !hasShell() {
		return nil
	}
	s := &suspension{asked: make(chan os.Signal, 1), stops: make(chan struct{}, 1), done: make(chan struct{})}
	signal.Notify(s.asked, syscall.SIGTSTP)
	go func() {
		for {
			select {
			case <-s.done:
				return
			case <-s.asked:
				select {
				case s.stops <- struct{}{}:
				default:
				}
			}
		}
	}()
	return s
}

// hasShell tells that there is somebody who can let the process go on: its parent
// is in the same session. Behind ssh or in a window of its own it is not.
func hasShell() bool {
	own, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	parents, err := unix.Getsid(os.Getppid())
	return err == nil && parents == own
}

// stop stops the group until somebody lets it go on. Where there is no shell
// that could do that, the system stops nothing. It is done by the signal for
// writing from the background: a program in Go that has once listened for
// SIGTSTP does not get its default action back.
func (s *suspension) stop() {
	const unstoppable = 200 * time.Millisecond
	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGCONT)
	defer signal.Stop(again)
	if syscall.Kill(0, syscall.SIGTTOU) != nil {
		return
	}
	select {
	case <-again:
	case <-time.After(unstoppable):
	}
}

func (s *suspension) end() {
	signal.Stop(s.asked)
	close(s.done)
}
