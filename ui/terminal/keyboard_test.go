package terminal

import (
	"slices"
	"strings"
	"testing"
)

// Everything that is whole gets through as it is, wherever the readings cut it.
func TestKeyboardPassesKeys(t *testing.T) {
	for _, left := range [][]string{
		{"abc"}, {"\x1b"}, {"\x1b[A"}, {"\x1b", "[A"}, {"\x1b[200~text\x1b[201~q"}, {"\x1b[20"}, {"\x1b[20", "0~te", "xt\x1b[2", "01~", "q"}, {"\x03"}, {"é", "\xc3", "\xa9"},
	} {
		if got, want := joined(typed(t, 0, slices.Clone(left)...)), strings.Join(left, ""); got != want {
			t.Errorf("%q became %q", left, got)
		}
	}
}

// A paste whose end never comes is ended by Esc and by ctrl+c, and the keys are
// there again.
func TestKeyboardEndsAPaste(t *testing.T) {
	if got := joined(typed(t, 0, "\x1b[200~text", "\x1b", "q")); got != "\x1b[200~text\x1b[201~\x1bq" {
		t.Errorf("Esc: %q", got)
	}
	if got := joined(typed(t, 0, "\x1b[200~text", "\x03")); got != "\x1b[200~text\x1b[201~\x03" {
		t.Errorf("ctrl+c: %q", got)
	}
}

// A paste of any length is cut, and ends where it ended.
func TestKeyboardCutsAPaste(t *testing.T) {
	got := joined(typed(t, 0, "\x1b[200~", strings.Repeat("x", 10*mostPasted), "\x1b[201~q"))
	if want := "\x1b[200~" + strings.Repeat("x", mostPasted) + "\x1b[201~q"; got != want {
		t.Errorf("%d bytes came, wanted %d", len(got), len(want))
	}
}

// An Esc that arrives together with a paste gives way: in front of the mark it
// would make keys of the paste.
func TestKeyboardKeepsAPasteTogether(t *testing.T) {
	if got := joined(typed(t, 0, "x\x1b\x1b[200~q\x1b[201~y")); got != "x\x1b[200~q\x1b[201~y" {
		t.Errorf("read %q", got)
	}
}
