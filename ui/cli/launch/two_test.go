//go:build unix

package launch_test

import (
	"path/filepath"
	"testing"
	"time"

	"facet/ui/files/store"
)

// Two explorers that share a state directory lose nothing of each other: sessions, runs,
// settings; nor does one that is killed meanwhile.
func TestTwoExplorersOnOneDirectory(t *testing.T) {
	dir := t.TempDir()
	state := store.At(filepath.Join(dir, ".local/state/facet"))
	var both [2]*console
	for k := range both {
		both[k] = onConsoleIn(t, dir, self, "bat")
		both[k].await("step 0/0")
	}
	for k, c := range both {
		for range k + 1 {
			c.press("\r")
		}
		c.await([]string{"step 1/1", "step 2/2"}[k])
	}
	both[0].press(":theme light\r")
	both[0].press("b")
	both[1].press(":sort price\r")
	both[1].press("b")
	there := func() bool {
		s, all := state.Settings(), state.List()
		steps := make(map[int]bool)
		runs := 0
		for _, one := range all {
			steps[one.Steps] = true
			if back, err := state.Load(one.Path); err == nil {
				runs = len(state.Runs(back.Dag()))
			}
		}
		return s.Theme == "light" && s.Sort == "price" && len(all) == 2 && steps[1] && steps[2] && runs == 2
	}
	for late := time.Now().Add(patience); !there() && time.Now().
		Before(late); time.Sleep(20 * time.Millisecond) {
	}
	_ = both[0].cmd.Process.Kill()
	<-both[0].done
	both[1].press("q")
	if err := both[1].ends(); err != nil {
		t.Error(err)
	}
	if !there() {
		t.Errorf("left are %+v and %+v", state.Settings(), state.List())
	}
}
