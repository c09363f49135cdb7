package end

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"facet/model/modeltest/extent"
)

// fills lets a class write no byte into a file any more, as on a full disk, or lets it again.
func (c *class) fills(t *testing.T, is bool) {
	t.Helper()
	limit := unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}
	if is {
		limit.Cur = 0
	}
	if err := unix.Prlimit(c.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		t.Skip("the limit cannot be changed:", err)
	}
}

// While the disk is full students read that nothing is saved, each thing that was saved stays,
// and when there is room all is written without a key: it is there after a kill.
func TestFullDisk(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	h := newHouse(t)
	c := h.serves("--log", h.path("log"), "bat")
	own, other := h.makesKey("own"), h.makesKey("other")
	sessions := func() int {
		all, _ := filepath.Glob(h.path("state", "people", "*", "sessions", "*.json"))
		return len(all)
	}
	x := h.comes(as(own, h.ssh(c, "ssh", "explore@HOST")), 120, 40)
	x.sees("step 0/0")
	x.press("\r")
	x.sees("step 1/1")
	until(t, "saved", func() bool { return sessions() == 1 }, func() string { return "" })
	c.fills(t, true)
	x.press("\r")
	x.sees("The session on bat cannot be saved: the server cannot write it: file too large")
	y := h.comes(as(other, h.ssh(c, "ssh", "-t", "HOST", "puzzle", "bat-22")), 120, 40)
	y.sees("Find")
	y.press("\r")
	y.sees("step 1/1")
	z := h.comes(h.ssh(c, "ssh", "explore@HOST"), 120, 40)
	z.sees("step 0/0")
	z.press("\r")
	z.sees("step 1/1")
	z.press("qq")
	z.sees("facet replay reads:")
	_ = z.ends()
	if text, steps := h.sequence(c, own); steps != 1 {
		t.Errorf("of what was saved there is %q", text)
	}
	c.fills(t, false)
	x.sees("The session is saved again.")
	c.kills(t)
	if text, steps := h.sequence(h.serves("bat"), own); steps != 2 {
		t.Errorf("saved is %q", text)
	}
	if half, _ := filepath.Glob(h.path("state", "*", ".facet-*")); len(half) > 0 {
		t.Errorf("half written are %q", half)
	}
}
