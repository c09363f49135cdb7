//go:build unix

package launch_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"facet/model/modeltest/extent"
)

// again starts another program in the scratch folder of this one.
func (c *console) again(args ...string) *console {
	c.t.Helper()
	return onConsoleIn(c.t, c.dir, self, args...)
}

// What :save-session writes is opened as an argument, with --resume and by :open.
func TestSavedSessionsAreOpened(t *testing.T) {
	extent.NoRace(t)
	c := onConsole(t, self, "bat")
	c.await("step 0/0")
	c.press("\r\r")
	c.await("step 2/2")
	c.press(":save-session mine.json\r")
	c.await("Saved the session with 2 steps to mine.json.")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{{"mine.json"}, {"--resume", "mine.json"}, {"--resume"},
		{"--resume", "bat"}} {
		c := c.again(args...)
		c.await("step 2/2")
		c.press("q")
		if err := c.ends(); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	d := c.again("lion")
	d.await("step 0/0")
	d.press(":open mine.json\r")
	d.await("Opened the session on bat at step 2")
	d.press("q")
	if err := d.ends(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(c.cmd.Dir, "mine.json")); err != nil {
		t.Error("the user's file is gone:", err)
	}
}

// A search without a step is no session, but what it has found is opened with --resume, in the
// explorer and with a search that goes on.
func TestSearchesAreResumed(t *testing.T) {
	c := onConsole(t, self, "--resume", "bat")
	if err := c.ends(); err == nil || !strings.Contains(c.tail(), "there is no saved session on bat") {
		t.Errorf("%v: %s", err, c.tail())
	}
	c = c.again("newton2")
	c.await("step 0/0")
	c.press("b")
	c.await("150 000 is optimal.")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{{"--resume", "newton2"}, {"solve", "--tui", "--resume", "newton2"}} {
		d := c.again(args...)
		d.await(", proved")
		d.press("q")
		if err := d.ends(); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// Where nothing can be saved, a message says so at once and at the end, and only then.
func TestNothingCanBeSaved(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".local"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := onConsoleIn(t, dir, self, "bat")
	c.await("step 0/0")
	c.press("\r")
	c.await("cannot be saved")
	c.press("q") // opens a question
	c.await("q again quits")
	c.press("q")
	c.await("facet: the session on bat cannot be saved: the folder ")
	if err := c.ends(); err == nil {
		t.Error("it ends as if all were well")
	}
	if strings.Contains(c.tail(), "Saved at") {
		t.Errorf("it says that it is saved: %s", c.tail())
	}
}

// A pipe and a device are refused with a sentence, at once, and stay as they are.
func TestPipesAndDevices(t *testing.T) {
	extent.NoRace(t)
	c := onConsole(t, self, "bat")
	pipe := filepath.Join(c.cmd.Dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes:", err)
	}
	c.await("step 0/0")
	c.press("\r")
	c.await("step 1/1")
	for _, line := range []string{"open pipe", "replay pipe", "save pipe", "export pipe.xml"} {
		if line == "export pipe.xml" {
			if err := os.Symlink("pipe", pipe+".xml"); err != nil {
				t.Fatal(err)
			}
		}
		c.press(":" + line + "\r")
		c.await("is a pipe, not a file.")
	}
	c.press(":open /dev/stdin\r")
	c.await("is a device, not a file.")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v now", info)
	}
}
