package presenter

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// A lesson of facet goes through by PgDn alone, in every window and in every look: every
// screen fits, and each step has its note whole, what was done and what comes next, and the
// vertices that they are about in the picture.
func TestShippedLessons(t *testing.T) {
	extent.NoRace(t)
	sizes := [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}, {72, 20}}[:extent.Of(1, 5)]
	looks := []*style.Theme{mono, style.Make(style.Dark, false, termenv.TrueColor),
		style.Make(style.Light, true, termenv.ANSI256)}
	for k, name := range lessons.Names()[:extent.Of(1, len(lessons.Names()))] {
		for _, size := range sizes {
			through(t, name, looks[(k+1)%len(looks)], size[0], size[1])
		}
	}
}

func through(t *testing.T, name string, look *style.Theme, w, h int) {
	t.Helper()
	c := teach(t, Library{}, name, look, w, h)
	for keys := 0; !c.g.spot.atEnd(); keys++ {
		if keys > 300 {
			t.Fatalf("%s does not end", name)
		}
		if p := c.g.spot.at(); p.Kind == lesson.PageStep || p.Kind == lesson.PagePlace {
			c.complete(look, fmt.Sprintf("%s %dx%d page %d", name, w, h, c.g.spot.page+1), p)
		}
		c.Press("pgdown")
	}
}

// complete checks a page about a step.
func (c *class) complete(look *style.Theme, where string, p *lesson.Page) {
	c.T.Helper()
	screen := plainText(c.Screen())
	if note := strings.Join(strings.Fields(look.Text(asPlain(p.Note))), " "); !uitest.Sees(screen, note) &&
		roomy(c) {
		c.T.Errorf("%s: the note is cut:\n%s\n%s", where, screen, note)
	}
	for _, word := range []string{" done ", " next "} {
		if !strings.Contains(screen, word) {
			c.T.Errorf("%s: no %q", where, word)
		}
	}
	panel := regexp.MustCompile(fmt.Sprintf(" %d/%d [─-]", c.g.spot.page+1, len(c.g.spot.course.Pages))).
		FindStringIndex(screen)
	if panel == nil {
		c.T.Fatalf("%s: no panel:\n%s", where, screen)
	}
	picture := ""
	for _, p := range c.m.Pictures() {
		picture += p.Text()
	}
	for _, id := range c.talkedAbout(p) {
		if !strings.Contains(picture, look.Text(id)) && roomy(c) {
			c.T.Errorf("%s: %s is not in the picture:\n%s", where, id, screen)
		}
	}
}

// talkedAbout are the vertices of the dag that the last step was about, those of
// the next one, and those that the note names.
func (c *class) talkedAbout(p *lesson.Page) []string {
	scene := c.g.spot.course.Scenes[p.Scene]
	seen := make(map[string]bool)
	for _, id := range []int{p.Step, p.Next} {
		step, _ := scene.Step(id)
		if id == 0 || len(step.Ops) != 1 {
			continue
		}
		before, _ := scene.StateAt(step.Parent)
		for _, z := range []model.Z{step.Ops[0].U, step.Ops[0].V} {
			if z != model.NoZ {
				seen[before.Dag().Vertices[before.Source(z)].ID] = true
				seen[before.Dag().Vertices[before.Target(z)].ID] = true
			}
		}
	}
	for _, label := range labels.FindAllStringSubmatch(p.Note, -1) {
		for _, id := range strings.Split(label[1], ",") {
			seen[id] = true
		}
	}
	present := make(map[string]bool) // a junction that was eliminated is in no picture
	s, _ := scene.StateAt(p.Step)
	for _, z := range s.Vertices() {
		present[s.Dag().Vertices[s.Source(z)].ID], present[s.Dag().Vertices[s.Target(z)].ID] = true, true
	}
	maps.DeleteFunc(seen, func(id string, _ bool) bool { return !present[id] })
	return slices.Sorted(maps.Keys(seen))
}

// roomy reports whether the window has the room that notes are written for.
func roomy(c *class) bool { return c.Height >= 24 && c.Width >= 80 }
