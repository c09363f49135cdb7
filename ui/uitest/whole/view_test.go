package whole

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"facet/model/modeltest/extent"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// View reads, whatever is on the screen: what a key changed is the same before and after it.
func TestViewHasNoEffect(t *testing.T) {
	keys := []string{"enter", "down", "up", "pgdown", "pgup", "right", "left", "tab", "u", "+", "-", "h", ".",
		"end", "home", " ", "c", "f", "1", "2", "3", "esc"}
	for k, line := range []string{"lesson lion", "lesson paths", "puzzle level 2", "puzzle one-cost", "tour",
		"edit", "whatif", "ranges", "schedule 2", "ways", "preview", "help", "glossary", "bookmarks"} {
		synctest.Test(t, func(t *testing.T) { // searches and transitions take no time
			rng := rand.New(rand.NewPCG(7, uint64(k)))
			o := explorer(t, "bat")
			o.Shared = nil // a channel of a bubble stays in it
			m := app.New(o)
			d := &uitest.Driver{T: t, Model: m, Width: 80, Height: 24}
			d.Begin()
			look := func(after string) {
				t.Helper()
				before, frame := uitest.StateOf(m), m.View()
				if wrong := before.Differs(uitest.StateOf(m)); wrong != nil {
					t.Fatalf("%s, after %s: View changed %q", line, after, wrong)
				}
				if m.View() != frame {
					t.Fatalf("%s, after %s: a second look shows something else", line, after)
				}
			}
			d.Send(app.Line("solve time=1s"))
			d.Send(app.Line(line))
			if why, refused := app.Refusal(m); refused {
				t.Fatal(why)
			}
			look(line)
			for range extent.Of(12, 200) {
				key := keys[rng.IntN(len(keys))]
				if rng.IntN(8) == 0 {
					d.Width, d.Height = 72+rng.IntN(130), 20+rng.IntN(40)
					d.Resize()
				}
				d.Send(layer.Key(key))
				look(key)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
