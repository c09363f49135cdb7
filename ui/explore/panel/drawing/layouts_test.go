package drawing

import (
	"context"
	"maps"
	"runtime"
	"sync/atomic"
	"testing"
	"weak"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/picture"
)

// laid makes a picture of a new dag.
func laid(t *testing.T) (*model.Dag, *picture.Layout) {
	t.Helper()
	g, err := model.NewDag("two", []model.Vertex{{ID: "a", Size: 1}, {ID: "b", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := picture.New(t.Context(),
		picture.Graph{Vertices: []picture.Vertex{{Key: 0, Label: "a"}, {Key: 1, Label: "b", Layer: 1}},
			Edges: []picture.Edge{{From: 0, To: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	return g, l
}

// Pictures that no explorer shows are kept only within the limit for late arrivals, and
// no dag is.
func TestPicturesThatNobodyShowsGo(t *testing.T) {
	const people = 100
	c := NewLayouts(0)
	window := picture.Viewport{Width: 80, Height: 20}
	shown, held := laid(t)
	rows := c.rowsOf(shown)
	choice, _ := (&Work{layouts: c}).choose(t.Context(), held, window)
	var dags []weak.Pointer[model.Dag]
	var pictures []weak.Pointer[picture.Layout]
	for range people {
		g, l := laid(t)
		c.rowsOf(g)
		if _, ok := (&Work{layouts: c}).choose(t.Context(), l, window); !ok {
			t.Fatal("nothing was chosen")
		}
		dags, pictures = append(dags, weak.Make(g)), append(pictures, weak.Make(l))
	}
	runtime.GC()
	left := 0
	for k := range people {
		if dags[k].Value() != nil || pictures[k].Value() != nil {
			left++
		}
	}
	if left > 1 {
		t.Errorf("%d of %d are left", left, people)
	}
	again, _ := (&Work{layouts: c}).choose(t.Context(), held, window)
	if now := c.rowsOf(shown); again != choice || !maps.Equal(now, rows) {
		t.Error("what is shown was laid out again")
	}
	c.Clear()
	if c.bytes != 0 || len(c.queue) != 0 {
		t.Errorf("%d bytes in %d pictures are kept for nobody", c.bytes, len(c.queue))
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
	g, _ := laid(t)
	both := false
	for n := 0; n < 10_000 && !both; n++ {
		s := session.New(g)
		root, _ := s.StateAt(0)
		w := NewPictures(g).Work(s, Windows{})
		w.books.rows = w.rows()
		ending := &countdown{Context: t.Context()}
		ending.left.Store(int64(n))
		d := w.place(ending, 0, root)
		both = d.Dag != nil && d.Line != nil
		if !both && d != (Drawn{}) || both != w.books.has(w.steps[0].id) {
			t.Fatalf("given up at the question %d: %v, kept: %v", n, d, w.books.has(w.steps[0].id))
		}
	}
	if !both {
		t.Error("they were never laid out")
	}
}
