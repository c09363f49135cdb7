package recorded

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// stillEvery is the pause after which is said again what is being done.
const stillEvery = 5 * time.Second

// progress passes on what a program prints and what it complains of, one after the other,
// with what the recorder says it does. Where that takes long it is said again.
type progress struct {
	mutex sync.Mutex
	to    io.Writer
	what  string    // is being done
	since time.Time // it was said for the first time
	last  time.Time // anything was said
}

// mark begins a line about what is done.
const mark = "facet: "

func (p *progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for line := range bytes.Lines(text) {
		if what, is := bytes.CutPrefix(line, []byte(mark)); is {
			p.begins(strings.TrimSpace(string(what)), time.Now())
		}
	}
	return p.to.Write(text)
}

// say says what is done from now on.
func (p *progress) say(what string) {
	_, _ = fmt.Fprintf(p, "%s%s\n", mark, what)
}

func (p *progress) begins(what string, now time.Time) {
	p.what, p.since, p.last = what, now, now
}

// doing is what was said last, without how far it is.
func (p *progress) doing() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	what, _, _ := strings.Cut(p.what, ", about ")
	return what
}

// still says again what is done, and for how long, if nothing was said for a while.
func (p *progress) still(now time.Time) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.what == "" || now.Sub(p.last) < stillEvery-time.Second/2 {
		return
	}
	p.last = now
	what, _, _ := strings.Cut(p.what, ", about ")
	fmt.Fprintf(p.to, "%s%.0f s: still %s\n", mark, now.Sub(p.since).Seconds(), what)
}

// repeat says again every so often what is done, until the function that it gives is
// called.
func (p *progress) repeat(every time.Duration) func() {
	ticker, end, ended := time.NewTicker(every), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			case now := <-ticker.C:
				p.still(now)
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
		<-ended
	}
}
