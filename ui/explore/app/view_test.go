package app

import (
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// View reads: after any message the explorer's state is the same before and after it, and a
// second look shows the same.
func TestViewHasNoEffect(t *testing.T) {
	names := []string{"bat", "lion", "openfoam"}
	sizes := [][2]int{{80, 24}, {120, 40}, {200, 60}, {72, 20}, {60, 15}, {100, 30}, {81, 57}}
	for k, name := range names {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), *seed))
			o := testOptions(sample(t, name), style.Dark, k%2 == 1)
			o.Autosave, o.Directory = true, store.At(t.TempDir())
			t.Chdir(t.TempDir())
			d := &driver{t, New(o)}
			t.Cleanup(func() { _ = d.m.Close() })
			d.run(d.m.Init())
			for range extent.Of(200, 1000) {
				var msg tea.Msg
				switch rng.IntN(12) {
				case 0:
					size := sizes[rng.IntN(len(sizes))]
					msg = tea.WindowSizeMsg{Width: size[0], Height: size[1]}
				case 1:
					msg = tea.MouseMsg{X: rng.IntN(210), Y: rng.IntN(60), Button: tea.MouseButtonLeft,
						Action: tea.MouseActionPress}
				case 2:
					msg = Line(typed[rng.IntN(len(typed))])
				default:
					msg = keyMsg(keys[rng.IntN(len(keys))])
				}
				d.send(msg)
				before := uitest.StateOf(d.m)
				frame := d.m.View()
				if wrong := before.Differs(uitest.StateOf(d.m)); wrong != nil {
					t.Fatalf("after %v View changed %q", msg, wrong)
				}
				if again := d.m.View(); again != frame {
					t.Fatalf("after %v a second look shows\n%s\nand not\n%s", msg, again, frame)
				}
			}
		})
	}
}
