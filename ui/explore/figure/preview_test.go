package figure

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
	"facet/ui/uitest"
)

// In a figure of what the explorer shows, what the next step adds is previewed where it will
// stand, at all zoom levels; beside it where something still stands there.
func TestPreviewsStandWhereTheVertexWill(t *testing.T) {
	for _, name := range []string{"lion", "bat", "hierarchy"} {
		exact, shown := 0, 0
		s := session.New(uitest.Sample(t, name))
		pictures := drawing.NewPictures(s.Dag(), drawing.NewLayouts(1<<20))
		root, _ := s.StateAt(0)
		v := &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
			Totals: layer.NewTotals(s.Dag(), root)}
		show := func() *Figure {
			space := drawing.Space{Size: picture.Point{X: 116, Y: 36}}
			pictures.Take(pictures.Work(s, space).Draw(t.Context()))
			return Screen(v, pictures)
		}
		for _, step := range walk(t, name).Steps {
			for _, op := range step.Ops {
				v.Sel = intent.AtOp(op)
				now := show()
				_, changes, err := model.Replay(s.State(), []model.Op{op})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := s.Do("", op); err != nil {
					t.Fatal(err)
				}
				v.CacheKey.Version++
				next := show()
				for _, e := range changes[0].Events {
					if e.Kind != model.Born || !s.State().IsLive(e.Z) {
						continue
					}
					for z := picture.ZoomLabels; z <= picture.ZoomBoxes; z++ {
						d := now.panels[1].shapes(Options{Zoom: z})
						for _, b := range next.panels[1].layout.Scene(z, nil).Boxes {
							if b.Vertex.Key != int(e.Z) || d.scene.Preview == nil {
								continue
							}
							shown++
							far, wide := b.Text.X-d.scene.Preview.Text.X, d.scene.Preview.Width/2
							if -2 < far && far < 2 {
								exact++
							} else if far < -21 || far > 21 || d.free(b.Text.X-wide, b.Text.X+wide,
								d.scene.Preview.Y, d.scene.Preview.Y+d.scene.Preview.Height) {
								t.Errorf("%s, %v: the preview of %s stands %v cells beside its place",
									name, z, b.Vertex.Label, far)
							}
						}
					}
				}
			}
		}
		t.Logf("%s: %d previews, %d where the vertex will stand", name, shown, exact)
		if shown == 0 {
			t.Errorf("%s: there are no previews", name)
		}
	}
}
