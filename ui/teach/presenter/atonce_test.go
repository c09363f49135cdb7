package presenter

import (
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/uitest"
)

// With PgDn the picture of the next page of a lesson is there at once, and none is seen in
// dots.
func TestNextPageIsThere(t *testing.T) {
	extent.NoRace(t)
	for _, name := range lessons.Names()[:extent.Of(2, len(lessons.Names()))] {
		s := Library{Files: &files.Disk{}}
		g, err := s.Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		m := app.New(app.Options{Dag: uitest.Sample(t, "face"), Theme: mono, Files: s.Files,
			Getenv:  func(string) string { return "" },
			Sources: []layer.Source{s.Source()}, Leader: g})
		c := &class{&uitest.Driver{T: t, Model: m, Width: 80, Height: 24}, m, g}
		c.Begin()
		c.Resize() // a terminal says its size once the program has begun
		for !g.spot.atEnd() {
			_, cmd := m.Update(layer.Key("pgdown"))
			if p := g.spot.at(); !g.spot.atEnd() &&
				(p.Kind == lesson.PagePlace || p.Kind == lesson.PageStep) &&
				len(g.spot.scene().Dag().Edges) <= 24 {
				screen := c.Screen()
				if !m.Complete() || strings.Contains(screen, "Drawing the picture") {
					t.Errorf("%s, page %d is not there at once", name, g.spot.page+1)
				}
				if strings.ContainsFunc(screen, func(r rune) bool { return r > '\u2800' && r <= '\u28ff' }) {
					t.Errorf("%s, page %d is seen in dots:\n%s", name, g.spot.page+1, screen)
				}
			}
			c.Run(cmd)
		}
		_ = m.Close()
	}
}
