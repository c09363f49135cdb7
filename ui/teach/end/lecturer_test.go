//go:build unix

package end

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The lecturer at the terminal of the process leads from a board on, is asked before the class
// ends with a key, and ends it for all.
func TestLecturerAtTheTerminal(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ada := h.shows(h.facet("serve", "--address", "127.0.0.1:0", "--state", h.path("state"), "lion"), 100, 30)
	ada.sees("1 here")
	ada.sees("SHA256:")
	c := &class{}
	_, said, _ := strings.Cut(ansi.Strip(ada.all()), "The class is open: ")
	if _, err := fmt.Sscanf(said, "ssh -p %s %s", &c.port, &c.host); err != nil {
		t.Fatalf("it says %q", said)
	}
	x := h.comes(h.ssh(c, "ssh", "follow@HOST"), 80, 24)
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
	if err := x.ends(); err != nil {
		t.Error(err)
	}
	if err := ada.ends(); err != nil {
		t.Error(err)
	}
}

// A class tells its counters when it is asked, and its stacks when it is told to end at once.
func TestSignals(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	c := h.serves("--log", h.path("log"), "bat")
	if out, err := h.ssh(c, "ssh", "HOST", "help").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	log := func() []byte { text, _ := os.ReadFile(h.path("log")); return text }
	until(t, "the counters", func() bool { // the client knows of the end before they do
		if err := c.Process.Signal(syscall.SIGUSR1); err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(log(), []byte("msg=left")) &&
			bytes.Contains(log(), []byte("msg=counters connections=0 sessions=0"))
	}, func() string { return string(log()) })
	if err := c.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if text := c.log.String(); !strings.Contains(text, "SIGQUIT") || !strings.Contains(text, "goroutine ") {
		t.Errorf("it says %q", text)
	}
}
