package overlay_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/edit"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/explore/panel/header"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// drawn is what a layer draws in a room, which it must not leave.
func drawn(t *testing.T, v *layer.View, l layer.Layer, width, height int) string {
	t.Helper()
	b := layer.Box{Width: width, Height: height, Outer: width, Most: height}
	l.Fit(v, b)
	rows := l.Draw(v, b).Rows
	if len(rows) > height {
		t.Errorf("%T: %d rows of %d", l, len(rows), height)
	}
	for _, row := range rows {
		if style.Width(row) > width {
			t.Errorf("%T: %d cells of %d: %s", l, style.Width(row), width, ansi.Strip(row))
		}
	}
	return ansi.Strip(strings.Join(rows, "\n"))
}

// banded is bat with a pattern.
func banded(t *testing.T) *model.Dag {
	t.Helper()
	r, err := (edit.SetPattern{From: "3", To: "5", Pattern: "rows 0;"}).Apply(uitest.Sample(t, "bat"))
	if err != nil {
		t.Fatal(err)
	}
	return r.Dag
}

// viewOf is a view of a dag after so many of the cheapest operations.
func viewOf(t *testing.T, g *model.Dag, steps int, ascii bool) *layer.View {
	t.Helper()
	s := session.New(g)
	root, _ := s.StateAt(0)
	for range steps {
		best, ok := model.Cheapest(s.State().Operations())
		if !ok {
			break
		}
		if _, err := s.Do("", best.Op); err != nil {
			t.Fatal(err)
		}
	}
	keymap, problems := layer.NewKeymap(app.NewCommands(), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return &layer.View{Theme: style.Make(style.Mono, ascii, termenv.Ascii), Keymap: keymap, Steps: s,
		Totals: layer.NewTotals(g, root)}
}

// Each page and each question keeps to its room.
func TestRooms(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		v := viewOf(t, banded(t), 3, ascii)
		v.Sel = intent.AtElement(v.State(), v.State().Vertices()[0])
		if err := v.Steps.(*session.Session).SetMark("a"); err != nil {
			t.Fatal(err)
		}
		saved := store.Saved{Path: "/p", Dag: "bat", Steps: 3, All: 4, Spent: 9}
		for _, l := range []layer.Layer{
			overlay.NewPalette(app.NewCommands(), "", ""),
			overlay.NewPalette(app.NewCommands(), "eli ", ""),
			overlay.NewKeys(v.Keymap, ""), overlay.NewLabels(), overlay.NewHelp(app.NewCommands(),
				false, "zoom"),
			overlay.NewPrompt(intent.AskText{Title: "name", Text: "a", Proposal: "b"}),
			overlay.NewSessions([]store.Saved{saved, saved}, time.Now()),
			overlay.Unfinished(saved, time.Now()),
			overlay.SavedSession("/p", false), overlay.DeleteSession("/p", intent.Back{}),
			&overlay.Summary{}, overlay.Bookmarks{},
		} {
			for _, size := range [][2]int{{72, 16}, {80, 20}, {120, 36}, {200, 60}} {
				if text := drawn(t, v, l, size[0], size[1]); strings.TrimSpace(text) == "" {
					t.Errorf("%T is empty", l)
				}
				if len(l.Bindings(v)) == 0 {
					t.Errorf("%T has no keys", l)
				}
			}
		}
	}
}

// Help, glossary, palette and totals as they are in a window of 80x24.
func TestPages(t *testing.T) {
	v := viewOf(t, uitest.Sample(t, "bat"), 99, false)
	v.Proof = layer.Proof{Verdict: layer.Holds, Memory: model.Memory{Peak: 12}}
	for name, l := range map[string]layer.Layer{
		"help": overlay.NewHelp(app.NewCommands(), false, ""), "glossary": overlay.NewHelp(nil, true, ""),
		"palette": overlay.NewPalette(app.NewCommands(), "eli ", ""), "totals": &overlay.Summary{},
	} {
		of := v
		if name == "palette" { // the operations that are possible
			of = viewOf(t, uitest.Sample(t, "bat"), 2, false)
		}
		uitest.Golden(t, name, drawn(t, of, l, 80, 22))
	}
}

// Numbers that outgrow the classical totals get the room they need.
func TestLongNumbersAreWhole(t *testing.T) {
	s := session.New(uitest.Sample(t, "openfoam"))
	root, _ := s.StateAt(0)
	var most model.Cost
	for !s.State().Done() { // always the most expensive operation
		op := slices.MaxFunc(s.State().Operations(), func(a, b model.Choice) int {
			return cmp.Compare(a.Price, b.Price)
		})
		most = max(most, op.Price)
		if _, err := s.Do("", op.Op); err != nil {
			t.Fatal(err)
		}
	}
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(s.Dag(), root)}
	text := drawn(t, v, &overlay.Summary{}, 80, 22) + "\n" +
		header.Rows(v, layer.Advice{}, 80, 1, true)[0]
	for _, want := range []string{"spent " + style.Number(s.State().Spent()), style.Number(most),
		" times this"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q on\n%s", want, text)
		}
	}
}

