package sshd

import (
	"context"
	"io"
	"strings"
	"testing"

	"facet/ui/terminal"
)

// The lecturer at the terminal of the process leads from a board on, is asked before
// the class ends with a key, and ends it for all.
func TestLecturerAtTheTerminal(t *testing.T) {
	t.Parallel()
	o := standard(t)
	keys, typed := io.Pipe()
	home := t.TempDir()
	ada := &screen{TB: t, keys: typed, more: make(chan struct{}, 1), over: make(chan struct{})}
	o.Headless, o.Log, o.Out = false, io.Discard, ada
	o.Own = func() (terminal.Terminal, func(), error) {
		return terminal.Terminal{In: keys, Out: ada, Width: 100, Height: 30,
			Getenv: func(name string) string {
				return map[string]string{"TERM": "xterm", "HOME": home, "USER": "Ada"}[name]
			}}, func() {}, nil
	}
	go func() {
		defer close(ada.over)
		ada.err = run(context.Background(), o)
	}()
	ada.sees("The class is open: ssh -p ")
	words := strings.Fields(strings.SplitN(ada.all(), "\n", 2)[0])
	r := &classroom{TB: t, address: words[len(words)-1] + ":" + words[len(words)-2]}
	ada.sees("1 here")
	ada.sees("SHA256:")
	x := r.sit(r.dial("ben", nil), device{"xterm", 80, 24, nil, "follow"})
	x.sees("with Ada")
	ada.press("\x1b")
	ada.sees("price")
	ada.press("\r")
	x.sees("step 1/1")
	ada.press("q")
	ada.sees("1 other is here, and quitting ends the class: q again ends it.")
	ada.press("\r")
	x.sees("step 2/2")
	ada.press("q")
	ada.press("q")
	x.sees("the class is over: good-bye")
	x.ends()
	<-ada.over
	if ada.err != nil {
		t.Error(ada.err)
	}
	_ = typed.Close()
}
