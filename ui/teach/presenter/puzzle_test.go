package presenter

import (
	"testing"

	"facet/ui/explore/layer"
)

// A puzzle on a page of a lesson has all that it has alone. The lesson has its title and
// pages, it begins and ends itself, and puts its own keys behind those of the puzzle.
func TestPuzzleOfAPagePassesOn(t *testing.T) {
	by, err := (Library{Files: nil}).Open(t.Context(), "bat")
	if err != nil {
		t.Fatal(err)
	}
	spy := newSpy()
	by.Leader, by.puzzle = spy, spy
	passesOn(t, spy, by, "Title", "Page", "Begin", "Bindings")
	if all := by.Bindings(&layer.View{}); len(all) < 2 || all[0].Name != "spy" {
		t.Errorf("the keys are %v", all)
	}
}
