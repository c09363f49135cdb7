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

// What comes from a job that was overtaken is dropped, whenever it comes.
func TestLateIsDropped(t *testing.T) {
	l := New(t.Context())
	var cancelled context.Context
	first := l.Start("a", func(ctx context.Context) tea.Msg { cancelled = ctx; return "first" })
	late := first()
	second := l.Start("a", say("second"))
	if msg, _ := l.Open(late); msg != nil || cancelled.Err() == nil {
		t.Errorf("the first job gave %v and was not cancelled", msg)
	}
	if msg, mine := l.Open(second()); msg != "second" || !mine || l.Busy("a") {
		t.Errorf("the second gave %v", msg)
	}
}

// A job that was overtaken before it began does nothing at all.
func TestOvertakenNeverBegins(t *testing.T) {
	l := New(t.Context())
	first := l.Start("a", func(context.Context) tea.Msg { t.Error("it began"); return nil })
	l.Start("a", say("second"))
	if msg := first(); msg != nil {
		t.Error(msg)
	}
}

// Jobs of different names do not hinder each other, and the end cancels all.
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

// A panic is an error of its job, never the end of the program.
func TestPanicIsAnError(t *testing.T) {
	l := New(t.Context())
	msg, _ := l.Open(l.Start("the layout", func(context.Context) tea.Msg { panic("no") })())
	if err, ok := msg.(error); !ok || !strings.Contains(err.Error(), "the layout failed: no") {
		t.Error(msg)
	}
}

// dropped tells that nobody wants it.
type dropped struct{ told *bool }

func (d dropped) Drop() { *d.told = true }

// What has to be told that it came too late is told, and no runner opens another's.
func TestDroppedIsTold(t *testing.T) {
	l, told := New(t.Context()), false
	late := l.Start("a", func(context.Context) tea.Msg { return dropped{&told} })()
	l.Stop("a")
	if _, mine := New(t.Context()).Open(late); mine || told {
		t.Error("another runner took it")
	}
	if msg, mine := l.Open(late); msg != nil || !mine || !told {
		t.Errorf("%v, told %v", msg, told)
	}
}
