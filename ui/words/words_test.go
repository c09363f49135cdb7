package words

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/ui/theme"
)

// Each thing that the rules can do has a word of its own and the paper's number,
// and those that are told beside each other have inks of their own.
func TestWords(t *testing.T) {
	texts := make(map[string]bool)
	for k := model.Accumulated; k <= model.ModelsLost; k++ {
		w := Of(k)
		if w.String() == "" || texts[w.String()] {
			t.Errorf("%v is called %q", k, w)
		}
		texts[w.String()] = true
	}
	dark := theme.Make(theme.Dark, false, termenv.TrueColor)
	inks := make(map[string]Word)
	for _, w := range []Word{Fill, Absorb, Merge, Remove, ModelsLost} {
		ink := strings.Replace(w.Paint(dark), w.String(), "", 1)
		if other, taken := inks[ink]; taken || ink == "" {
			t.Errorf("%s has the ink of %s: %q", w, other, ink)
		}
		inks[ink] = w
	}
}

func TestRules(t *testing.T) {
	eli := model.Eliminate(model.Face{U: 1, V: 2}, model.MUL)
	acc := model.Accumulate(1, model.TAN)
	cases := []struct {
		op   model.Op
		e    model.Event
		want string
	}{
		{acc, model.Event{Kind: model.Accumulated, Z: 1, Other: model.NoZ}, "3.1"},
		{acc, model.Event{Kind: model.Merged, Z: 1, Other: 5}, "3.2"},
		{eli, model.Event{Kind: model.Born, Z: 7, Other: model.NoZ}, "2.1"},
		{eli, model.Event{Kind: model.Absorbed, Z: 7, Other: model.NoZ}, "2.2"},
		{eli, model.Event{Kind: model.FaceRemoved, Z: model.NoZ, Other: model.NoZ}, "2.3"},
		{eli, model.Event{Kind: model.Removed, Z: 1, Other: model.NoZ}, "2.4"},
		{eli, model.Event{Kind: model.Removed, Z: 2, Other: model.NoZ}, "2.5"},
		{eli, model.Event{Kind: model.Merged, Z: 9, Other: 1}, "2.4"},
		{eli, model.Event{Kind: model.Merged, Z: 2, Other: 9}, "2.5"},
	}
	for _, c := range cases {
		if got := Rule(c.op, c.e); got != c.want {
			t.Errorf("%v %+v: Rule %s, want %s", c.op, c.e, got, c.want)
		}
	}
}

// The glossary fits into the narrowest window, two lines to a word, in every
// alphabet, and has every word.
func TestGlossary(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		th := theme.Make(theme.Mono, ascii, termenv.Ascii)
		names := make(map[string]bool)
		for _, term := range Glossary(th) {
			names[term.Name] = true
			for _, line := range term.Lines {
				if w := theme.Width(line); w == 0 || w > 59 {
					t.Errorf("%s: %d cells: %s", term.Name, w, line)
				}
				if ascii && th.Text(line) != line || ascii && strings.IndexFunc(line, func(r rune) bool { return r > 126 }) >= 0 {
					t.Errorf("%s is not ASCII: %s", term.Name, line)
				}
			}
			if theme.Width(term.Sign) > 4 || theme.Width(term.Name) > 13 {
				t.Errorf("%s %s is too wide", term.Name, term.Sign)
			}
		}
		for _, name := range []string{"junction", "face", "fill", "absorb", "merge", "loss", "then", "word"} {
			if !names[name] {
				t.Errorf("no %s", name)
			}
		}
	}
}
