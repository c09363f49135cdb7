package sshd

import (
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"facet/model/modeltest/extent"
	"facet/ui/cli/launch"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/solver"
	"facet/ui/terminal"
)

// terminals are terminals as people have them.
var terminals = []device{
	{"xterm-256color", 120, 40, []string{"LANG", "de_DE.UTF-8", "COLORFGBG", "15;0"}, "explore"},
	{"xterm", 100, 30, []string{"COLORFGBG", "0;15"}, "explore"},                 // 16 colours on white
	{"xterm-256color", 80, 24, []string{"NO_COLOR", "1"}, "explore"},             // none
	{"dumb", 90, 25, nil, "explore"},                                             // nothing at all
	{"xterm-kitty", 200, 60, []string{"COLORTERM", "truecolor"}, "explore lion"}, // everything
}

// Several sessions in one process, each with a terminal of its own and at work at
// once: each shows byte for byte what an explorer on such a terminal shows that has
// the process to itself.
func TestScreensAreThoseOfALocalExplorer(t *testing.T) {
	extent.NoRace(t)
	synctest.Test(t, screensAreThoseOfALocalExplorer)
}

func screensAreThoseOfALocalExplorer(t *testing.T) {
	o := standard(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	var sessions sync.WaitGroup
	for _, at := range terminals[:size(2, len(terminals))] {
		sessions.Go(func() {
			alongside := make(chan string, 1)
			sessions.Go(func() { alongside <- alone(t, at) })
			x := r.sit(r.dial("student", nil), at)
			got := x.steps()
			x.press("qq") // nothing is kept, which is asked about
			if code := x.ends(); code != 0 {
				t.Errorf("%s: exit code %d", at.term, code)
			}
			want := <-alongside
			if got != want {
				t.Errorf("%s, %dx%d: the frame is\n%q\nand would be alone\n%q", at.term, at.width, at.height,
					got, want)
			}
		})
	}
	sessions.Wait()
}

// alone is the frame after the same keys where there is no other session.
func alone(t *testing.T, at device) string {
	t.Helper()
	env := func(name string) string {
		switch name {
		case "TERM":
			return at.term
		case "SSH_CONNECTION":
			return "::1 1 ::1 22"
		}
		if k := slices.Index(at.env, name); k >= 0 {
			return at.env[k+1]
		}
		return ""
	}
	keys, typed := io.Pipe()
	x := &screen{TB: t, keys: typed, more: make(chan struct{}, 1), over: make(chan struct{})}
	dag := "bat"
	if _, name, ok := strings.Cut(at.command, " "); ok {
		dag = name
	}
	var running sync.WaitGroup
	running.Go(func() {
		defer close(x.over)
		dressed := style.New(style.Auto, false, env)
		x.err = launch.Apart(t.Context(), app.Options{
			Dag: sample(t, dag), Theme: dressed, FPS: framesASecond,
			Solver:   solver.New(t.Context(), solver.Options{Theme: dressed, Quiet: true}),
			Terminal: terminal.Terminal{In: keys, Out: x, Getenv: env, Width: at.width, Height: at.height},
		})
	})
	last := x.steps()
	x.press("q")
	running.Wait()
	_ = typed.Close()
	return last
}

// steps does two steps, each when the picture before is there, and gives the frame.
func (x *screen) steps() string {
	x.Helper()
	x.sees("step 0/0")
	x.frame()
	x.press("\r")
	x.sees("step 1/1")
	x.frame()
	x.press("\r")
	x.sees("step 2/2")
	return x.frame()
}

// frame is the whole frame that there is in the end: it is drawn anew until twice the
// same comes.
func (x *screen) frame() string {
	x.Helper()
	const clear = "\x1b[2J\x1b[H"
	for last := ""; ; {
		x.forget()
		x.press("\x0c")
		x.await("a frame", func(seen string) bool { return strings.Contains(seen, clear) })
		time.Sleep(patient) // the rest of it
		seen := x.all()
		now := seen[strings.LastIndex(seen, clear)+len(clear):]
		if now == last && now != "" && !strings.Contains(now, "Drawing the picture") {
			return now
		}
		last = now
	}
}
