package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/charmbracelet/x/term"
)

// Frames appear at once on terminals that are known to understand that, or say so; others are
// sent what they were, and none is asked.
func TestFramesAppearAtOnce(t *testing.T) {
	for _, c := range []struct {
		env   map[string]string
		whole bool
	}{
		{map[string]string{"TERM": "xterm-kitty"}, true},
		{map[string]string{"TERM": "foot-extra"}, true},
		{map[string]string{"TERM": "alacritty", "TMUX": ""}, true},
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, true},
		{map[string]string{"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, true}, // as ssh hands it on
		{map[string]string{"TERM": "xterm-256color", "TERM_FEATURES": "T3LrMSc7UUw9SyHNo"}, true},
		{map[string]string{"TERM": "xterm-256color", "WT_SESSION": "0"}, true},
		{map[string]string{"TERM": "xterm-256color"}, false},
		{map[string]string{"TERM": "xterm-256color", "TERM_FEATURES": "T3LrMSyx"}, false},
		{map[string]string{"TERM": "tmux-256color", "WT_SESSION": "0"}, false},
		{map[string]string{"TERM": "xterm-256color", "TMUX": "/tmp/0", "TERM_PROGRAM": "WezTerm"}, false},
		{nil, false},
	} {
		var out bytes.Buffer
		to := Terminal{Out: &out, Getenv: func(name string) string { return c.env[name] }}.Whole()
		if n, err := io.WriteString(to, "a frame"); n != 7 || err != nil {
			t.Errorf("%v: %d bytes, %v", c.env, n, err)
		}
		want := "a frame"
		if c.whole {
			want = "\x1b[?2026ha frame\x1b[?2026l"
		}
		if out.String() != want {
			t.Errorf("%v: %q", c.env, out.String())
		}
	}
	if out := io.Discard; (Terminal{Out: out}).Whole() != out {
		t.Error("a terminal without an environment is another one")
	}
}

// device is a terminal that counts writes.
type device struct {
	bytes.Buffer
	term.File
	writes []string
}

func (d *device) Write(p []byte) (int, error) {
	d.writes = append(d.writes, string(p))
	return len(p), nil
}

func (d *device) Read(p []byte) (int, error) { return d.Buffer.Read(p) }
func (d *device) Fd() uintptr                { return 7 }

// A file stays one, and each write of a screen is in one piece.
func TestWholeWritesOfScreens(t *testing.T) {
	kitty := func(string) string { return "xterm-kitty" }
	d := new(device)
	if f, is := (Terminal{Out: d, Getenv: kitty}).Whole().(term.File); !is || f.Fd() != 7 {
		t.Error("a terminal's file is none any more")
	}
	synctest.Test(t, func(t *testing.T) {
		s := NewScreen(Terminal{Out: d, Getenv: kitty}, nil)
		s.show("one\ntwo")
		synctest.Wait()
		s.show("one\nthree")
		synctest.Wait()
		s.Close(true)
	})
	if len(d.writes) < 2 || !strings.Contains(strings.Join(d.writes, ""), "three") {
		t.Fatalf("written: %q", d.writes)
	}
	for _, w := range d.writes {
		if !strings.HasPrefix(w, "\x1b[?2026h") || !strings.HasSuffix(w, "\x1b[?2026l") ||
			strings.Count(w, "\x1b[?2026h") != 1 {
			t.Errorf("written: %q", w)
		}
	}
}
