package style

import (
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
)

// Each thing that the rules can do has a word of its own and the paper's number,
// and those that are told beside each other have styles of their own.
func TestWords(t *testing.T) {
	texts := make(map[string]bool)
	for k := model.Accumulated; k <= model.ModelsLost; k++ {
		w := WordOf(k)
		if w.Text == "" || texts[w.Text] {
			t.Errorf("%v is called %q", k, w.Text)
		}
		texts[w.Text] = true
	}
	dark := Make(Dark, false, termenv.TrueColor)
	roles := make(map[string]string)
	for _, k := range []model.EventKind{model.Born, model.Absorbed, model.Merged, model.Removed,
		model.ModelsLost} {
		w := WordOf(k)
		role := strings.Replace(w.Paint(dark), w.Text, "", 1)
		if other, taken := roles[role]; taken || role == "" {
			t.Errorf("%s has the role of %s: %q", w.Text, other, role)
		}
		roles[role] = w.Text
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
		if got := RuleOf(c.op, c.e); got != c.want {
			t.Errorf("%v %+v: Rule %s, want %s", c.op, c.e, got, c.want)
		}
	}
}

// The glossary fits into the narrowest window, two lines to a word, in every
// alphabet, and has every word.
func TestGlossary(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		th := Make(Mono, ascii, termenv.Ascii)
		names := make(map[string]bool)
		for _, term := range Glossary(th) {
			names[term.Name] = true
			for _, line := range term.Lines {
				if w := Width(line); w == 0 || w > 59 {
					t.Errorf("%s: %d cells: %s", term.Name, w, line)
				}
				if ascii && th.Text(line) != line || ascii && strings.IndexFunc(line, func(r rune) bool {
					return r > 126
				}) >= 0 {
					t.Errorf("%s is not ASCII: %s", term.Name, line)
				}
			}
			if Width(term.Sign) > 4 || Width(term.Name) > 13 {
				t.Errorf("%s %s is too wide", term.Name, term.Sign)
			}
		}
		for _, paper := range []string{"the paper's (0,*,4)", "the paper calls every Rule 2.2 absorb"} {
			if !slices.ContainsFunc(Glossary(th), func(of Term) bool {
				return strings.Contains(strings.Join(of.Lines[:], " "), paper)
			}) {
				t.Errorf("it does not say %q", paper)
			}
		}
		for _, name := range []string{"junction", "face", "fill", "absorb", "merge", "loss", "then",
			"lower bound"} {
			if !names[name] {
				t.Errorf("no %s", name)
			}
		}
	}
}
