package job

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func say(what string) func(context.Context) tea.Msg {
	return func(context.Context) tea.Msg { return what }
}

// The result of a cancelled job is dropped, whenever it arrives.
func TestLateIsDropped(t *testing.T) {
	l := New(t.Context())
	var cancelled context.Context
	first := l.Start("a", func(ctx context.Context) tea.Msg { cancelled = ctx; return "first" })
	late := first()
	second := l.Start("a", say("second"))
	if msg, _ := l.Open(late); msg != nil || cancelled.Err() == nil {
		t.Errorf("the first job gave %v and was not cancelled", msg)
	}
	if msg, ok := l.Open(second()); msg != "second" || !ok || l.Busy("a") {
		t.Errorf("the second gave %v", msg)
	}
}

// A job that was cancelled before it began does nothing.
func TestOvertakenNeverBegins(t *testing.T) {
	l := New(t.Context())
	first := l.Start("a", func(context.Context) tea.Msg { t.Error("it began"); return nil })
	l.Start("a", say("second"))
	if msg := first(); msg != nil {
		t.Error(msg)
	}
}

// Jobs of different names do not affect each other, and closing cancels all.
func TestNamesAreApart(t *testing.T) {
	l := New(t.Context())
	a, b := l.Start("a", say("of a")), l.Start("b", say("of b"))
	if msg, _ := l.Open(b()); msg != "of b" || !l.Busy("a") {
		t.Error("b took a's place")
	}
	over := l.Close()
	if msg := a(); msg != nil {
		t.Error("a job began after the end")
	}
	<-over
}

// A panic becomes the error of its job and does not end the program.
func TestPanicIsAnError(t *testing.T) {
	l := New(t.Context())
	msg, _ := l.Open(l.Start("the layout", func(context.Context) tea.Msg { panic("no") })())
	if err, ok := msg.(error); !ok || !strings.Contains(err.Error(), "the layout failed: no") {
		t.Error(msg)
	}
}

// What comes too late is nothing, and no runner opens a message of another.
func TestOthersAreNotOpened(t *testing.T) {
	l := New(t.Context())
	late := l.Start("a", func(context.Context) tea.Msg { return 1 })()
	l.Stop("a")
	if _, ok := New(t.Context()).Open(late); ok {
		t.Error("another runner took it")
	}
	if msg, ok := l.Open(late); msg != nil || !ok {
		t.Errorf("%v", msg)
	}
}

// A turn is waited for until the context ends, and given back.
func TestTurn(t *testing.T) {
	turns := make(chan struct{}, 1)
	done, ok := Turn(t.Context(), turns)
	if !ok || len(turns) != 1 {
		t.Fatal("there is no first turn")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := Turn(over, turns); ok {
		t.Error("one place is taken twice")
	}
	if done(); len(turns) != 0 {
		t.Error("the turn is not given back")
	}
	if done, ok := Turn(over, nil); !ok {
		t.Error("without turns there is none to be had")
	} else {
		done()
	}
}
