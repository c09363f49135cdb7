package plain

import (
	"strings"
	"testing"
)

// A listener reads the newest sentence first, none twice, of what is selected the last one, and
// nothing of what was on the screen before.
func TestSentences(t *testing.T) {
	var all sentences
	for _, step := range []struct {
		rows []string
		anew bool
		want string
	}{
		{[]string{"puzzle bat-22", "bat: 8 vertices.", " Find  22.   0 moves", "Selected: a"}, true,
			"bat: 8 vertices.|Find 22. 0 moves|Selected: a"},
		{[]string{"Done: a", "Yours 2.", "Selected: b"}, false,
			"Done: a|Yours 2.|Selected: b|bat: 8 vertices.|Find 22. 0 moves"},
		{[]string{"Hint 1.", "bat: 8 vertices."}, false,
			"Hint 1.|bat: 8 vertices.|Done: a|Yours 2.|Selected: b|Find 22. 0 moves"},
		{[]string{"the search", "- best and bound ---- = best -", "| H", "32+ ======", "+0 s ---- 5 ms -",
			"32 is optimal."}, true, "the search|32 is optimal."},
		{[]string{"with the lecturer", "lion: 5 vertices."}, true, "lion: 5 vertices."},
	} {
		above := "Open for everybody: the puzzle bat-22. You look at the steps of the lecturer."
		all = all.with(step.rows, step.anew, above)
		if strings.Join(all, "|") != step.want {
			t.Errorf("after %q they are\n%q", step.rows, all)
		}
	}
}
