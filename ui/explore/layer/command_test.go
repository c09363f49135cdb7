package layer_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// commands are one of each kind.
func commands() map[string]layer.Command {
	say := func(text string) intent.Intent { return intent.Say{Text: text} }
	all := map[string]layer.Command{}
	for _, c := range []layer.Command{
		layer.Named("undo", "back", intent.Undo{}).On("u").Known("back").Help("Steps", "one step back").Early(),
		layer.Choice("theme", "colours", say, "dark", "light"),
		layer.Textual("note", "a text", "a note", say),
		layer.Writing("save", "writes", func(path string, replace bool) intent.Intent {
			return layer.Act{Of: intent.Writes, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
				return nil, []intent.Intent{say(path + map[bool]string{true: "!"}[replace])}
			}}
		}),
		{Name: "numbered", Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg != "1" {
				return nil, layer.Done("no number")
			}
			return say(arg), nil
		}},
	} {
		all[c.Name] = c
	}
	return all
}

// A line means what its command makes of the argument. What is wrong is said in a sentence; a
// comment is left out where the argument cannot have one, and kept in texts and names of files.
func TestLinesAreRead(t *testing.T) {
	for _, c := range []struct {
		name, arg string
		replace   bool
		means     string // what is said; empty for no intent of saying
		wrong     string
	}{
		{"undo", "", false, "", ""}, {"undo", "# a comment", false, "", ""},
		{"undo", "3", false, "", "undo takes nothing behind its name: leave out 3"},
		{"theme", "light", false, "light", ""}, {"theme", "light # please", false, "light", ""},
		{"theme", "pink", false, "", "theme takes dark, light"},
		{"theme", "light", true, "", "the command theme replaces no file: leave out the exclamation mark"},
		{"note", "a # b", false, "a # b", ""}, {"note", "", false, "", "note needs a text"},
		{"numbered", "1 # one", false, "1", ""}, {"numbered", "2 # two", false, "", "no number"},
		{"save", "a#1", false, "a#1", ""}, {"save", "a#1", true, "a#1!", ""},
	} {
		command := commands()[c.name]
		means, err := command.Read(nil, c.arg, c.replace)
		if (err == nil) != (c.wrong == "") || err != nil && err.Error() != c.wrong {
			t.Errorf("%s %s: %v", c.name, c.arg, err)
		}
		if act, is := means.(layer.Act); is {
			if line := c.name + map[bool]string{true: "!"}[c.replace] + " " + c.arg; act.Line != line ||
				layer.NameOf(act) != strings.Fields(line)[0] || act.Effect() != intent.Writes {
				t.Errorf("%s is called %q", line, act.Line)
			}
			_, all := act.Do(nil)
			means = all[0]
		}
		if said, _ := means.(intent.Say); err == nil && said.Text != c.means {
			t.Errorf("%s %s means %q", c.name, c.arg, said.Text)
		}
	}
}

// What a command of a layer means without an argument can be written down: it is invoked by its
// path where it changes the layer alone.
func TestMeaning(t *testing.T) {
	hint := (&layer.Table{Layer: "puzzle", Rows: []layer.Row{{"hint", "h", "a hint"}}}).Do("hint",
		func() []intent.Intent { return layer.Say("so") })
	if got := hint.Meaning(); got != (intent.Invoke{Command: "puzzle.hint"}) || hint.Path() != "puzzle.hint" {
		t.Errorf("it means %v", got)
	}
	if _, all := hint.Run(); len(all) != 1 || all[0] != (intent.Say{Text: "so"}) {
		t.Errorf("it answers %v", all)
	}
	undo := commands()["undo"]
	if _, all := undo.Run(); len(all) != 1 || all[0] != (intent.Undo{}) || undo.Path() != "undo" {
		t.Errorf("it answers %v", all)
	}
	if !undo.Called("back") || !undo.Called("undo") || undo.Called("redo") {
		t.Error("a command is not called by its names")
	}
	theme := commands()["theme"]
	if offers := theme.Offers(nil); len(offers) != 2 || offers[1].Intent != intent.Line("theme light") {
		t.Errorf("offered are %v", offers)
	}
	defer func() {
		if recover() == nil {
			t.Error("a misspelt name makes a command")
		}
	}()
	(&layer.Table{Layer: "puzzle"}).On("hnt", nil)
}

