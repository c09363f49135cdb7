//go:build unix

package launch_test

import (
	"testing"

	"facet/model/modeltest/extent"
)

// A puzzle on a terminal: a move, a quit in the middle, and it continues there; then it
// is solved, by keys alone.
func TestPuzzleOnTerminal(t *testing.T) {
	extent.NoRace(t)
	dir := t.TempDir()
	c := onConsoleIn(t, dir, self, "puzzle", "lion-11")
	c.await("Find a sequence of cost 11")
	c.press(":eli (1 2)(2 4)\r")
	c.await("1 move")
	c.press("q")
	c.await("Saved after 1 move: facet puzzle lion-11 continues it.")
	if err := c.ends(); err != nil {
		t.Fatal(err)
	}
	c = onConsoleIn(t, dir, self, "puzzle")
	c.await("You stopped here") // in a column beside the pictures, that breaks the line
	c.await("starts again")
	for _, line := range []string{":eli (0 1)(1 2)\r", ":eli (0 1)(1 4)\r", ":eli (0 1 2)(2 3)\r"} {
		c.press(line)
	}
	c.await("Solved, total 11")
	c.press("q")
	c.await("Solved, total 11: facet puzzle opens the next one")
	if err := c.ends(); err != nil {
		t.Fatal(err)
	}
	c = onConsoleIn(t, dir, self, "puzzle", "--results")
	c.await("lion-11")
	c.await("***")
}
