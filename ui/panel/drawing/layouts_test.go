package drawing

import (
	"maps"
	"runtime"
	"testing"
	"weak"

	"facet/model"
	"facet/ui/picture"
)

// laid gives a picture of a dag of its own.
func laid(t *testing.T) (*model.Dag, *picture.Layout) {
	t.Helper()
	g, err := model.NewDag("two", []model.Vertex{{ID: "a", Size: 1}, {ID: "b", Size: 1}}, []model.Edge{{Source: 0, Target: 1, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := picture.New(t.Context(), picture.Graph{Vertices: []picture.Vertex{{Key: 0, Label: "a"}, {Key: 1, Label: "b", Layer: 1}}, Edges: []picture.Edge{{From: 0, To: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	return g, l
}

// What nobody shows any more is not kept beyond what is kept for whoever comes late, and
// no dag is.
func TestPicturesThatNobodyShowsGo(t *testing.T) {
	const people = 100
	c := NewLayouts(0)
	window := picture.Viewport{Width: 80, Height: 20}
	shown, held := laid(t)
	rows := c.rowsOf(shown)
	choice, _ := c.choose(t.Context(), held, window)
	var dags []weak.Pointer[model.Dag]
	var pictures []weak.Pointer[picture.Layout]
	for range people {
		g, l := laid(t)
		c.rowsOf(g)
		if _, ok := c.choose(t.Context(), l, window); !ok {
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
	again, _ := c.choose(t.Context(), held, window)
	if now := c.rowsOf(shown); again != choice || !maps.Equal(now, rows) {
		t.Error("what is shown was laid out again")
	}
	c.Clear()
	if c.bytes != 0 || len(c.queue) != 0 {
		t.Errorf("%d bytes in %d pictures are kept for nobody", c.bytes, len(c.queue))
	}
}
