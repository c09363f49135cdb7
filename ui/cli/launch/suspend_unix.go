//go:build unix

package launch

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// suspension stops the process and its group as ctrl+z in a shell does. Another process
// may ask for it by SIGTSTP; the screen has to be left first.
type suspension struct {
	asked chan os.Signal
	stops chan struct{}
	done  chan struct{}
}

// listenForStops begins to listen for SIGTSTP. It returns nil where no shell could
// continue the process, or where the shell forbids stopping.
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

// hasShell reports whether a shell can continue the process: its parent is in the same
// session. Behind ssh, or in a window of its own, there is none.
func hasShell() bool {
	session, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	parents, err := unix.Getsid(os.Getppid())
	return err == nil && parents == session
}

// stop stops the group until the shell continues it. Where no shell could do that, the
// system stops nothing. The signal is the one for writing from the background, SIGTTOU: a
// Go program that has once listened for SIGTSTP does not get the default action of that
// back.
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
