package whole

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/modeltest/extent"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// View reads, whatever is on the screen: what a key or the mouse changed is the same before and
// after it, and a second look shows the same.
func TestViewHasNoEffect(t *testing.T) {
	keys := []string{"enter", "down", "up", "pgdown", "pgup", "right", "left", "tab", "u", "+", "-", "h", ".",
		"end", "home", " ", "c", "f", "1", "2", "3", "esc"}
	for k, line := range []string{"lesson lion", "lesson paths", "puzzle level 2", "puzzle one-cost", "tour",
		"open openfoam", "edit", "whatif", "ranges", "schedule 2", "ways", "preview", "help", "glossary", "bookmarks"} {
		synctest.Test(t, func(t *testing.T) { // searches and transitions take no time
			rng := rand.New(rand.NewPCG(7, uint64(k)))
			o := explorer(t, "bat")
			o.Shared = nil // a channel of a bubble stays in it
			m := app.New(o)
			d := &uitest.Driver{T: t, Model: m, Width: 80, Height: 24}
			d.Begin()
			look := func(after string) {
				t.Helper()
				before, frame := stateOf(m), m.View()
				if wrong := before.differs(stateOf(m)); wrong != nil {
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
				var msg tea.Msg = layer.Key(keys[rng.IntN(len(keys))])
				switch rng.IntN(12) {
				case 0:
					d.Width, d.Height = 60+rng.IntN(142), 15+rng.IntN(45)
					d.Resize()
				case 1:
					msg = tea.MouseMsg{X: rng.IntN(210), Y: rng.IntN(60), Button: tea.MouseButtonLeft,
						Action: tea.MouseActionPress}
				}
				d.Send(msg)
				look(fmt.Sprint(msg))
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
