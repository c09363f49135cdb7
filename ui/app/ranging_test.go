package app

import (
	"strings"
	"testing"

	"facet/ui/style"
)

// The table of ranges lies over the panels; a row points at its edge, Enter selects it.
func TestRanges(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), size[0], size[1])
		d.command("ranges")
		for _, want := range []string{"ranges of an optimal sequence", "T  -1->1    2     0    2", "+2"} {
			if !strings.Contains(d.screen(), want) {
				t.Fatalf("%q is missing:\n%s", want, d.screen())
			}
		}
		if !strings.Contains(d.screen(), "┃") {
			t.Errorf("nothing is pointed at:\n%s", d.screen())
		}
		d.press("w")
		t.Logf("\n%s", d.screen())
		d.press("w", "down", "enter")
		if strings.Contains(d.screen(), "ranges of") || d.m.sel.Z != 0 {
			t.Errorf("Enter does not select the edge:\n%s", d.screen())
		}
	}
}
