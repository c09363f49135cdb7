//go:build unix

package launch_test

import (
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"facet/model/modeltest/extent"
)

// sees waits until a text is on the screen, however it is painted, after what was awaited
// before.
func (c *console) sees(text string) {
	c.t.Helper()
	c.until(text, func(seen string) bool { return strings.Contains(ansi.Strip(seen), text) })
}

// until waits until the output after what was awaited before has something.
func (c *console) until(what string, has func(seen string) bool) {
	c.t.Helper()
	timeout := time.After(patience)
	for {
		c.mutex.Lock()
		seen, all := c.seen.String()[c.looked:], c.seen.Len()
		c.mutex.Unlock()
		if has(seen) {
			c.looked = all
			return
		}
		select {
		case <-c.more:
		case <-timeout:
			c.t.Fatalf("%s is never seen, but %q", what, seen[max(0, len(seen)-2000):])
		}
	}
}

// row waits until a row of the screen has several texts.
func (c *console) row(what string, texts ...string) {
	c.t.Helper()
	c.until(what, func(seen string) bool {
		return slices.ContainsFunc(strings.Split(ansi.Strip(seen), "\n"), func(row string) bool {
			return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(row, text) })
		})
	})
}

// configured starts the program at 80x24 with a file of settings.
func configured(t *testing.T, settings string, args ...string) *console {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".config/facet"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".config/facet/config.yaml"), []byte(settings),
		0o600); err != nil {
		t.Fatal(err)
	}
	return onConsoleIn(t, dir, self, args...)
}

// The keys of the file act in a terminal; foot, help, palette, tour and lessons show them, and
// a mistake in the file is said with its line while the other lines hold.
func TestOwnKeysInATerminal(t *testing.T) {
	extent.NoRace(t)
	c := configured(t,
		"keys:\n  undo: [X]\n  nosuch: q\n  help: +ü\n  lesson.chapters: ö\n  line-dag: ä\n  command: +,\n",
		"bat")
	c.sees("line 3")
	c.press("\r")
	c.until("the foot", func(seen string) bool {
		seen = ansi.Strip(seen)
		return strings.Contains(seen, "step 1/1") && strings.Contains(seen, "X undo")
	})
	c.press("u") // which is free now
	c.press("X")
	c.sees("step 0/1")
	c.press("ü/undo")
	c.row("the help", "X", "undo, one step back")
	c.press("\x1b\x1b")
	c.sees("Rule 3.1")
	c.press(",undo")
	c.row("the palette", "undo", "X  ")
	c.press("\x1b")
	c.sees("Rule 3.1") // rows that the palette did not cover are not drawn again
	c.press(",lesson bat\r")
	c.sees("ö chapters")
	c.press(",end\r")
	c.press(",tour\r")
	c.sees("Enter begin")
	c.press("\r")
	c.sees("Press the down arrow")
	c.press("\x1b[B")
	c.sees("Press ä")
	c.press(",end\r")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}

// What is copied leaves through tmux, which gives it to the terminal around it.
func TestCopyThroughTmux(t *testing.T) {
	extent.NoRace(t)
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Skip("no tmux here:", err)
	}
	for _, allowed := range []string{"set-clipboard on", "allow-passthrough on"} {
		t.Run(allowed, func(t *testing.T) {
			dir := t.TempDir()
			conf := filepath.Join(dir, "tmux.conf")
			if err := os.WriteFile(conf,
				[]byte("set -g set-clipboard off\nset -g allow-passthrough off\nset -g "+allowed+"\n"),
				0o600); err != nil {
				t.Fatal(err)
			}
			c := onConsoleIn(t, dir, tmux, "-u", "-S", filepath.Join(dir, "socket"), "-f", conf,
				"new-session", executable(t)+" bat")
			t.Cleanup(func() {
				_ = exec.Command(tmux, "-S", filepath.Join(dir, "socket"), "kill-server").Run()
			})
			c.sees("step 0/0")
			c.press("\r")
			c.sees("step 1/1")
			c.press("Y")
			c.until("the sequence for the clipboard", func(seen string) bool {
				_, code, _ := strings.Cut(seen, "\x1b]52;")
				_, code, _ = strings.Cut(code, ";")
				code, _, ended := strings.Cut(code, "\a")
				text, err := base64.StdEncoding.DecodeString(code)
				return ended && err == nil && strings.HasPrefix(string(text), "# bat, total 4\n")
			})
			c.press("q")
			if err := c.ends(); err != nil {
				t.Error(err)
			}
		})
	}
}
