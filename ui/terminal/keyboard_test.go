package terminal

import (
	"slices"
	"strings"
	"testing"
)

// Complete keys and pastes get through unchanged, wherever the reads cut them.
func TestKeyboardPassesKeys(t *testing.T) {
	for _, left := range [][]string{
		{"abc"}, {"\x1b"}, {"\x1b[A"}, {"\x1b", "[A"}, {"\x1b[200~text\x1b[201~q"}, {"\x1b[20"},
		{"\x1b[20", "0~te", "xt\x1b[2", "01~", "q"}, {"\x03"}, {"é", "\xc3", "\xa9"},
	} {
		if got, want := joined(typed(t, 0, slices.Clone(left)...)), strings.Join(left, ""); got != want {
			t.Errorf("%q became %q", left, got)
		}
	}
}

// A paste without an end is ended by Esc and by ctrl+c, and keys work again.
func TestKeyboardEndsAPaste(t *testing.T) {
	if got := joined(typed(t, 0, "\x1b[200~text", "\x1b", "q")); got != "\x1b[200~text\x1b[201~\x1bq" {
		t.Errorf("Esc: %q", got)
	}
	if got := joined(typed(t, 0, "\x1b[200~text", "\x03")); got != "\x1b[200~text\x1b[201~\x03" {
		t.Errorf("ctrl+c: %q", got)
	}
}

// A long paste is cut to the limit, and keys after its end are keys.
func TestKeyboardCutsAPaste(t *testing.T) {
	got := joined(typed(t, 0, "\x1b[200~", strings.Repeat("x", 10*mostPasted), "\x1b[201~q"))
	if want := "\x1b[200~" + strings.Repeat("x", mostPasted) + "\x1b[201~q"; got != want {
		t.Errorf("%d bytes came, wanted %d", len(got), len(want))
	}
}

// An Esc that arrives together with a paste is dropped: before the mark it would turn the
// paste into keys.
func TestKeyboardKeepsAPasteTogether(t *testing.T) {
	if got := joined(typed(t, 0, "x\x1b\x1b[200~q\x1b[201~y")); got != "x\x1b[200~q\x1b[201~y" {
		t.Errorf("read %q", got)
	}
}
