package end

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// secret is what no class reads or changes.
const secret = "root:x:0:0:secret"

// Whatever was kept when the server was killed comes back, and nothing else on the disk has
// changed.
func TestKilled(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.writes(map[string]string{"work/other": secret, "state/people/other": secret})
	c := h.serves("bat")
	const students = 5
	var keys []string
	var working sync.WaitGroup
	for k := range students {
		keys = append(keys, h.makesKey(fmt.Sprintf("key%d", k)))
		x := h.comes(as(keys[k], h.ssh(c, "ssh", "explore@HOST")), 80, 24)
		working.Go(func() {
			x.sees("step 0/0")
			x.press(strings.Repeat("\r", k+1))
			x.sees(fmt.Sprintf("step %d/%d", k+1, k+1))
		})
	}
	working.Wait()
	saved := func() []string {
		files, _ := filepath.Glob(h.path("state", "people", "*", "sessions", "*.json"))
		return files
	}
	until(t, "saved", func() bool { return len(saved()) == students }, func() string {
		return fmt.Sprint(saved())
	})
	c.kills(t)
	left := filepath.Join(filepath.Dir(saved()[0]), ".facet-LEFT")
	if err := os.WriteFile(left, []byte("half of a sess"), 0o600); err != nil {
		t.Fatal(err)
	}

	c = h.serves("bat")
	for k, key := range keys {
		// The last step may have been on its way to the disk.
		if text, steps := h.sequence(c, key); steps < 1 || steps > k+1 {
			t.Errorf("student %d has %q", k, text)
		}
	}
	x := h.shows(as(keys[4], h.ssh(c, "ssh", "explore@HOST")), 80, 24) // whose name is known
	x.sees("step ")
	x.press("q")
	if err := x.ends(); err != nil {
		t.Error(err)
	}
	for folder, want := range map[string]string{"work": "other", "state": "host_ed25519 people"} {
		var names []string
		entries, _ := os.ReadDir(h.path(folder))
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("in %s there is %s", folder, got)
		}
	}
	if all, _ := os.ReadDir(h.path("state", "people")); len(all) != students+1 {
		t.Errorf("%d people, %d came", len(all)-1, students)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what was half written stays for ever")
	}
	for _, name := range []string{"work/other", "state/people/other"} {
		if content, _ := os.ReadFile(h.path(name)); string(content) != secret {
			t.Errorf("somebody else's file is %q", content)
		}
	}
}
