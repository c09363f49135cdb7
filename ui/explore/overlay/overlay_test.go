package overlay

import (
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

func snapshot(t *testing.T) *layer.View {
	t.Helper()
	s := session.New(uitest.Sample(t, "bat"))
	root, _ := s.StateAt(0)
	return &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(s.Dag(), root)}
}

// The keys of a line, and what happens to a proposal.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		keys string // one after the other
		want string
	}{
		{"", "save bat.seq"},
		{"x", "save x"},
		{"backspace", "save "},
		{"delete", "save "},
		{"end x", "save bat.seqx"},
		{"left x", "save bat.sexq"},
		{"ctrl+u", ""},
		{"ctrl+w", "save "},
		{"home delete", "ave bat.seq"},
		{"ctrl+v", "save bat.seq"}, // the clipboard of the process may not be the user's
	} {
		l := proposing("save ", "bat.seq")
		for _, name := range strings.Fields(c.keys) {
			if name == "ctrl+v" {
				l.key(tea.KeyMsg{Type: tea.KeyCtrlV})
				continue
			}
			l.key(layer.Key(name))
		}
		if got := l.text(); got != c.want {
			t.Errorf("%q: %q, wanted %q", c.keys, got, c.want)
		}
	}
}

// A line stays one line of text of limited length, and is never wider than its room.
func TestLineTakesPastes(t *testing.T) {
	th := style.Make(style.Dark, false, termenv.TrueColor)
	for _, text := range []string{"a\nb\tc\x1b[31m", strings.Repeat("é宽🙂", 20_000), "\u202eleft"} {
		l := newLine("")
		l.key(uitest.Paste(text))
		if got := l.text(); strings.ContainsAny(got, "\n\t\x1b\u202e") || len([]rune(got)) > longest {
			t.Errorf("a paste became %.40q of %d", got, len(got))
		}
		for _, key := range []string{"home", "right", "end", "left"} {
			l.key(layer.Key(key))
			for _, width := range []int{10, 40, 120} {
				if got := style.Width(l.view(th, width)); got > width {
					t.Errorf("%s: %d cells in a room of %d", key, got, width)
				}
			}
		}
	}
}

// PgDn scrolls the help by its height, less one line.
func TestHelpTurnsPages(t *testing.T) {
	var all []layer.Command
	for range 60 {
		all = append(all, layer.Do(nil, "x").Help("many", "one of many"))
	}
	v, h := snapshot(t), NewHelp(all, false, "")
	for key, want := range map[string]int{"pgdown": 18, " ": 18, "down": 5} {
		h.top = 0
		h.Fit(v, layer.Box{Width: 80, Height: 20})
		if layer.Press(h, v, layer.Key(key), false); h.top != want {
			t.Errorf("%q goes down %d lines, not %d", key, h.top, want)
		}
	}
	h.Fit(v, layer.Box{Width: 80, Height: 20})
	if layer.Press(h, v, layer.Key("pgup"), false); h.top > 5 {
		t.Errorf("PgUp goes to line %d", h.top)
	}
}

// A key that is no answer decides nothing; Enter is the first answer, Esc and a
// presenter's keys are none.
func TestQuestion(t *testing.T) {
	v := snapshot(t)
	first, passing := intent.Say{Text: "first"}, intent.Say{Text: "passing"}
	q := &Question{Text: "?", Answers: []Answer{{Key: "y", Does: "yes", Intent: first}}, Passing: passing}
	for key, want := range map[string]intent.Intent{"y": first, "enter": first, "esc": passing,
		"pgup": passing, "pgdown": passing, "f5": passing, ".": passing, "up": passing, "down": passing,
		"left": passing, "right": passing} {
		if h, done := layer.Press(q, v, layer.Key(key), false); !done || len(h.Intents) != 1 ||
			h.Intents[0] != want {
			t.Errorf("%s: %v %v", key, done, h.Intents)
		}
	}
	for _, key := range []string{"d", "n", "x", " ", "Y", "tab", "e", "g"} {
		if h, done := layer.Press(q, v, layer.Key(key), false); done || h.Intents != nil {
			t.Errorf("%s decides %v", key, h.Intents)
		}
	}
}

