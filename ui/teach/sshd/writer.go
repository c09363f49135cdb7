package sshd

import (
	"io"
	"time"
)

// writer writes to a client. It waits for one who is slow, and so does the program
// that draws: what is drawn next is then the newest frame, and no other was kept. Who
// does not read at all is left after a while.
type writer struct {
	out     io.Writer
	touch   func() // something was written
	stalled time.Duration
	leave   func() // closes the connection
}

func (w *writer) Write(p []byte) (int, error) {
	defer time.AfterFunc(w.stalled, w.leave).Stop()
	n, err := w.out.Write(p)
	if err == nil {
		w.touch()
	}
	return n, err
}
