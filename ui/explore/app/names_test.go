package app

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// named finds what may be the name of a vertex of the line dag; names that are cut
// are left out.
var named = regexp.MustCompile(`\([^()…~ ]+(?:,[^()…~ ]+)+\)(?:#\d+|\+\d+)?`)

// One vertex of the line dag has one name on all panels of a screen.
func TestOneNameOnAllPanels(t *testing.T) {
	compares(t)
	for _, name := range []string{"openfoam", "newton10"} {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}}[:extent.Of(1, 3)] {
			d := start(t, testOptions(sample(t, name), style.Mono, false), size[0], size[1])
			names := make(map[string]bool)
			long := make(map[string]string) // labels that are too long for a screen
			learn := func(s *model.State) {
				for _, z := range s.Vertices() {
					short := layer.Name(s, z)
					names[short] = true
					for _, part := range named.FindAllString(short, -1) {
						names[part] = true
					}
					names[fmt.Sprintf("(%s,*,%s)", model.QuoteID(s.Dag().Vertices[s.Source(z)].ID),
						model.QuoteID(s.Dag().Vertices[s.Target(z)].ID))] = true
					if whole := s.Name(z); whole != short {
						long[whole] = short
					}
				}
			}
			look := func() {
				learn(d.m.screen.shown.state())
				for _, choice := range d.m.screen.shown.state().Operations() { // what the list foresees
					if after, _, err := d.m.screen.shown.state().Apply(choice.Op); err == nil {
						learn(after)
					}
				}
			}
			look()
			d.press("2", "tab")
			for step := range extent.Of(3, 8) {
				d.press("enter")
				if d.m.screen.where.top() != nil {
					d.press("esc")
				}
				look()
				if step%3 == 2 {
					d.press("home")
				}
				for _, keys := range [][]string{nil, {"3", "up", "esc"}, {"u"}, {"pgdown"}} {
					for _, k := range keys {
						d.press(k)
						sameNames(t, d, names, long)
					}
				}
			}
			if len(long) == 0 {
				t.Errorf("%s: no name was abbreviated", name)
			}
		}
	}
}

func sameNames(t *testing.T, d *driver, names map[string]bool, long map[string]string) {
	t.Helper()
	screen := d.screen()
	for _, text := range named.FindAllString(screen, -1) {
		if !names[text] {
			t.Fatalf("%s is the name of nothing:\n%s", text, screen)
		}
	}
	for whole, short := range long {
		for _, row := range strings.Split(screen, "\n") {
			if strings.Contains(row, whole) && !strings.Contains(row, "it stands for") {
				t.Fatalf("%s is called %s as well:\n%s", short, whole, screen)
			}
		}
	}
}
