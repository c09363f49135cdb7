package style

import (
	"slices"
	"testing"

	"github.com/muesli/termenv"
)

// A row is taken apart into what was painted, in the colours of the theme.
func TestRuns(t *testing.T) {
	th := Make(Dark, false, termenv.TrueColor)
	have := Runs("a" + th.Paint(Good, "宽b") + th.Paint(Cursor, " ") + th.Paint(Paper, "x") +
		"\x1b[4;3mF̄\x1b[0m")
	want := []Run{
		{Text: "a", Cells: 1}, {Look{Colour: "#87d787", Bold: true}, "宽b", 3}, {Look{Reversed: true}, " ", 1},
		{Look{Colour: "#000000", Behind: "#ffffff"}, "x", 1}, {Look{Underlined: true, Slant: true}, "F̄", 1},
	}
	if !slices.Equal(have, want) {
		t.Errorf("the runs are %+v", have)
	}
	for _, broken := range []string{"\x1b[38;2;1m", "\x1b[", "\x1b[38;2;999;x;1mA", "\xff\x1b[0"} {
		Runs(broken)
	}
}

// Each colour of a theme has one name, and each role's colour has one.
func TestHues(t *testing.T) {
	names := make(map[string]string)
	for _, h := range Hues() {
		if names[h.Dark] != "" {
			t.Errorf("%s and %s are the same colour", names[h.Dark], h.Name)
		}
		names[h.Dark] = h.Name
	}
	th := Make(Dark, false, termenv.TrueColor)
	for i := range roleCount {
		for _, r := range Runs(th.Paint(i, "x")) {
			if i != Paper && r.Colour != "" && names[r.Colour] == "" {
				t.Errorf("the colour of role %d has no name: %s", i, r.Colour)
			}
		}
	}
}
