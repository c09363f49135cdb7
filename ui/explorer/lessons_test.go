package explorer

import (
	"strings"
	"testing"

	"facet/model"
	"facet/samples/lessons"
	"facet/ui/pane"
	"facet/ui/theme"
)

// keysOf gives the lists of keys in a lesson: rows such as
//
//	/(1,3)(3,4)      Enter e
//
// each list up to the next row that is none.
func keysOf(t *testing.T, lesson string) [][]string {
	t.Helper()
	text, err := lessons.Open(lesson)
	if err != nil {
		t.Fatal(err)
	}
	var lists [][]string
	inside := false
	for _, row := range strings.Split(string(text), "\n") {
		row, found := strings.CutPrefix(row, "    /")
		if !found {
			inside = false
			continue
		}
		if !inside {
			lists, inside = append(lists, nil), true
		}
		lists[len(lists)-1] = append(lists[len(lists)-1], row)
	}
	return lists
}

// The keys that the lessons tell do what they say.
func TestKeysOfTheLessons(t *testing.T) {
	for _, c := range []struct {
		lesson, dag string
		classic     bool
		totals      []model.Cost
	}{
		{"bat", "bat", true, []model.Cost{22}},
		{"models", "composition", false, []model.Cost{6100, 20000}},
		{"newton", "newton1", false, []model.Cost{74000}},
	} {
		lists := keysOf(t, c.lesson)
		if len(lists) != len(c.totals) {
			t.Fatalf("%s has %d lists of keys", c.lesson, len(lists))
		}
		for k, list := range lists {
			g := sample(t, c.dag)
			if c.classic {
				g = g.Classic()
			}
			d := start(t, testOptions(g, theme.Mono, false), 80, 24)
			for _, row := range list {
				fields := strings.Fields(row)
				d.press("/").typing(fields[0])
				for _, key := range fields[1:] {
					d.press(strings.ToLower(key))
				}
			}
			if got := d.m.state().Spent(); got != c.totals[k] || !d.m.state().Done() || d.m.proved.Verdict != pane.Holds {
				t.Errorf("%s: the keys lead to %s, done %v\n%s", c.lesson, got, d.m.state().Done(), d.screen())
			}
		}
	}
}
