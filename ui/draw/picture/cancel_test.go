package picture

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// impatient is a context that is cancelled when it is asked for the n-th time,
// and counts how often it is asked after that.
type impatient struct {
	context.Context
	left, asked, late int
}

func (i *impatient) Err() error {
	i.asked++
	if i.left--; i.left >= 0 {
		return nil
	}
	i.late++
	return context.Canceled
}

func complete(n int) testDag {
	d := parseDag("")
	for i := range n {
		d.Names = append(d.Names, fmt.Sprint(i))
		for j := range i {
			d.Edges = append(d.Edges, EdgeKey{From: j, To: i})
		}
	}
	return d
}

// TestLayoutStopsWhenCancelled cancels a layout and a step at every tenth
// question that they ask of their context. They ask often: each question stands
// for one pass over the rows or one gap.
func TestLayoutStopsWhenCancelled(t *testing.T) {
	g := complete(14).Graph()
	fewer := g
	fewer.Edges = g.Edges[:len(g.Edges)-2]
	l := must(place(g))
	for name, work := range map[string]func(context.Context) (*Layout, error){
		"layout": func(ctx context.Context) (*Layout, error) { return New(ctx, g) },
		"step":   func(ctx context.Context) (*Layout, error) { return l.Step(ctx, fewer) },
	} {
		whole := &impatient{Context: context.Background(), left: 1 << 30}
		must(work(whole))
		if whole.asked < 30 {
			t.Errorf("a %s asks its context only %d times", name, whole.asked)
		}
		for n := 0; n < whole.asked; n += 10 {
			ctx, cancel := context.WithCancelCause(context.Background())
			cancel(errors.New("enough"))
			hasty := &impatient{Context: ctx, left: n}
			if got, err := work(hasty); err == nil || err.Error() != "enough" || got != nil {
				t.Fatalf("a %s cancelled at question %d of %d gives %v, %v", name, n, whole.asked, got, err)
			}
			if hasty.late > 60 {
				t.Errorf("a %s cancelled at question %d of %d goes on for %d", name, n, whole.asked,
					hasty.late)
			}
		}
	}
}

// TestTooLargeIsOnlySurveyed places the complete dag of 60 vertices and a hub of
// which only a sample of the edges is given.
func TestTooLargeIsOnlySurveyed(t *testing.T) {
	hub := Graph{Omitted: 1000*1000 - 2000}
	for i := range 1000 {
		hub.Vertices = append(hub.Vertices, Vertex{Key: i, Label: fmt.Sprint("u", i)},
			Vertex{Key: 1000 + i, Label: fmt.Sprint("v", i), Layer: 1})
		hub.Edges = append(hub.Edges, Edge{From: i, To: 1000 + i}, Edge{From: i, To: 1000 + (i+500)%1000})
	}
	l := must(place(batDag().Graph()))
	for name, g := range map[string]Graph{"complete": complete(60).Graph(), "hub": hub} {
		for _, l := range []*Layout{must(place(g)), must(l.Step(context.Background(), g)), must(Survey(g))} {
			if !l.Coarse() || !l.Ready(ZoomBoxes) || l.Fit(80, 24, false) != ZoomOverview {
				t.Errorf("%s is laid out", name)
			}
			c := l.Render(View{Zoom: ZoomBoxes, Width: 80, Height: 24})
			if c.Zoom != ZoomOverview {
				t.Errorf("%s is drawn at %v", name, c.Zoom)
			}
			if next := must(l.Step(context.Background(), batDag().Graph())); next.Coarse() {
				t.Errorf("what follows %s is coarse", name)
			}
		}
	}
	if !must(Survey(batDag().Graph())).Coarse() {
		t.Error("a survey is not coarse")
	}
	if _, err := Survey(Graph{Edges: []Edge{{From: 1, To: 2}}}); err == nil {
		t.Error("an edge without ends was placed")
	}
}

// TestMagnifiedOverviewIsNavigable looks for every vertex of a large picture,
// pans to it and finds it there, named.
func TestMagnifiedOverviewIsNavigable(t *testing.T) {
	g := complete(60).Graph()
	l := must(Survey(g))
	for _, v := range g.Vertices {
		view := View{Width: 80, Height: 24, Magnify: 8, Selected: []Ref{RefVertex(v.Key)}}
		view = l.Reveal(view, RefVertex(v.Key))
		c := l.Render(view)
		at, ok := c.Find(RefVertex(v.Key))
		if !ok || c.Hit(at.X, at.Y) != RefVertex(v.Key) || c.At(at.X+1, at.Y).Class.Part != Label &&
			c.At(at.X-1, at.Y).Class.Part != Label {
			t.Fatalf("vertex %s is at %v, %v\n%s", v.Label, at, ok, c)
		}
		held := l.Hold(view, RefVertex(v.Key), Point{40, 12})
		if at, _ := l.Render(held).Find(RefVertex(v.Key)); at != (Point{40, 12}) {
			t.Errorf("vertex %s is held at %v", v.Label, at)
		}
	}
	whole := View{Width: 80, Height: 24}
	if b := l.extent(whole); b != (Rect{0, 0, 80, 24}) {
		t.Errorf("the whole fills %v", b)
	}
}
