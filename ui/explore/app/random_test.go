package app

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

var (
	seed  = flag.Uint64("seed", 7, "of the random keys")
	count = flag.Int("keys", extent.Of(60, 500), "how many random keys on each dag")
)

// whatever is typed: single keys, whole commands, pastes.
var (
	keys = []string{
		"enter", "enter", "enter", "e", "e", "a", "a", "m", "E", "V", "f", "b", "u", "z", "pgup", "ctrl+r",
		"Z", "pgdown", " ", "n", "t",
		"/", ":", "o", "tab", "shift+tab", "1", "2", "3", "4", "+", "-", "0", "=", "f", "?", "esc", "esc",
		"s", "M", "H", "J", "f5", "ctrl+z",
		"up", "down", "left", "right", "home", "end", "shift+left", "shift+up", "r", "x", "d", "y", "(", "3",
		"backspace", "delete", "ctrl+w", "Σ", "\x00",
	}
	typed = []string{
		"save a.seq", "save a.seq", "save-session b.json", "export c.xml", "export d.line.dot", "export e",
		"replay a.seq", "replay b.json", "open b.json",
		"open lion", "open nothing", "open " + os.DevNull, "sessions", "restart", "theme light", "ascii on",
		"sizes on", "zoom 3", "jump 1", "branch 1",
		"vertex 1", "front (0 1)", "acc tan (0 1)", "eli (0 1)(1 2)", "edge", "note x # y", "select 1",
		"nonsense", "help", "repaint",
	}
)

// Thousands of keys in any order, files and sessions included: no panic, every
// screen fits into the window, the total is the sum of its steps, and nothing
// outside of the scratch folder is touched.
func TestRandomKeys(t *testing.T) {
	names := []string{"bat", "lion", "newton1", "newton2", "openfoam", "hierarchy", "composition"}
	sizes := [][2]int{{80, 24}, {120, 40}, {200, 60}, {72, 20}, {60, 15}, {100, 30}, {1, 1}, {81, 57}}
	source, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	before := tree(t, source)
	scratch, sessions := t.TempDir(), t.TempDir()
	t.Chdir(scratch)
	for k, name := range names {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(k), *seed))
			g := sample(t, name)
			if k%3 == 2 {
				g = g.Classic()
			}
			o := testOptions(g, style.Dark, k%2 == 1)
			o.Autosave, o.Directory, o.Files = true, store.At(sessions), &files.Disk{}
			d := start(t, o, 80, 24)
			for step := range *count {
				switch rng.IntN(12) {
				case 0:
					d.press("esc", "esc").command(typed[rng.IntN(len(typed))])
				case 1:
					d.send(uitest.Paste(typed[rng.IntN(len(typed))] + "\n\x1b[31m"))
					d.check()
				default:
					d.press(keys[rng.IntN(len(keys))])
				}
				if rng.IntN(60) == 0 {
					size := sizes[rng.IntN(len(sizes))]
					d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					d.check()
				}
				if rng.IntN(40) == 0 {
					d.send(tea.MouseMsg{X: rng.IntN(210), Y: rng.IntN(60), Button: tea.MouseButtonLeft,
						Action: tea.MouseActionPress})
					d.check()
				}
				var sum model.Cost
				for _, s := range d.m.screen.shown.session.Line()[:d.m.screen.shown.session.Depth()] {
					sum = sum.Add(s.Cost)
				}
				if sum != d.m.screen.shown.state().Spent() {
					t.Fatalf("after %d keys the steps add up to %d, the state says %d", step, sum,
						d.m.screen.shown.state().Spent())
				}
				if d.m.screen.shown.state().Done() && d.m.screen.proof.Verdict == layer.Fails {
					t.Fatal(d.m.screen.proof.Err)
				}
			}
		})
	}
	for _, saved := range append(store.At(sessions).List(), store.At(sessions).Discarded()...) {
		if _, err := store.Load(saved.Path); err != nil {
			t.Errorf("a saved session cannot be opened: %v", err)
		}
	}
	after := tree(t, source)
	for path, content := range after {
		if before[path] != content {
			t.Errorf("%s was written", path)
		}
	}
	if len(after) < len(before) {
		t.Error("a file of the sources is gone")
	}
}

// tree is what is in a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
