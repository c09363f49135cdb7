package drawing

import (
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/model/session"
	"facet/ui/draw/picture"
	"facet/ui/uitest"
)

// The same dag has the same picture, whatever else the processors do: the run that is
// foreseen so that the picture stands still is limited by work and not by time.
func TestPicturesDoNotDependOnTheMachine(t *testing.T) {
	g, err := generate.Random(14, 24, generate.Elementals{MaxSize: 7, Seed: 150})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*model.Dag{g, uitest.Sample(t, "hierarchy"), uitest.Sample(t, "newton2")} {
		look := func() string {
			p, s := NewPictures(g, NewLayouts(1<<20)), session.New(g)
			d := p.Work(s, Space{Size: picture.Point{X: 90, Y: 30}}).Draw(t.Context())
			view := picture.View{Zoom: picture.ZoomLabels}
			return d.Dag.Render(view).String() + d.Line.Render(view).String()
		}
		first := look()
		stop := modeltest.Disturb(8)
		if again := look(); again != first {
			t.Errorf("on a busy machine\n%s\nelse\n%s", again, first)
		}
		stop()
	}
}
