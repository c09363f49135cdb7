package history

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// rowsOf are the rows of the history.
func rowsOf(v *layer.View, width int) string {
	s, b := New(v.Steps), layer.Box{Width: width, Height: 12}
	s.Fit(v, b)
	return ansi.Strip(strings.Join(s.Draw(v, b).Rows, "\n"))
}

// In a narrow panel steps keep the names of their faces whole: a mode that all have is left
// out, and where the two sides do not fit, the ends and the junction stand.
func TestNamesAreNotCut(t *testing.T) {
	g := uitest.Sample(t, "bat").Classic()
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	for !s.State().Done() {
		best, _ := model.Cheapest(s.State().Operations())
		if _, err := s.Do("", best.Op); err != nil {
			t.Fatal(err)
		}
	}
	rows := rowsOf(v, 25)
	if strings.Contains(rows, "MUL") || strings.Contains(rows, v.Theme.Signs.Cut) ||
		!strings.Contains(rows, "→") {
		t.Error(rows)
	}
}

// At the width that it has beside pictures at 80x24, with modes, a face has the notation of
// the sentences.
func TestNamesAreThoseOfTheSentences(t *testing.T) {
	g := uitest.Sample(t, "bat")
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	for range 2 { // the Jacobian of (-1,1), and then the first face that needs it
		all := s.State().Operations()
		at := max(0, slices.IndexFunc(all, func(c model.Choice) bool { return !c.Op.IsAccumulation() }))
		if _, err := s.Do("", all[at].Op); err != nil {
			t.Fatal(err)
		}
	}
	if rows := rowsOf(v, 25); !strings.Contains(rows, "TAN (-1,1)→(1,3)") {
		t.Error(rows)
	}
}

// Where numbers are long, the loss gives way to the name of the step, and the sum is whole.
func TestNamesHaveTheRoomOfLongLosses(t *testing.T) {
	g := uitest.Sample(t, "openfoam")
	s := session.New(g)
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	for range 60 {
		all := s.State().Operations()
		if _, err := s.Do("", all[len(all)/2].Op); err != nil {
			t.Fatal(err)
		}
	}
	v.Losses = layer.NewLosses(v.Theme, []analysis.Regret{{Step: 1,
		Loss: analysis.Loss{Least: 84_572_090_544_460, Most: 84_572_090_544_460}}}, nil)
	for _, width := range []int{25, 42, 60, 90, 120} {
		rows := strings.Split(rowsOf(v, width), "\n")
		if sum := style.Number(s.State().Spent()); !strings.Contains(rows[len(rows)-1], " "+sum) {
			t.Errorf("%d wide: no sum %s in %q", width, sum, rows[len(rows)-1])
		}
		for _, row := range rows {
			if width >= 42 && !strings.Contains(row, "→") && !strings.Contains(row, "F'(") {
				t.Errorf("%d wide: no name in %q", width, row)
			}
		}
	}
}

// Along a line with branches, notes and bookmarks the rows fill the panel, the chosen one is
// in sight, and keys, clicks and the wheel go where the rows say.
func TestBranchesNotesAndMarks(t *testing.T) {
	g := uitest.Sample(t, "bat")
	s := session.New(g)
	root, _ := s.StateAt(0)
	var first int
	for k := range 8 {
		all := s.State().Operations()
		if _, err := s.Do("", all[k%len(all)].Op); err != nil {
			t.Fatal(err)
		}
		if k == 3 {
			first = s.Cursor()
			if err := s.SetMark("m"); err != nil {
				t.Fatal(err)
			}
			if err := s.Annotate(first, "why this one and no other of those that cost the same"); err != nil {
				t.Fatal(err)
			}
		}
	}
	end := s.Cursor()
	if err := s.Goto(first); err != nil {
		t.Fatal(err)
	}
	all := s.State().Operations()
	if _, err := s.Do("", all[len(all)-1].Op); err != nil {
		t.Fatal(err)
	}
	other := s.Cursor()
	if err := s.Goto(end); err != nil {
		t.Fatal(err)
	}
	for _, ascii := range []bool{false, true} {
		v := &layer.View{Theme: style.Make(style.Mono, ascii, termenv.Ascii), Steps: s,
			Totals: layer.NewTotals(g, root)}
		for _, b := range []layer.Box{{Width: 24, Height: 4, Focused: true},
			{Width: 30, Height: 20, Focused: true}, {Width: 60, Height: 9}} {
			b.Outer = b.Width + 2
			title := "history: 2 branches"
			if b.Width == 24 { // with the heading of the sums there is no room for more
				title = "2 branches"
			}
			h := New(s)
			press := func(key string) []intent.Intent {
				heard, _ := layer.Press(&h, v, layer.Key(key), false)
				return heard.Intents
			}
			for range 10 {
				h.Fit(v, b)
				d := h.Draw(v, b)
				if len(d.Rows) > b.Height || d.Title != title {
					t.Errorf("%s: %d rows of %d", d.Title, len(d.Rows), b.Height)
				}
				text := ansi.Strip(strings.Join(d.Rows, "\n"))
				for _, row := range d.Rows {
					if style.Width(row) != b.Width {
						t.Errorf("%d cells of %d: %s", style.Width(row), b.Width, row)
					}
				}
				if at := h.At(v); !slices.Contains(h.rows, at) || b.Focused &&
					!strings.Contains(text, v.Theme.Signs.Cursor) {
					t.Errorf("row %d is out of sight:\n%s", at, text)
				}
				if b.Height == 20 && (!strings.Contains(text, "'m ") ||
					!strings.Contains(text, v.Theme.Signs.Branch+"1/2") ||
					!strings.Contains(text, "why this one")) {
					t.Errorf("something is missing:\n%s", text)
				}
				if i, ok := h.Click(v, 0, 0); !ok || i != (intent.JumpTo{Depth: h.rows[0]}) {
					t.Errorf("a click goes to %+v", i)
				}
				press("up")
			}
			if h.At(v) != 0 {
				t.Errorf("up ends at %d", h.At(v))
			}
			if got := press("enter"); len(got) != 1 || got[0] != (intent.JumpTo{}) {
				t.Errorf("Enter does %+v", got)
			}
			if _, is := press("right")[0].(intent.Say); !is {
				t.Error("the start has branches")
			}
			for range 5 {
				h.Wheel(v, 1)
			}
			if got := press("right"); got[0] != (intent.GoTo{Step: other}) {
				t.Errorf("right goes to %+v", got)
			}
			h.Wheel(v, 1)
			if _, is := press("left")[0].(intent.Say); !is {
				t.Error("a step without branches has some")
			}
			if _, ok := h.Click(v, 0, 99); ok {
				t.Error("a click below the rows goes somewhere")
			}
		}
	}
}