// The summary says what was proved, what another way would have cost, and which steps cost
// most; in a lesson it leads back there.
func TestSummaryInWords(t *testing.T) {
	g := banded(t)
	v := viewOf(t, g, 99, false)
	if !v.State().Done() {
		t.Fatal("not complete")
	}
	spent := v.State().Spent()
	for _, c := range []struct {
		proof layer.Proof
		known model.Cost
		sees  []string
	}{
		{layer.Proof{}, 0, []string{"Complete in ", "being checked", "most expensive steps"}},
		{layer.Proof{Verdict: layer.Holds, Memory: model.Memory{Peak: 17}}, spent,
			[]string{"checked, optimal", "At most 17 entries"}},
		{layer.Proof{Verdict: layer.Holds}, spent - 1, []string{"checked"}},
		{layer.Proof{Verdict: layer.Fails, Err: errors.New("it is not")}, 0, []string{"WRONG: it is not"}},
	} {
		v.Proof, v.HasKnown, v.Known = c.proof, c.known > 0, layer.Method{Name: layer.Optimum, Cost: c.known}
		text := drawn(t, v, &overlay.Summary{}, 100, 30)
		for _, want := range c.sees {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
	v.Led = true
	if foot := layer.Foot(v.Theme, 100, (&overlay.Summary{}).Bindings(v), nil); !strings.Contains(foot,
		"back to the lesson") {
		t.Errorf("in a lesson it leads %q", foot)
	}
	v = viewOf(t, g, 1, true)
	v.Sel = intent.AtElement(v.State(), v.State().Vertices()[0])
	if text := drawn(t, v, &overlay.Summary{}, 100, 30); !strings.Contains(text, "Cost so far ") ||
		!strings.Contains(text, "totals so far") {
		t.Errorf("after a step\n%s", text)
	}
}

// A label that is typed in part, or hastily, is found, the exact one first; choosing it goes
// there.
func TestLabels(t *testing.T) {
	v := viewOf(t, uitest.Sample(t, "bat"), 2, false)
	for typed, want := range map[string]string{"3": "3", "1,3": "(1,3)", "1 3": "(1,3)", "-1": "-1",
		"(1,3": "(1,3)"} {
		all := overlay.Labels(v, typed)
		if len(all) == 0 || all[0].Text != want {
			t.Errorf("%q finds %+v", typed, all)
		}
	}
	if all := overlay.Labels(v, "nothing"); len(all) != 0 {
		t.Errorf("nothing is %+v", all)
	}
	for _, x := range []intent.Selection{intent.AtVertex(1), intent.AtElement(v.State(), v.State().
		Vertices()[0])} {
		line := overlay.Selecting(v, x)
		name, is := strings.CutPrefix(line, "select ")
		if !is || overlay.Labels(v, name)[0].Text != name {
			t.Errorf("%q is not found", line)
		}
	}
	if line := overlay.Selecting(v, intent.Selection{}); line != "" {
		t.Errorf("nothing is selected by %q", line)
	}
	f := overlay.NewLabels()
	for _, key := range []string{"1", ",", "3"} {
		layer.Press(f, v, layer.Key(key), false)
	}
	heard, done := layer.Press(f, v, layer.Key("enter"), false)
	if !done || len(heard.Intents) == 0 {
		t.Errorf("Enter does %+v", heard)
	}
}

// A path is found as it is read off a picture or a list, in whatever way it is typed: as an edge, a
// path of the line dag, one in a sum, or a face by its path and by its ends.
func TestPathsAreFound(t *testing.T) {
	ways := func(ids string) (all []string) {
		for _, sep := range []string{"→", ",", "->", " -> ", " "} {
			path := strings.ReplaceAll(ids, " ", sep)
			all = append(all, path, "("+path+")")
		}
		return all
	}
	for _, name := range []string{"bat", "lion", "openfoam"} {
		for _, steps := range []int{0, 4, 8} {
			v := viewOf(t, uitest.Sample(t, name), steps, false)
			s := v.State()
			find := func(x intent.Selection, p model.Path) {
				ids := make([]string, len(p))
				for k, i := range p {
					ids[k] = v.ID(int(i))
				}
				for _, typed := range ways(strings.Join(ids, " ")) {
					if all := overlay.Labels(v, typed); !slices.ContainsFunc(all, func(o layer.Offer) bool {
						return o.Intent == intent.Intent(intent.Select{Target: x})
					}) {
						t.Fatalf("%s after %d steps: %q finds %d others", name, steps, typed, len(all))
					}
				}
			}
			for _, u := range s.Vertices() {
				for _, p := range s.Label(u).Paths(3) {
					find(intent.AtElement(s, u), p)
				}
				for _, w := range s.Succs(u) {
					face, p, q := intent.AtFace(s, model.Face{U: u, V: w}), s.Label(u).First(), s.Label(w).First()
					find(face, slices.Concat(p, q[1:]))
					find(face, model.Path{p[0], q[0], q[len(q)-1]})
				}
			}
		}
	}
}

// Of the keys, the command that has the typed one comes first.
func TestKeysAreFound(t *testing.T) {
	v := viewOf(t, uitest.Sample(t, "bat"), 0, false)
	for typed, want := range map[string]string{"u": "undo", "zoom": "zoom", "undo": "undo"} {
		if text := drawn(t, v, overlay.NewKeys(v.Keymap, typed), 100, 12); !strings.Contains(text, want) {
			t.Errorf("%q finds\n%s", typed, text)
		}
	}
}

// A letter goes to the step with that bookmark, or marks the step; anything else goes back.
func TestBookmarks(t *testing.T) {
	v := viewOf(t, uitest.Sample(t, "bat"), 2, false)
	s := v.Steps.(*session.Session)
	if err := s.SetMark("a"); err != nil {
		t.Fatal(err)
	}
	marked := s.Cursor()
	for key, want := range map[string]intent.Intent{"a": intent.GoTo{Step: marked},
		"A": intent.Mark{Letter: "a"}, "b": intent.Mark{Letter: "b"}, "7": intent.Back{}} {
		if _, all, _ := (overlay.Bookmarks{}).
			Type(v, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}); len(all) != 1 || all[0] != want {
			t.Errorf("%s does %+v", key, all)
		}
	}
	if text := drawn(t, v, overlay.Bookmarks{}, 80, 10); !strings.Contains(text, "here") {
		t.Errorf("the bookmarks are\n%s", text)
	}
}

// The page of a pattern is there where something with one is selected, and else it says why
// it is not.
func TestPattern(t *testing.T) {
	if _, why := overlay.NewPattern(viewOf(t, uitest.Sample(t, "bat"), 0, false)); !strings.HasPrefix(why,
		"All Jacobians of this dag are dense") {
		t.Error(why)
	}
	v := viewOf(t, banded(t), 0, false)
	if _, why := overlay.NewPattern(v); !strings.HasPrefix(why, "No Jacobian is selected") {
		t.Error(why)
	}
	for _, z := range v.State().Vertices() {
		v.Sel = intent.AtElement(v.State(), z)
		if p, why := overlay.NewPattern(v); p != nil {
			if text := drawn(t, v, p, 80, 20); !strings.Contains(text, "F'") || len(p.Bindings(v)) == 0 {
				t.Errorf("a page %s\n%s", why, text)
			}
			return
		}
	}
	t.Error("no Jacobian has a page")
}

// A prompt for numbers lets a letter through that is pressed first, but not one of costs.
func TestPromptForNumbers(t *testing.T) {
	v := viewOf(t, uitest.Sample(t, "bat"), 0, false)
	p := overlay.NewPrompt(intent.AskText{Title: "size", Proposal: "3", Number: true,
		Accept: func(text string) intent.Intent { return intent.Say{Text: text} }})
	letter := func(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}} }
	if !p.Passes(letter('u')) || p.Passes(letter('j')) || p.Passes(letter('4')) {
		t.Error("the wrong keys pass")
	}
	layer.Press(p, v, layer.Key("4"), false)
	if p.Passes(letter('u')) {
		t.Error("a letter passes within a text")
	}
	if heard, _ := layer.Press(p, v, layer.Key("enter"), false); len(heard.Intents) != 1 ||
		heard.Intents[0] != (intent.Say{Text: "4"}) {
		t.Errorf("Enter does %+v", heard.Intents)
	}
}

// A line of the palette is an operation, a command with what it takes, or a sentence that
// says what is wrong.
func TestLines(t *testing.T) {
	v := viewOf(t, uitest.Sample(t, "bat"), 0, false)
	all := app.NewCommands()
	for line, want := range map[string]string{
		"": "Type a command", ":": "Type a command", "acc": "", "undo 3": "Undo takes nothing",
		"undoo": "There is no command undoo",
		"undo!": "The command undo replaces no file", "xyzzyxyzzy": "an empty line lists them all",
	} {
		if _, why := overlay.Parse(v, all, line); !strings.Contains(why, want) || why == "" {
			t.Errorf("%q: %q", line, why)
		}
	}
	op := v.State().Operations()[0].Op
	if i, why := overlay.Parse(v, all, model.FormatOp(v.State(), op)); why != "" {
		t.Errorf("%v: %v, %s", op, i, why)
	} else if c, is := i.(intent.Carry); !is || len(c.Ops) != 1 || c.Ops[0] != op {
		t.Errorf("%v is %+v", op, i)
	}
	if i, why := overlay.Parse(v, all, ":undo # a comment"); i != (intent.Undo{}) || why != "" {
		t.Errorf("undo is %+v, %s", i, why)
	}
}
