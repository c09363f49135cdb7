package presenter

import (
	"math/rand/v2"
	"testing"

	"facet/model/modeltest/extent"
	"facet/samples/lessons"
)

// Whatever is pressed in a lesson, every screen fits, nothing breaks, and PgUp comes
// back to the start.
func TestRandomKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	keys := []string{"pgdown", "pgdown", "pgdown", "pgup", " ", "right", "left", "up", "down", "enter", "esc",
		".", "f5", "o", "tab", "e", "a", "u", "h", "v", "[", "]",
		"home", "end", "r", "m", "1", "2", "3", "+", "-", "f", "t", "?", "n", "V", "E", "shift+right", "0",
		"p", "S", "N", "backspace", "/", "x", "b", "g"}
	for _, name := range lessons.Names()[:extent.Of(3, len(lessons.Names()))] {
		size := [][2]int{{80, 24}, {120, 40}, {72, 20}}[rng.IntN(3)]
		c := teach(t, Library{}, name, mono, size[0], size[1])
		for range extent.Of(15, 500) {
			c.Press(keys[rng.IntN(len(keys))])
			if rng.IntN(10) == 0 {
				c.Press("esc")
			}
		}
		if c.g.spot.page > len(c.g.spot.course.Pages) {
			t.Errorf("%s: page %d", name, c.g.spot.page)
		}
	}
}
