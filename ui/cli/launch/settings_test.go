//go:build unix

package launch_test

import (
	"os"
	"path/filepath"
	"testing"

	"facet/model/modeltest/extent"
)

// A user's file gives keys and settings: foot, help and sentences have them, mistakes are
// told at the start, and :keys finds and tries commands.
func TestSettings(t *testing.T) {
	extent.NoRace(t)
	dir := t.TempDir()
	path := filepath.Join(dir, ".config", "facet", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	text := "acsii: on\nascii: on\nkeys:\n  undo: U\n  help: [f1, ü]\n  greedy: q\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := onConsoleIn(t, dir, self, "--classic", "lion")
	c.await("Settings, line 1: there is no setting acsii, did you mean ascii")
	c.await("1 more mistake: see facet config")
	c.press("\x1b") // no tour
	c.await(" carry out")
	c.press("\r")
	c.await("step 1/1")
	c.press("u")
	c.await("The key u has no meaning here: F1 lists all keys.")
	c.press("U")
	c.await("step 0/1")
	c.press("ü")
	c.await("the best total known")
	c.press("x")
	c.press(":keys pattern\r")
	c.await("which entries of the selected")
	c.press("\x03")
	c.press(":set fps 20\r")
	c.await("counts at the next start")
	c.press("\x03")
	c.press(":set theme pink\r")
	c.await("Theme is auto, light, dark, mono, and not")
	c.press("\x03")
	c.press("\x03")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, []byte("start: lion\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c = onConsoleIn(t, dir, self)
	c.await("lion")
	c.await("step 0/0")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}
