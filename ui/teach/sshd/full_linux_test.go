package sshd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"facet/model/modeltest/extent"
)

// fills lets a program write no byte into a file any more, as on a full disk, or lets it again.
func (s *started) fills(t *testing.T, is bool) {
	t.Helper()
	limit := unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}
	if is {
		limit.Cur = 0
	}
	if err := unix.Prlimit(s.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		t.Skip("the limit cannot be changed:", err)
	}
}

// While the disk is full students read that nothing is saved, each thing that was saved stays,
// and when there is room all is written without a key: it is there after a kill.
func TestTheDiskIsFullForAWhile(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{"work/other": secret, "dag": "bat"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := start(t, dir)
	r := &classroom{TB: t, address: server.address}
	own, other := key(t), key(t)
	sessions := func() int {
		all, _ := filepath.Glob(filepath.Join(dir, "state", "people", "*", "sessions", "*.json"))
		return len(all)
	}
	x := r.sit(r.dial("student", own), device{"xterm-256color", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	x.press("\r")
	x.sees("step 1/1")
	until(t, "saved", func() bool { return sessions() == 1 })
	server.fills(t, true)
	x.press("\r")
	x.sees("The session on bat cannot be saved: the server cannot write it: file too large")
	y := r.sit(r.dial("student", other), device{"xterm-256color", 120, 40, nil, "puzzle bat-22"})
	y.sees("Find")
	y.press("\r")
	y.sees("step 1/1")
	z := r.sit(r.dial("guest", nil), device{"xterm-256color", 120, 40, nil, "explore"})
	z.sees("step 0/0")
	z.press("\r")
	z.sees("step 1/1")
	z.press("qq")
	z.sees("facet replay reads:")
	z.ends()
	if out, told, code := said(t, r.dial("student", own), "sequence"); code != 0 ||
		strings.Count(out, "\n") != 2 {
		t.Errorf("of what was saved there is %q, %q", out, told)
	}
	server.fills(t, false)
	x.sees("The session is saved again.")
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	r.address = start(t, dir).address
	if out, told, code := said(t, r.dial("student", own), "sequence"); code != 0 ||
		strings.Count(out, "\n") != 3 {
		t.Errorf("saved is %q, %q", out, told)
	}
	if half, _ := filepath.Glob(filepath.Join(dir, "state", "*", ".facet-*")); len(half) > 0 {
		t.Errorf("half written are %q", half)
	}
}
