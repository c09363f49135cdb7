package narration

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// selections are all that can be selected in a state.
func selections(s *model.State) []intent.Selection {
	all := []intent.Selection{{}}
	for i := range s.Dag().Vertices {
		all = append(all, intent.AtVertex(i))
	}
	for _, z := range s.Vertices() {
		all = append(all, intent.AtElement(s, z))
		for _, w := range s.Succs(z) {
			all = append(all, intent.AtFace(s, model.Face{U: z, V: w}))
		}
	}
	for _, c := range s.Operations() {
		all = append(all, intent.AtOp(c.Op))
	}
	return all
}

// Whatever is selected along a random run, the sentences fill their rows in every window, and
// those of a column its room; what the next operation costs is never cut, and where nothing
// can be done it is said why, with a key.
func TestSentences(t *testing.T) {
	for k, name := range []string{"bat", "hierarchy", "newton2"} {
		for _, classic := range []bool{false, true} {
			g := uitest.Sample(t, name)
			if classic {
				g = g.Classic()
			}
			rng := rand.New(rand.NewPCG(uint64(k), 0))
			w := session.New(g)
			root, _ := w.StateAt(0)
			for depth := 0; ; depth++ {
				s := w.State()
				for n, sel := range selections(s) {
					v := &layer.View{Theme: style.Make(style.Mono, n%3 == 0, termenv.Ascii), Steps: w,
						Totals: layer.NewTotals(g, root), Sel: sel}
					look(t, v, []int{72, 80, 110, 160}[n%4], min(depth, n%3))
					inWords(t, v)
				}
				all := s.Operations()
				if len(all) == 0 {
					break
				}
				if _, err := w.Do("", all[rng.IntN(len(all))].Op); err != nil {
					t.Fatal(err)
				}
				if depth == 2 {
					if err := w.Annotate(w.Cursor(),
						"A note that is longer than a narrow column is wide, and so takes some rows."); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// look finds fault with the sentences below the panels and beside them.
func look(t *testing.T, v *layer.View, width, past int) {
	t.Helper()
	rows := Below(v, width, past, 2)
	if len(rows) < Rows || len(rows) > Rows+2 {
		t.Errorf("%d rows:\n%s", len(rows), strings.Join(rows, "\n"))
	}
	for _, row := range rows {
		if style.Width(row) != width {
			t.Errorf("%d cells of %d: %s", style.Width(row), width, row)
		}
	}
	if o, ok := v.Outlook(); ok {
		text := ansi.Strip(strings.Join(rows, "\n"))
		if price := "for " + v.Theme.Cost(o.Choice.Price); !strings.Contains(text, price) {
			t.Errorf("no %q in\n%s", price, text)
		}
		formula, ok := Formula(v)
		if !ok || !strings.Contains(formula, ":=") && !strings.Contains(formula, "+=") {
			t.Errorf("the formula is %q", formula)
		}
	}
	for _, size := range [][2]int{{24, 6}, {27, 10}, {40, 20}} {
		column := Column(v, size[0], size[1], past, 3)
		if len(column) > size[1] {
			t.Errorf("%d rows of %d:\n%s", len(column), size[1], strings.Join(column, "\n"))
		}
		for _, row := range column {
			if style.Width(row) > size[0] {
				t.Errorf("%d cells of %d: %s", style.Width(row), size[0], row)
			}
		}
		if n := ColumnRows(v, size[0], past, 3); past > 0 && n > 0 && stepAt(v, past).Note == "" {
			t.Errorf("%d rows for a step without a note", n)
		}
	}
}

// inWords finds fault with what is said in words.
func inWords(t *testing.T, v *layer.View) {
	t.Helper()
	if done, next, redo := Told(v, 500); done == "" || next == "" || redo {
		t.Errorf("%q, %q, %v", done, next, redo)
	}
	s := v.State()
	reasons := []string{NoOperation(v), NoFace(v)}
	switch sel := v.Sel; {
	case sel.Kind == intent.OnFace && len(s.Choices(sel.Face)) == 0:
		reasons = append(reasons, NoJacobian(v))
	case sel.Kind == intent.OnElement && s.HasJacobian(sel.Z):
		reasons = append(reasons, AlreadyThere(v, sel.Z))
	}
	for _, why := range reasons {
		if !strings.HasSuffix(why, ".") {
			t.Errorf("%q is no sentence", why)
		}
	}
}

// Where the cursor is not at the end of the line, the next step is the one that redo takes.
func TestRedo(t *testing.T) {
	g := uitest.Sample(t, "bat")
	w := session.New(g)
	root, _ := w.StateAt(0)
	if _, err := w.Do("", w.State().Operations()[0].Op); err != nil {
		t.Fatal(err)
	}
	if err := w.Goto(0); err != nil {
		t.Fatal(err)
	}
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: w,
		Totals: layer.NewTotals(g, root)}
	if done, next, redo := Told(v, 200); !redo || !strings.HasPrefix(next, "TAN F'(-1,1) for 4") ||
		done != "nothing yet: this is the start" {
		t.Errorf("%q, %q, %v", done, next, redo)
	}
}

// The only mode of an operation says what the others lack.
func TestOnlyMode(t *testing.T) {
	s := model.NewState(uitest.Sample(t, "bat").Classic())
	for _, c := range s.Operations() {
		if why := OnlyMode(s, c); !strings.HasPrefix(why, "Only "+c.Op.Mode.String()+" is possible") {
			t.Error(why)
		}
	}
}

// A vertex says what made it.
func TestMadeBy(t *testing.T) {
	for want, extra := range map[string][]model.Attribute{
		"":            nil,
		"sin":         {{Name: "operation", Value: "sin"}},
		"sin, line 7": {{Name: "operation", Value: "sin"}, {Name: "line", Value: "7"}},
		"Linear (net.py:7)   n = 3": {{Name: "module", Value: "Linear"}, {Name: "file", Value: "net.py"},
			{Name: "line", Value: "7"}},
	} {
		if got := madeBy(model.Vertex{Size: 3, Extra: extra}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