// Proposals are computed once for a text, and their descriptions only where they are
// shown.
func TestProposalsAreWorkedOutOnce(t *testing.T) {
	v := snapshot(t)
	proposed, about := 0, 0
	f := &Finder{title: "t", line: newLine(""), propose: func(*layer.View, string) []layer.Offer {
		proposed++
		return make([]layer.Offer, 1000)
	}, accept: func(*layer.View, string) (intent.Intent, string) { return nil, "" }}
	for k := range f.offers(v) {
		f.found.offers[k].About = func() string { about++; return "it" }
	}
	for range 5 {
		f.Draw(v, layer.Box{Width: 80, Height: 20})
	}
	if proposed != 1 || about > 50 {
		t.Errorf("proposed %d times, asked about %d offers", proposed, about)
	}
}

// Steps that are not listed are added up, not subtracted from a total that may be
// saturated.
func TestSummarySumsPrices(t *testing.T) {
	const expensive = int64(3) << 61
	g, err := model.NewDag("dear", []model.Vertex{{ID: "a", Size: 1}, {ID: "b", Size: 1}, {ID: "c", Size: 1},
		{ID: "d", Size: 1}, {ID: "e", Size: 1}},
		[]model.Edge{
			{Source: 0, Target: 1, HasModel: true, Tangent: model.Cost(expensive), Adjoint: model.Saturated},
			{Source: 1, Target: 2, HasModel: true, Tangent: model.Cost(expensive), Adjoint: model.Saturated},
			{Source: 2, Target: 3, HasModel: true, Tangent: 7, Adjoint: 9},
			{Source: 3, Target: 4, HasModel: true, Tangent: 5, Adjoint: 9},
		})
	if err != nil {
		t.Fatal(err)
	}
	w := session.New(g)
	for z := range 4 {
		if _, err := w.Do("", model.Accumulate(model.Z(z), model.TAN)); err != nil {
			t.Fatal(err)
		}
	}
	root, _ := w.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: w,
		Totals: layer.NewTotals(g, root)}
	rows := (&Summary{}).spending(v, 100, 3)
	if last := rows[len(rows)-1]; len(rows) != 3 || !strings.Contains(rows[0], "6 917 529 027 641 081 856") ||
		!strings.Contains(last, " 12  in 2 steps more") {
		t.Errorf("%q", rows)
	}
}

// counted counts the states that are asked for.
type counted struct {
	*session.Session
	states *int
}

func (c counted) StateAt(id int) (*model.State, bool) {
	*c.states++
	return c.Session.StateAt(id)
}

// A page without an end does not list all steps of a long sequence, nor are their states
// carried out again to name them: that took hours for 267 000 steps.
func TestSummaryOfALongSequence(t *testing.T) {
	const edges = 5000
	vertices, all := []model.Vertex{{ID: "0", Size: 1}}, []model.Edge(nil)
	for k := range edges {
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(k + 1), Size: 1})
		all = append(all, model.Edge{Source: k, Target: k + 1, HasModel: true,
			Tangent: model.Cost(1 + (edges-k)%2500), Adjoint: 1})
	}
	g, err := model.NewDag("long", vertices, all)
	if err != nil {
		t.Fatal(err)
	}
	var ops []model.Op
	for k := range edges {
		ops = append(ops, model.Accumulate(model.Z(k), model.TAN))
	}
	w := session.New(g)
	ids, err := w.Ahead(ops...)
	if err == nil {
		err = w.Goto(ids[len(ids)-1])
	}
	if err != nil {
		t.Fatal(err)
	}
	states := 0
	start, _ := w.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: counted{w, &states},
		Totals: layer.NewTotals(g, start)}
	if rows := (&Summary{}).spending(v, 100, 10_000); len(rows) != mostSteps || states > mostSteps/2+1 {
		t.Errorf("%d rows, and %d states were asked for", len(rows), states)
	}
}

// A key's runes are not written to: bubbletea has one space for the screens of a whole
// class, whose users type at once.
func TestKeysAreNotWrittenTo(t *testing.T) {
	l := newLine("")
	space := []rune{'\a', ' '}
	for _, kind := range []tea.KeyType{tea.KeySpace, tea.KeyRunes} {
		l.key(tea.KeyMsg{Type: kind, Runes: space})
	}
	if string(space) != "\a " {
		t.Errorf("the key is %q now", string(space))
	}
	if l.text() != "  " {
		t.Errorf("the line is %q", l.text())
	}
}
