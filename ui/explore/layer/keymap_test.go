package layer

import (
	"slices"
	"strings"
	"testing"

	"facet/ui/explore/intent"
)

// somewhere are commands of two layers and of lists.
func somewhere() []Command {
	puzzle := Table{Layer: "puzzle", Group: "Here",
		Rows: []Row{{"hint", "h", "a hint"}, {"retry", "r", "again"}}}
	return slices.Concat([]Command{
		Named("undo", "back", nil).On("u", "z"), Named("redo", "forward", nil).On("ctrl+r"),
		Named("quit", "quit", nil).On("q", "ctrl+c"),
		Named("help", "help", nil).Known("keys").On("?"), Named("hint", "a hint", nil).
			On("h"), Named("pattern", "entries", nil),
	}, puzzle.Commands(), ListTable().Commands())
}

func keysOf(t *testing.T, m *Keymap, path string) string {
	t.Helper()
	c, ok := find(m.All(), path)
	if !ok {
		t.Fatalf("there is no %s", path)
	}
	return strings.Join(c.Keys.Keys(), " ")
}

// Keys are replaced, added and taken away; those of other commands stay.
func TestKeymap(t *testing.T) {
	m, wrong := NewKeymap(somewhere(), []Rebinding{
		{Path: "undo", Keys: []string{"ö", "PgUp"}, Line: 1}, {Path: "redo", Keys: []string{"Z"}, Add: true,
			Line: 2},
		{Path: "pattern", Keys: []string{"u"}, Line: 3}, {Path: "hint", Line: 4},
		{Path: "quit", Keys: []string{"Q"}, Line: 5},
		{Path: "puzzle.hint", Keys: []string{"ctrl+space"}, Line: 6},
		{Path: "puzzle.retry", Keys: []string{"space"}, Line: 7}})
	for path, want := range map[string]string{"undo": "ö pgup", "redo": "ctrl+r Z", "pattern": "u",
		"hint": "", "quit": "Q ctrl+c", "puzzle.hint": "h", "puzzle.retry": " ", "help": "?"} {
		if have := keysOf(t, m, path); have != want {
			t.Errorf("%s has the keys %q, not %q", path, have, want)
		}
	}
	if len(wrong) != 1 ||
		wrong[0].Error() != "line 6: ctrl+space is no key: write a character, or a name such as ctrl+r, pgdn, f5, space" {
		t.Errorf("wrong are %v", wrong)
	}
	for text, want := range map[string]string{
		"{u:undo} and {ctrl+r:redo}": "ö and ctrl+r", "{h:hint}": ":hint", "{h:puzzle.hint}": "h",
		"{r:puzzle.retry}": "space", "{1,2}": "{1,2}", "{a:b": "{a:b", "{?:help}": "?"} {
		if have := m.Text(text); have != want {
			t.Errorf("%s is written %q, not %q", text, have, want)
		}
	}
}

// What cannot be is one sentence, and the rest holds.
func TestKeymapConflicts(t *testing.T) {
	for _, c := range []struct {
		wanted []Rebinding
		wrong  string
		path   string
		keys   string
	}{
		{[]Rebinding{{Path: "undu", Keys: []string{"x"}, Line: 9}},
			"line 9: there is no command undu, did you mean undo: facet config --keys lists them all", "undo",
			"u z"},
		{[]Rebinding{{Path: "pattern", Keys: []string{"q"}, Line: 2}},
			"line 2: q would mean pattern and quit: give quit another key", "pattern", ""},
		{[]Rebinding{{Path: "undo", Keys: []string{"x"}, Line: 2},
			{Path: "redo", Keys: []string{"x"}, Line: 3}},
			"line 3: x would mean redo and undo: give undo another key", "undo", "x"},
		{[]Rebinding{{Path: "undo", Keys: []string{"j"}, Line: 2}},
			"line 2: j would mean undo and list.down: give list.down another key", "undo", "u z"},
		{[]Rebinding{{Path: "help", Line: 2}}, "line 2: help needs a key: it leads to all other commands",
			"help", "?"},
		{[]Rebinding{{Path: "keys", Keys: []string{"x"}, Line: 2}}, "", "help", "x"},
		// before the explorer's, as ever
		{[]Rebinding{{Path: "puzzle.hint", Keys: []string{"u"}, Line: 2}}, "", "puzzle.hint", "u"},
		// exchanged
		{[]Rebinding{{Path: "undo", Keys: []string{"h"}, Line: 2},
			{Path: "hint", Keys: []string{"u"}, Line: 3}}, "", "hint", "u"},
	} {
		m, wrong := NewKeymap(somewhere(), c.wanted)
		var all []string
		for _, err := range wrong {
			all = append(all, err.Error())
		}
		if said := strings.Join(all, "; "); said != c.wrong {
			t.Errorf("%v: %q", c.wanted, said)
		}
		if have := keysOf(t, m, c.path); have != c.keys {
			t.Errorf("%v: %s has the keys %q", c.wanted, c.path, have)
		}
	}
}

// A foot made of two layers says nothing twice.
func TestFootSaysNothingTwice(t *testing.T) {
	below := []Command{Named("help", "help", intent.Back{}).On("?")}
	texts, last := KeyTexts([]Command{Mention("help", "help"), Means(intent.Undo{}, "u").Foot("undo"),
		Mention("help", "help")}, below)
	if want := []KeyText{{"u", "undo"}}; !slices.Equal(texts, want) || last != (KeyText{"?", "help"}) {
		t.Errorf("%v, and at the end %v", texts, last)
	}
}
