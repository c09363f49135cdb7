package app

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
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
	compares(t)
	for _, c := range []struct {
		lesson, dag string
		classic     bool
		totals      []model.Cost
	}{
		{"lion", "lion", true, []model.Cost{12, 11}},
		{"bat", "bat", true, []model.Cost{24, 23, 22}},
		{"newton", "newton1", false, []model.Cost{80000, 74000}},
		{"hierarchy", "hierarchy", false, []model.Cost{28, 27, 26}},
	}[:extent.Of(3, 4)] {
		lists := keysOf(t, c.lesson)
		if len(lists) != len(c.totals) {
			t.Fatalf("%s has %d lists of keys", c.lesson, len(lists))
		}
		for k, list := range lists {
			g := sample(t, c.dag)
			if c.classic {
				g = g.Classic()
			}
			d := start(t, testOptions(g, style.Mono, false), 80, 24)
			for _, row := range list {
				fields := strings.Fields(row)
				d.press("/").typing(fields[0])
				for _, key := range fields[1:] {
					d.press(keyName(key))
				}
			}
			if got := d.m.screen.shown.state().Spent(); got != c.totals[k] || !d.m.screen.shown.state().
				Done() || d.m.screen.proof.Verdict != layer.Holds {
				t.Errorf("%s: the keys lead to %s, done %v\n%s", c.lesson, got, d.m.screen.shown.state().
					Done(), d.screen())
			}
		}
	}
}

// keyName is what a key is called that lessons call Enter, say.
func keyName(key string) string {
	if len(key) > 1 {
		return strings.ToLower(key)
	}
	return key
}

// The table of keys for the eight ways of the composition.
func TestKeysOfTheEightWays(t *testing.T) {
	text, err := lessons.Open("models")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text),
		"| | `/(0,1)` Enter | `/(1,2)` Enter | `/(0,1)(1,2)` Enter | total |\n")
	if !found {
		t.Fatal("there is no such table")
	}
	places := []string{"(0,1)", "(1,2)", "(0,1)(1,2)"}
	want := []model.Cost{20000, 14000, 20000, 12000, 6100, 14100, 20100, 12100}
	for k, row := range strings.Split(table, "\n")[1:9] {
		cells := strings.Split(strings.Trim(row, "| "), "|")
		d := start(t, testOptions(sample(t, "composition"), style.Mono, false), 80, 24)
		for n, place := range places {
			if keys := strings.Fields(cells[n+1]); len(keys) > 0 {
				d.press("/").typing(place).press("enter").press(keys...)
			}
		}
		total := strings.NewReplacer(" ", "", "*", "").Replace(cells[4])
		if got := d.m.screen.shown.state().Spent(); got != want[k] || got.String() != total ||
			!d.m.screen.shown.state().Done() {
			t.Errorf("%s: the keys lead to %s, done %v", row, got, d.m.screen.shown.state().Done())
		}
	}
}
