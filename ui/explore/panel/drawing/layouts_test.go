package drawing

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/picture"
	"facet/ui/uitest"
)

// What is forgotten is laid out again, as it was: with room for few pictures they are the same
// as with room for all, and checkpoints stay, so that going back step by step lays few steps
// out again.
func TestForgottenPicturesComeBack(t *testing.T) {
	g := uitest.Sample(t, "openfoam")
	few, all := NewPictures(g, NewLayouts(2<<20)), NewPictures(g, NewLayouts(1<<30))
	s := session.New(g)
	space := Space{}
	look := func() {
		t.Helper()
		a, b := few.Work(s, space).Draw(t.Context()), all.Work(s, space).Draw(t.Context())
		for z := picture.ZoomLabels; z <= picture.ZoomBoxes; z++ {
			if a.Line.Bounds(z, false) != b.Line.Bounds(z, false) ||
				a.Dag.Bounds(z, false) != b.Dag.Bounds(z, false) {
				t.Fatal("another picture")
			}
		}
		for _, v := range a.Line.Graph().Vertices {
			ref := picture.RefVertex(v.Key)
			x, _ := a.Line.Position(ref, picture.ZoomRows, false)
			if y, _ := b.Line.Position(ref, picture.ZoomRows, false); x != y {
				t.Fatalf("step %d: %s stands at %v and %v", s.Depth(), v.Label, x, y)
			}
		}
		if bytes := few.Layouts.Bytes(); bytes > 2<<20 {
			t.Fatalf("%d bytes are kept", bytes)
		}
	}
	look()
	steps := 0
	for ; !s.State().Done(); steps++ {
		cheapest := slices.MinFunc(s.State().Operations(), func(a, b model.Choice) int {
			return cmp.Compare(a.Price, b.Price)
		})
		if _, err := s.Do("", cheapest.Op); err != nil {
			t.Fatal(err)
		}
		look()
	}
	made := few.Layouts.Made()
	for s.Depth() > 0 {
		path := s.Path(s.Cursor())
		before := 0
		if len(path) > 1 {
			before = path[len(path)-2]
		}
		if err := s.Goto(before); err != nil {
			t.Fatal(err)
		}
		look()
	}
	if again := few.Layouts.Made() - made; again > 3*steps || steps < 20 {
		t.Errorf("going back %d steps lays %d out", steps, again)
	}
	if few.Layouts.Clear(); few.Layouts.Bytes() != 0 {
		t.Error("pictures are kept for nobody")
	}
}

// countdown is a context that ends after n checks.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever a layout is given up, there are both pictures of a step or none: a single one
// would be neither shown nor kept, and would break later steps.
func TestBothPicturesOrNone(t *testing.T) {
	g, err := model.NewDag("two", []model.Vertex{{ID: "a", Size: 1}, {ID: "b", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	both := false
	for n := 0; n < 10_000 && !both; n++ {
		s := session.New(g)
		w := NewPictures(g, NewLayouts(1<<20)).Work(s, Space{})
		ending := &countdown{Context: t.Context()}
		ending.left.Store(int64(n))
		d := w.Draw(ending)
		both = d.Dag != nil && d.Line != nil
		if !both && d.Drawn != (Drawn{}) || both != w.layouts.has(w.keyOf(0)) {
			t.Fatalf("given up at the question %d: %v", n, d.Drawn)
		}
	}
	if !both {
		t.Error("they were never laid out")
	}
}

// Windows of many sizes share a picture until one of them has no room for it, and each shows what
// it shows alone, whichever of them came first.
func TestWindowsShareWhatFits(t *testing.T) {
	g := uitest.Sample(t, "openfoam")
	s, all := session.New(g), NewLayouts(1<<30)
	shared := NewPictures(g, all)
	var spaces []Space
	for k := range 4 {
		spaces = append(spaces, Space{Size: picture.Point{X: 45 + 25*k, Y: 16 + 11*k%40}})
	}
	different := 0
	for step := range 70 {
		seen := make(map[Drawn]bool)
		for k := range spaces {
			seen[shared.Work(s, spaces[(k+step)%len(spaces)]).Draw(t.Context()).Drawn] = true
		}
		if step < 3 && len(seen) > 1 {
			t.Fatalf("step %d: %d pictures for %d windows that have room", step, len(seen), len(spaces))
		}
		different = max(different, len(seen))
		cheapest := slices.MinFunc(s.State().Operations(), func(a, b model.Choice) int {
			return cmp.Compare(a.Price, b.Price)
		})
		if _, err := s.Do("", cheapest.Op); err != nil {
			t.Fatal(err)
		}
	}
	if different < 2 {
		t.Errorf("%d different pictures at most: no window has less room than others", different)
	}
	counted := entryBytes * len(all.kept)
	for l := range all.held {
		counted += l.Bytes()
	}
	if counted != all.Bytes() {
		t.Errorf("%d bytes are kept, and %d are counted", counted, all.Bytes())
	}
	for _, space := range spaces[:2] {
		own := NewPictures(g, NewLayouts(1<<30)).Work(s, space).Draw(t.Context())
		with := shared.Work(s, space).Draw(t.Context())
		for _, l := range [][2]*picture.Layout{{own.Dag, with.Dag}, {own.Line, with.Line}} {
			of := picture.View{Zoom: picture.ZoomLabels}
			if a, b := l[0].Render(of).String(), l[1].Render(of).String(); a != b {
				t.Errorf("%v: alone\n%s\nwith others\n%s", space.Size, a, b)
			}
		}
	}
}
