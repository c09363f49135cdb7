package explorer

import (
	"flag"
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/overlay"
	"facet/ui/pane"
	"facet/ui/store"
	"facet/ui/theme"
)

var (
	seed  = flag.Uint64("seed", 7, "of the random keys")
	count = flag.Int("keys", 900, "how many random keys on each dag")
)

// Thousands of keys in any order: no panic, every screen fits into the window,
// the total is the sum of its steps.
func TestRandomKeys(t *testing.T) {
	names := []string{"bat", "lion", "newton1", "newton2", "openfoam", "hierarchy", "composition"}
	keys := []string{
		"enter", "enter", "enter", "e", "e", "a", "a", "m", "E", "V", "f", "b", "u", "z", "pgup", "ctrl+r", "Z", "pgdown", " ", "n", "t",
		"/", ":", "o", "tab", "shift+tab", "1", "2", "3", "4", "+", "-", "0", "=", "f", "?", "esc", "esc",
		"up", "down", "left", "right", "home", "end", "shift+left", "shift+up", "r", "x", "(", "3", "backspace", "delete", "ctrl+w", "Σ", "\x00",
	}
	sizes := [][2]int{{80, 24}, {120, 40}, {200, 60}, {72, 20}, {60, 15}, {100, 30}, {1, 1}, {81, 57}}
	for k, name := range names {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), *seed))
			g := sample(t, name)
			if k%3 == 2 {
				g = g.Classic()
			}
			o := testOptions(g, theme.Dark, k%2 == 1)
			o.Autosave, o.Place = true, store.At(t.TempDir())
			d := start(t, o, 80, 24)
			for step := range *count {
				key := keys[rng.IntN(len(keys))]
				if f, ok := d.m.top().(*overlay.Finder); ok && len(f.Text()) > 0 && (f.Text()[0] == 's' || f.Text()[0] == 'e') {
					key = "esc" // no file is to be written
				}
				d.press(key)
				if rng.IntN(60) == 0 {
					size := sizes[rng.IntN(len(sizes))]
					d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					d.check()
				}
				if rng.IntN(40) == 0 {
					d.send(tea.MouseMsg{X: rng.IntN(210), Y: rng.IntN(60), Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
					d.check()
				}
				var sum model.Cost
				for _, s := range d.m.session.Line()[:d.m.session.Depth()] {
					sum = sum.Add(s.Cost)
				}
				if sum != d.m.state().Spent() {
					t.Fatalf("after %d keys the steps add up to %d, the state says %d", step, sum, d.m.state().Spent())
				}
				if d.m.state().Done() && d.m.proved.Verdict == pane.Fails {
					t.Fatal(d.m.proved.Err)
				}
			}
		})
	}
}
