package dial

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/edit"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// two is a vertex a, an edge with a band from it to b, and an edge without models to c.
func two(t *testing.T) *model.Dag {
	t.Helper()
	g, err := model.NewDag("two", []model.Vertex{{ID: "a", Size: 4}, {ID: "b", Size: 4}, {ID: "c", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, HasModel: true, Tangent: 3, Adjoint: 5},
			{Source: 1, Target: 2, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := (edit.SetPattern{From: "a", To: "b", Pattern: "band 1 0"}).Apply(g)
	if err != nil {
		t.Fatal(err)
	}
	return r.Dag
}

// What has costs or a size has a dial, and nothing else.
func TestOf(t *testing.T) {
	g := two(t)
	for _, c := range []struct {
		sel  intent.Selection
		text string
	}{
		{intent.AtVertex(0), "size of a 4"},
		{intent.AtElement(model.NewState(g), 0), "costs of (a,b) 3/5"},
		{intent.AtElement(model.NewState(g), 1), ""},
		{intent.Selection{}, ""},
		{intent.AtVertex(9), ""},
	} {
		d, ok := Of(&layer.View{Steps: session.New(g), Sel: c.sel})
		if ok != (c.text != "") || ok && d.Text() != c.text {
			t.Errorf("%+v: %v %q", c.sel, ok, d.Text())
		}
	}
}

// Keys turn one figure after the other, within what a dag may have, and the dag has them
// then; reset, it is the same dag.
func TestTurning(t *testing.T) {
	g := two(t)
	d := OfEdge(g, 0)
	if same, err := d.Dag(g); same != g || err != nil || d.Turned() {
		t.Error("an unturned dial changes the dag")
	}
	d.Add(1)
	d.Next()
	d.Double()
	d.Next()
	d.Next()
	d.Double()
	if d.Text() != "costs of (a,b) 4/10, band 1 1" || !d.Turned() {
		t.Errorf("it is %s", d.Text())
	}
	turned, err := d.Dag(g)
	if err != nil {
		t.Fatal(err)
	}
	if e := turned.Edges[0]; e.Tangent != 4 || e.Adjoint != 10 || e.Pattern.Entries() != 10 {
		t.Errorf("the edge has %v %v, %d entries", e.Tangent, e.Adjoint, e.Pattern.Entries())
	}
	row := ansi.Strip(d.Row(style.Make(style.Mono, false, termenv.Ascii)))
	for _, part := range []string{"(a,b)", "T 4 (was 3)", "A 10 (was 5)", " L 1", "U 1 (was 0)"} {
		if !strings.Contains(row, part) {
			t.Errorf("no %q in %q", part, row)
		}
	}
	d.Halve()
	d.Add(-1)
	if d.Values[3] != 0 {
		t.Errorf("a band reaches %d above", d.Values[3])
	}
	d.Reset()
	if d.Turned() || d.Text() != "costs of (a,b) 3/5" {
		t.Errorf("reset it is %s", d.Text())
	}
	size, _ := Of(&layer.View{Steps: session.New(g), Sel: intent.AtVertex(2)})
	for range 3 {
		size.Halve()
		size.Add(-1)
	}
	size.Next()
	if size.Text() != "size of c 1" {
		t.Errorf("the least is %s", size.Text())
	}
	for range 70 {
		size.Double()
	}
	if size.Values[0] >= model.Saturated {
		t.Error("a size is saturated")
	}
}

// A dial takes the edits of its own edge or vertex, and says what it is about otherwise.
func TestTake(t *testing.T) {
	g := two(t)
	edge := OfEdge(g, 0)
	vertex := ofVertex("a", 4)
	plain := edge
	plain.banded = false
	for _, c := range []struct {
		of    Dial
		e     edit.Edit
		taken string
	}{
		{edge, edit.SetCosts{From: "a", To: "b", Tangent: 7, Adjoint: 8}, "costs of (a,b) 7/8"},
		{edge, edit.SetCosts{From: "b", To: "c", Tangent: 7, Adjoint: 8}, ""},
		{edge, edit.SetPattern{From: "a", To: "b", Pattern: "band 2 3"}, "costs of (a,b) 3/5, band 2 3"},
		{edge, edit.SetPattern{From: "a", To: "b", Pattern: "dense"}, ""},
		{edge, edit.SetSize{ID: "a", Size: 2}, ""},
		{plain, edit.SetPattern{From: "a", To: "b", Pattern: "band 2 3"}, ""},
		{vertex, edit.SetSize{ID: "a", Size: 2}, "size of a 2"},
		{vertex, edit.SetSize{ID: "b", Size: 2}, ""},
		{vertex, edit.SetCosts{From: "a", To: "b"}, ""},
	} {
		d := c.of
		err := d.Take(c.e)
		if (err == nil) != (c.taken != "") || err == nil && d.Text() != c.taken || err != nil &&
			!strings.HasPrefix(err.Error(), "this is about "+d.what()+": ") {
			t.Errorf("%v: %s, %v", c.e, d.Text(), err)
		}
	}
}

// A number that is typed is the chosen figure, two with a slash are both costs; what is
// neither is said.
func TestAsk(t *testing.T) {
	g := two(t)
	for _, c := range []struct {
		next               int
		typed, title, does string
	}{
		{0, "9", "T of (a,b)", "cost a b 9/5"},
		{1, " 9 ", "A of (a,b)", "cost a b 3/9"},
		{1, "1/2", "A of (a,b)", "cost a b 1/2"},
		{0, " 1 / 2 ", "T of (a,b)", "cost a b 1/2"},
		{2, "2", "L of (a,b)", "pattern a b band 2 0"},
		{3, "2", "U of (a,b)", "pattern a b band 1 2"},
		{0, "many", "T of (a,b)", ""},
	} {
		d := OfEdge(g, 0)
		for range c.next {
			d.Next()
		}
		ask := d.Ask("")[0].(intent.AskText)
		if ask.Title != c.title || ask.Proposal == "" || d.Ask("7")[0].(intent.AskText).Proposal != "" {
			t.Errorf("asked is %+v", ask)
		}
		switch i := ask.Accept(c.typed).(type) {
		case intent.EditDag:
			if i.Edit.String() != c.does {
				t.Errorf("%q: %s", c.typed, i.Edit)
			}
		case intent.Say:
			if c.does != "" || i.Text == "" {
				t.Errorf("%q: %s", c.typed, i.Text)
			}
		}
	}
	size := ofVertex("a", 4)
	if i, is := size.Ask("")[0].(intent.AskText).Accept("12").(intent.EditDag); !is ||
		i.Edit.String() != "size a 12" {
		t.Errorf("a size is %+v", i)
	}
}

// Each form of edits is a command whose lines are written as they are read.
func TestCommands(t *testing.T) {
	arguments := map[string]string{"vertex": "d 2", "edge": "a b 1/1", "size": "a 3", "cost": "a b 3/4",
		"pattern": "a b band 1 1", "delete": "a", "rename": "a b"}
	for _, f := range edit.Forms() {
		c := Command(f)
		if text, has := arguments[f.Verb]; has {
			i, err := c.Parse(nil, text)
			if err != nil {
				t.Errorf("%s %s: %v", f.Verb, text, err)
				continue
			}
			if again := i.(intent.EditDag).Edit.String(); again != f.Verb+" "+text {
				t.Errorf("%s %s is written %q", f.Verb, text, again)
			}
		}
		if _, err := c.Parse(nil, "a b c d e f g"); err == nil && f.Verb != "name" && f.Verb != "pattern" {
			t.Errorf("%s takes anything", f.Verb)
		}
		if _, sets := f.Usual.(edit.SetPattern); sets {
			if i, err := c.Parse(nil, ""); err != nil || i.Effect() != intent.Looks {
				t.Errorf("%s alone is %v, %v", f.Verb, i, err)
			}
		}
	}
}
