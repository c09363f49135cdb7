package puzzle

import (
	"strings"
	"testing"

	"facet/ui/files/store"
)

// Hints that were asked for are told, solved or not.
func TestResultsTellHints(t *testing.T) {
	var out strings.Builder
	if err := WriteResults(&out, []store.Puzzle{{Name: "a", Asked: 6, Tries: 1},
		{Name: "b", Solved: true, Stars: 2, Hints: 1, Asked: 3}}); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(strings.Fields(out.String()), " ")
	if want := "name solved stars best hints tries solution a no - - 6 1 - b yes ** - 1 0 -"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
