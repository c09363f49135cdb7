package drawing

import (
	"facet/model"
	"facet/model/edit"
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model/session"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// Along a random run both pictures fill no more than their boxes at any zoom, wherever they
// are moved; arrow keys lead to what is there, what is selected stays in sight, and a click
// on its cell selects it. A panel of another size, and one that shall choose by itself, has the
// largest zoom at which the picture fits.
func TestAWalkInPictures(t *testing.T) {
	for k, name := range []string{"lion", "diamond", "composition"} {
		for n, size := range []picture.Point{{X: 44, Y: 14}, {X: 90, Y: 30}} {
			g := uitest.Sample(t, name)
			s, pictures, rng := session.New(g), NewPictures(g, NewLayouts(1<<20)),
				rand.New(rand.NewPCG(uint64(k), 0))
			root, _ := s.StateAt(0)
			v := &layer.View{Theme: style.Make(style.Mono, n == 1, termenv.Ascii), Steps: s,
				Totals: layer.NewTotals(g, root)}
			panels := []*Panel{NewPanel(intent.Dag, pictures), NewPanel(intent.LineDag, pictures)}
			box := layer.Box{Width: size.X, Height: size.Y, Focused: true}
			for !s.State().Done() {
				for _, p := range panels {
					Place(p, v, box.Width, box.Height)
				}
				pictures.Take(pictures.Work(s, Space{size, v.Theme.ASCII}).Draw(t.Context()))
				if !pictures.Ready(s.Cursor()) {
					t.Fatal("it is not drawn")
				}
				for _, p := range panels {
					walk(t, p, v, box, rng)
				}
				all := s.State().Operations()
				v.Sel = intent.Selection{}
				if _, err := s.Do("", all[rng.IntN(len(all))].Op); err != nil {
					t.Fatal(err)
				}
				v.CacheKey.Version++
			}
			if err := s.Goto(0); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// walk presses keys in a picture.
func walk(t *testing.T, p *Panel, v *layer.View, box layer.Box, rng *rand.Rand) {
	t.Helper()
	look := func() {
		t.Helper()
		v.CacheKey.Version++
		p.Fit(v, box)
		d := p.Draw(v, box)
		if len(d.Rows) > box.Height {
			t.Errorf("%d rows of %d", len(d.Rows), box.Height)
		}
		for _, row := range d.Rows {
			if style.Width(row) > box.Width {
				t.Errorf("%d cells of %d: %s", style.Width(row), box.Width, ansi.Strip(row))
			}
		}
	}
	look()
	for range 6 {
		key := []string{"up", "down", "left", "right"}[rng.IntN(4)]
		heard, _ := layer.Press(p, v, layer.Key(key), false)
		if len(heard.Intents) != 1 {
			t.Fatalf("%s does %+v", key, heard.Intents)
		}
		to, is := heard.Intents[0].(intent.Select)
		if !is {
			continue
		}
		if to.Target.Kind != intent.OnVertex && !to.Target.Exists(v.State()) {
			t.Errorf("%s selects %+v", key, to.Target)
		}
		v.Sel, v.Chosen = to.Target, true
		look()
		focus := p.Focus(v)
		at, seen := p.Cell(focus)
		if !seen {
			t.Errorf("%s: %+v is out of sight", key, v.Sel)
		}
		if v.Sel.Kind == intent.OnVertex && p.Shown().Zoom >= picture.ZoomLabels {
			if i, ok := p.Click(v, at.X, at.Y); !ok || i.(intent.Select).Target.Kind != intent.OnVertex {
				t.Errorf("a click on %+v is %+v", v.Sel, i)
			}
		}
	}
	switch rng.IntN(3) {
	case 0:
		p.ZoomBy(1 - 2*rng.IntN(2))
		p.PanBy(3, 2)
	case 1:
		p.Wheel(v, 1)
		p.LetGo()
	}
	look()
	p.ZoomTo(picture.ZoomAuto)
	for _, size := range []picture.Point{{X: box.Width, Y: box.Height}, {X: 2 * box.Width, Y: 2 * box.Height},
		{X: box.Width, Y: box.Height}} { // as it is, large, and back
		box.Width, box.Height = size.X, size.Y
		look()
		l, view := p.Layout(p.Of.Now), p.Shown()
		if want := l.Fit(view.Width, view.Height, view.ASCII); view.Zoom != want {
			t.Errorf("in %v: %s, the largest that fits is %s", size, view.Zoom, want)
		}
		if b := l.Bounds(view.Zoom, view.ASCII); b.Height < view.Height &&
			(view.Y > b.Y || view.Y+view.Height < b.Y+b.Height) {
			t.Errorf("in %v a picture that fits is cut off", size)
		}
	}
	if p.Text() == "" {
		t.Error("nothing is drawn")
	}
}

// Costs as times, sizes, and a dag that was changed have new pictures, in which what lives on
// has its row; what was foreseen is laid out once.
func TestPicturesOfWhatIsChanged(t *testing.T) {
	g := uitest.Sample(t, "diamond")
	s, pictures, size := session.New(g), NewPictures(g, NewLayouts(1<<20)), picture.Point{X: 90, Y: 30}
	root, _ := s.StateAt(0)
	v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
	dag, line := NewPanel(intent.Dag, pictures), NewPanel(intent.LineDag, pictures)
	box := layer.Box{Width: size.X, Height: size.Y}
	Place(dag, v, box.Width, box.Height)
	Place(line, v, box.Width, box.Height)
	space := Space{size, false}
	draw := func(w Work) string {
		pictures.Take(w.Draw(t.Context()))
		v.CacheKey.Version++
		dag.Fit(v, box)
		line.Fit(v, box)
		return dag.Text()
	}
	first := draw(pictures.Work(s, space))
	if first == "" || !pictures.Fit(space) || pictures.Layouts.Made() == 0 ||
		!dag.HasLabels(pictures.Now) || !dag.Roomy(pictures.Now) {
		t.Errorf("the picture is\n%s", first)
	}
	if !pictures.Price(0.001) || pictures.Price(0.001) || pictures.Ready(0) {
		t.Error("times are not costs")
	}
	if priced := draw(pictures.Work(s, space)); priced == first {
		t.Errorf("with times it is the same:\n%s", priced)
	}
	pictures.Price(0)
	pictures.Resize(false)
	if bare := draw(pictures.Work(s, space)); bare == first {
		t.Errorf("without sizes it is the same:\n%s", bare)
	}
	pictures.Resize(true)
	if again := draw(pictures.Work(s, space)); again != first {
		t.Errorf("back again it is\n%s\nand was\n%s", again, first)
	}
	op := s.State().Operations()[0].Op
	before := s.State()
	after, all, err := model.Replay(before, []model.Op{op})
	if err != nil {
		t.Fatal(err)
	}
	foreseen := pictures.Foresee(&layer.Outlook{Choice: model.Choice{Op: op}, Before: before, After: after,
		Change: all[0]})
	made := pictures.Layouts.Made()
	if _, err := s.Do("", op); err != nil {
		t.Fatal(err)
	}
	w := pictures.Work(s, space)
	if !w.Quick() || pictures.Ready(s.Cursor()) {
		t.Error("what was foreseen is not there")
	}
	draw(w)
	if foreseen == nil || pictures.Now.Line != foreseen || pictures.Layouts.Made() != made {
		t.Error("another picture than was foreseen")
	}
	pictures.Tidy(s.Cursor())
	if tidy := draw(pictures.Work(s, space)); tidy == "" || !pictures.Ready(s.Cursor()) {
		t.Error("tidied it is empty")
	}
	if !Pin(dag, line) || Pin(dag, line) {
		t.Error("pinned twice it is not released")
	}
	Surround(true, intent.Selection{}, dag)
	if !Surrounding(dag) || Whole(dag) {
		t.Error("the surroundings are not shown")
	}
	v.Sel = intent.AtVertex(0)
	if near := draw(pictures.Work(s, space)); near == first {
		t.Errorf("near to a vertex there is all:\n%s", near)
	}
	if Surround(false, intent.Selection{}, dag); Surrounding(dag) {
		t.Error("the surroundings stay")
	}
	dag.ZoomTo(picture.ZoomBoxes)
	if text := ZoomText(dag); text == "" || ZoomText(line) != "" {
		t.Errorf("the zoom is %q", text)
	}

	r, err := (edit.AddVertex{ID: "new", Size: 2}).Apply(g)
	if err != nil {
		t.Fatal(err)
	}
	changed := session.New(r.Dag)
	next := pictures.Follow(r.Dag)
	v.Steps = changed
	next.Take(next.Work(changed, space).Draw(t.Context()))
	if !next.Ready(0) || next.Of() != r.Dag || len(next.Now.Dag.Graph().Vertices) != len(g.Vertices)+1 {
		t.Error("the changed dag is not drawn")
	}
}