// A foot has what fits, first what a newcomer needs, then the rest in its order, and help at its
// end; a command that is only mentioned has the key of the layer below, and none that is not
// possible now.
func TestFoot(t *testing.T) {
	below := []layer.Command{layer.Means(intent.Redo{}, "ctrl+r"), layer.Named("redo", "", intent.Redo{}).On("Z")}
	all := []layer.Command{
		layer.Means(intent.Back{}, "esc").Foot("back"),
		layer.Named("undo", "", intent.Undo{}).On("u").Foot("one back").Early(),
		layer.Mention("redo", "forward"),
		layer.Named("help", "", intent.Undo{}).On("?").Foot("help"),
		layer.Means(intent.Back{}, "x").Foot("never").When(false),
		layer.Means(intent.Back{}, "esc").Foot("back"),
		layer.Named("sort", "", intent.Undo{}).Foot("typed"),
		layer.Means(intent.Back{}, "left", "right").As("←→").Foot("turn"),
		layer.MentionLarge(&layer.View{}),
	}
	if got := layer.Foot(plain(), 80, all, below); got !=
		" u one back  Esc back  Z forward  :sort typed  ←→ turn  ? help" {
		t.Errorf("%q", got)
	}
	if got := layer.Foot(plain(), 30, all, below); got != " u one back  Esc back  ? help" {
		t.Errorf("narrow: %q", got)
	}
	if got := layer.Foot(plain(), 80, all[:1], nil); got != " Esc back " {
		t.Errorf("without help: %q", got)
	}
	large := layer.MentionLarge(&layer.View{Large: true})
	if got := layer.Foot(plain(), 80, []layer.Command{large}, []layer.Command{
		layer.Named("large", "", intent.Undo{}).On("+")}); got != " + the panels again " {
		t.Errorf("large: %q", got)
	}
}

// Keys are read as they are written, and written as users know them.
func TestKeys(t *testing.T) {
	for _, written := range []string{"PgUp", "PgDn", "space", "Enter", "Esc", "Tab", "F1", "F12", "ctrl+r", "a",
		"Z", "ö", "?"} {
		key := layer.ParseKey(written)
		if !layer.IsKey(key) || layer.Written(key) != written || layer.Key(key).String() != key {
			t.Errorf("%s is %q, written %s", written, key, layer.Written(key))
		}
	}
	if layer.IsKey("ctrl+space") || layer.IsKey("") {
		t.Error("what no terminal sends is a key")
	}
	if got := layer.Key("two"); got.Type != tea.KeyRunes || string(got.Runes) != "two" {
		t.Errorf("a text is %v", got)
	}
}

// heard is a layer with two commands, which takes texts.
type heard struct{ layer.Plain }

func (heard) Bindings(*layer.View) []layer.Command {
	return []layer.Command{layer.Back("esc"), layer.Means(intent.Undo{}, "ctrl+c").Always()}
}

func (heard) Type(_ *layer.View, msg tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	return nil, layer.Say(msg.String()), true
}

// A layer's commands come before its text; one that is covered hears those for everywhere alone.
func TestPress(t *testing.T) {
	for _, c := range []struct {
		key             string
		covered, heard  bool
		command, answer bool
	}{
		{"esc", false, true, true, true}, {"x", false, true, false, true},
		{"esc", true, false, false, false}, {"x", true, false, false, false}, {"ctrl+c", true, true, true, true},
	} {
		h, ok := layer.Press(heard{}, nil, layer.Key(c.key), c.covered)
		if ok != c.heard || h.Command != nil != c.command || len(h.Intents) > 0 != c.answer {
			t.Errorf("%s, covered %t: %+v, %t", c.key, c.covered, h, ok)
		}
	}
}

// Lists go by rows and by pages; with PgUp and PgDn, too, where no clicker needs these.
func TestRowsAndPages(t *testing.T) {
	by := map[string]int{}
	for _, c := range layer.Pages(7, func(n int) []intent.Intent { by["moved"] = n; return nil }) {
		c.Run()
		for _, key := range c.Keys.Keys() {
			by[key] = by["moved"]
		}
	}
	for key, want := range map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -7, "pgdown": 7} {
		if by[key] != want {
			t.Errorf("%s moves by %d", key, by[key])
		}
	}
	if by["ctrl+u"] != -7 || by["ctrl+d"] != 7 {
		t.Errorf("a page has %d and %d rows", by["ctrl+u"], by["ctrl+d"])
	}
	if by["home"] > -1000 || by["end"] < 1000 {
		t.Error("the ends of a list are not reached")
	}
}
