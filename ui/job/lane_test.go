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
	late := first().(Message)
	second := l.Start("a", say("second"))
	if msg, _, _ := l.Open(late); msg != nil || cancelled.Err() == nil {
		t.Errorf("the first job gave %v and was not cancelled", msg)
	}
	if msg, lane, _ := l.Open(second().(Message)); msg != "second" || lane != "a" || l.Busy("a") {
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

// Runner do not hinder each other, and the end cancels all.
func TestLanesAreApart(t *testing.T) {
	l := New(t.Context())
	a, b := l.Start("a", say("of a")), l.Start("b", say("of b"))
	if msg, _, _ := l.Open(b().(Message)); msg != "of b" || !l.Busy("a") {
		t.Error("b took a's place")
	}
	l.Close()
	if msg := a(); msg != nil {
		t.Error("a job began after the end")
	}
	l.Wait()
}

// A panic is an error of its lane, never the end of the program.
func TestPanicIsAnError(t *testing.T) {
	l := New(t.Context())
	_, lane, err := l.Open(l.Start("the layout", func(context.Context) tea.Msg { panic("no") })().(Message))
	if lane != "the layout" || err == nil || !strings.Contains(err.Error(), "the layout failed: no") {
		t.Error(lane, err)
	}
}
