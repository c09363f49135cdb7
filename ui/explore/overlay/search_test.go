package overlay

import (
	"strings"
	"testing"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// The palette finds a command by some of its letters, and Enter writes its name first.
func TestPaletteFindsScatteredLetters(t *testing.T) {
	v := snapshot(t)
	all := []layer.Command{layer.Choice("theme", "colours", func(word string) intent.Intent {
		return intent.Say{Text: word}
	}, "light", "dark"),
		layer.Named("totals", "the check", intent.Back{}),
		layer.Named("tidy", "a new layout", intent.Back{})}
	for typed, want := range map[string]string{"thme": "theme ", "tme": "theme ", "ttls": "totals",
		"tdy": "tidy"} {
		p := NewPalette(all, typed, "")
		h, _ := layer.Press(p, v, layer.Key("enter"), false)
		if len(h.Intents) > 0 || p.Text() != want {
			t.Errorf("%s: %q and %v", typed, p.Text(), h.Intents)
		}
	}
	for _, key := range []string{"tab", "enter"} {
		p := NewPalette(all, "theme lgt", "")
		layer.Press(p, v, layer.Key(key), false)
		if offers := p.offers(v); p.Text() != "theme light" || len(offers) != 1 ||
			offers[0].Text != "theme light" {
			t.Errorf("%s writes %q, and the offers are %v", key, p.Text(), offers)
		}
	}
	if offers := NewPalette(all, "xyz", "").offers(v); len(offers) > 0 {
		t.Errorf("xyz finds %v", offers)
	}
}

// A command that takes any text says what it needs; what stands for the text is not written.
func TestPaletteSaysWhatACommandNeeds(t *testing.T) {
	v := snapshot(t)
	resume := layer.Textual("resume", "a session", "go on", func(string) intent.Intent { return intent.Back{} })
	p := NewPalette([]layer.Command{resume}, "resum", "")
	for range 2 {
		layer.Press(p, v, layer.Key("enter"), false)
	}
	if rows := strings.Join(p.Draw(v, layer.Box{Width: 80, Height: 20}).Rows, "\n"); p.Text() != "resume " ||
		!strings.Contains(rows, "Resume needs a session.") {
		t.Errorf("%q is typed below\n%s", p.Text(), rows)
	}
}

// Up brings back what was done before.
func TestPaletteRemembers(t *testing.T) {
	v := snapshot(t)
	p := NewPalette([]layer.Command{layer.Named("tidy", "a new layout", intent.Back{})}, "", "").
		Past([]string{"jump 1", "undo"})
	if text := strings.Join(p.Draw(v, layer.Box{Width: 80, Height: 20}).Rows, "\n"); !strings.Contains(text,
		"last: undo") {
		t.Errorf("the frame does not say what was done last:\n%s", text)
	}
	for _, want := range []string{"undo", "jump 1", "jump 1"} {
		if layer.Press(p, v, layer.Key("up"), false); p.Text() != want {
			t.Errorf("it brings %q back, not %q", p.Text(), want)
		}
	}
}

// The help shows the lines that have a text.
func TestHelpSearch(t *testing.T) {
	v := snapshot(t)
	h := NewHelp([]layer.Command{layer.Named("undo", "x", nil).On("u").Help("Steps", "one step back"),
		layer.Named("zoom", "x", nil).On("+").Help("Look", "a larger picture")}, false, "")
	shown := func() string {
		box := layer.Box{Width: 80, Height: 40}
		h.Fit(v, box)
		return strings.Join(h.Draw(v, box).Rows, "\n")
	}
	layer.Press(h, v, layer.Key("/"), false)
	for _, k := range []string{"L", "a", "r", "g", "x", "backspace", ":"} {
		layer.Press(h, v, layer.Key(k), false)
	}
	if text := shown(); !strings.Contains(text, "Nothing here has") {
		t.Errorf("larg: finds\n%s", text)
	}
	layer.Press(h, v, layer.Key("backspace"), false)
	if text := shown(); !strings.Contains(text, "larger picture") || strings.Contains(text, "step back") {
		t.Errorf("larg finds\n%s", text)
	}
	layer.Press(h, v, layer.Key("enter"), false)
	if hears, _ := layer.Press(h, v, layer.Key("x"), false); len(hears.Intents) != 1 {
		t.Errorf("after Enter another key does not close the help: %v", hears.Intents)
	}
	layer.Press(h, v, layer.Key("/"), false)
	if layer.Press(h, v, layer.Key("esc"), false); !strings.Contains(shown(), "step back") {
		t.Errorf("Esc does not show all lines again:\n%s", shown())
	}
}

// A letter goes to its bookmark or marks the step; a capital letter marks it in any case.
func TestBookmarks(t *testing.T) {
	v := snapshot(t)
	press := func(k string) intent.Intent {
		h, _ := layer.Press(Bookmarks{}, v, layer.Key(k), false)
		return h.Intents[0]
	}
	if got := press("a"); got != (intent.Mark{Letter: "a"}) {
		t.Errorf("a new letter means %v", got)
	}
	if got := press("1"); got != (intent.Back{}) {
		t.Errorf("a digit means %v", got)
	}
}
