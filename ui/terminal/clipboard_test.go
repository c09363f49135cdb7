package terminal

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

// The sequence reaches the terminal, through tmux and screen as well.
func TestCopy(t *testing.T) {
	text := "F'(0⇝2) := 1\n"
	encoded := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
	for _, c := range []struct{ name, tmux, want string }{
		{"xterm-256color", "", encoded},
		{"tmux-256color", "", encoded + "\x1bPtmux;\x1b" + encoded + "\x1b\\"},
		{"xterm", "/tmp/tmux", encoded + "\x1bPtmux;\x1b" + encoded + "\x1b\\"},
		{"screen", "", encoded + "\x1bP" + encoded + "\x1b\x5c"},
	} {
		var out bytes.Buffer
		local := Terminal{Out: &out, Getenv: func(name string) string {
			return map[string]string{"TERM": c.name, "TMUX": c.tmux}[name]
		}}
		if msg := local.Copy(text)(); msg != nil || out.String() != c.want {
			t.Errorf("%v: %q", c, out.String())
		}
		remote := local
		remote.Sizes = make(chan Size)
		out.Reset()
		screen := NewScreen(Terminal{Out: &out}, func(*Broken) {})
		screen.heard(remote.Copy(text)())
		screen.Close(false)
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%v over a network: %q", c, out.String())
		}
	}
}
