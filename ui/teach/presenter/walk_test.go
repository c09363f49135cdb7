package presenter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/panel/drawing"
	"facet/ui/uitest"
)

// A lecturer has a clicker and no other keys: with PgDn alone each page of each lesson is
// seen as a whole at 80x24 and at 100x30, texts, notes and pictures, and what a note
// names is in the picture, or marked there.
func TestLessonsFitAndShowWhatTheyName(t *testing.T) {
	extent.NoRace(t)
	for k, size := range []picture.Point{{X: 80, Y: 24}, {X: 100, Y: 30}, {X: 120, Y: 40}} {
		for n, name := range lessons.Names() {
			if k > 0 && n%8 != k && !extent.Full {
				continue // most lessons in the smallest window only
			}
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(t *testing.T) {
				t.Parallel()
				c := teach(t, Library{}, name, mono, size.X, size.Y)
				var sources order
				var places places
				known := make(map[string]bool)
				for !c.g.spot.atEnd() {
					c.look()
					if p := c.g.spot.at(); p.Kind == lesson.PageStep || p.Kind == lesson.PagePlace {
						c.complete(mono, fmt.Sprintf("%s page %d", t.Name(), c.g.spot.page+1), p)
					}
					c.explained(known)
					sources.look(c)
					places.look(c)
					c.Press("pgdown")
				}
				t.Logf("%s in %dx%d: %d vertices lived on", name, size.X, size.Y, places.lived)
				if places.moved > 0 {
					t.Errorf("%d vertices that live on moved", places.moved)
				}
			})
		}
	}
}

// signs are what labels have beyond the ids of vertices, and what a lesson says of each
// where a reader meets it first.
var signs = map[string]struct{ shown, said *regexp.Regexp }{
	"⇝":       {regexp.MustCompile(`⇝`), regexp.MustCompile(`⇝.{0,80}\b(paths?|sum)\b`)},
	"#29":     {regexp.MustCompile(`⇝[^ ]*#\d`), regexp.MustCompile(`#\d+.{0,80}\bnumber\b`)},
	"(...)+1": {regexp.MustCompile(`\)\+\d`), regexp.MustCompile(`\+\d+.{0,80}\b(paths?|others)\b`)},
}

// explained finds fault with a page that shows a label with a sign that no page told so far.
func (c *class) explained(known map[string]bool) {
	p := c.g.spot.at()
	text := strings.Join(strings.Fields(p.Note), " ")
	if p.Kind != lesson.PagePlace && p.Kind != lesson.PageStep && p.Kind != lesson.PagePuzzle {
		text = strings.Join(strings.Fields(c.Screen()), " ")
	}
	for sign, of := range signs {
		if known[sign] = known[sign] || of.said.MatchString(text); !known[sign] &&
			of.shown.MatchString(c.Screen()) {
			known[sign] = true // said once
			c.T.Errorf("%s, page %d (line %d): %s is not explained\n%s", c.g.found.Name, c.g.spot.page+1,
				p.Line, sign, c.Screen())
		}
	}
}

// places are the cells of vertices in the pictures of a scene in a chapter.
type places struct {
	lived, moved   int // vertices
	scene, chapter int
	cells          map[[2]int]picture.Rect // on the screen, with the size of the picture
}

// look counts the vertices that stand somewhere else than on the page before.
func (o *places) look(c *class) {
	p := c.g.spot.at()
	if p.Kind != lesson.PagePlace && p.Kind != lesson.PageStep || p.Around != nil {
		return
	}
	now := make(map[[2]int]picture.Rect)
	for _, panel := range c.m.Pictures() {
		l, v := panel.Layout(panel.Of.Now), panel.Shown()
		if l == nil {
			continue
		}
		if v.Zoom < picture.ZoomLabels {
			continue
		}
		corner := cornerOf(c, panel.Kind)
		for _, vertex := range l.Graph().Vertices {
			at, _ := l.Position(picture.RefVertex(vertex.Key), v.Zoom, false)
			cell, key := picture.Rect{X: corner.X + at.X - v.X, Y: corner.Y + at.Y - v.Y, Width: v.Width,
				Height: v.Height}, [2]int{int(panel.Kind), vertex.Key}
			if now[key] = cell; o.cells == nil || o.scene != p.Scene || o.chapter != p.Chapter {
				continue
			}
			if was, ok := o.cells[key]; ok {
				if o.lived++; was != cell {
					o.moved++
					c.T.Logf("page %d: %s of the %v moved from %v to %v", c.g.spot.page+1, vertex.Label,
						panel.Kind, was, cell)
				}
			}
		}
	}
	o.cells, o.scene, o.chapter = now, p.Scene, p.Chapter
}

// cornerOf is where the title of a picture stands on the screen.
func cornerOf(c *class, kind intent.Panel) picture.Point {
	c.T.Helper()
	for y, row := range strings.Split(c.Screen(), "\n") {
		if at := titles[kind].FindStringIndex(row); at != nil {
			return picture.Point{X: len([]rune(row[:at[0]])), Y: y}
		}
	}
	c.T.Fatalf("the %v has no title:\n%s", kind, c.Screen())
	return picture.Point{}
}

var titles = map[intent.Panel]*regexp.Regexp{intent.Dag: regexp.MustCompile(`[╭┏─━] dag[ :]`),
	intent.LineDag: regexp.MustCompile(`[╭┏─━] line dag[ :]`)}

// order is that of the sources of a dag in its picture, from left to right.
type order struct {
	chapter int
	names   []int
}

// look finds fault with sources that change their places among each other in a chapter.
func (o *order) look(c *class) {
	p := c.g.spot.at()
	if p.Kind != lesson.PagePlace && p.Kind != lesson.PageStep || p.Around != nil { // a part has some of them
		return
	}
	for _, panel := range c.m.Pictures() {
		l, g := panel.Layout(panel.Of.Now), c.g.spot.scene().Dag()
		if panel.Kind != intent.Dag || l == nil {
			continue
		}
		var names []int
		for i := range g.Vertices {
			if g.IsSource(i) {
				names = append(names, i)
			}
		}
		at := func(i int) int {
			spot, _ := l.Position(picture.RefVertex(i), picture.ZoomRows, false)
			return spot.X
		}
		slices.SortStableFunc(names, func(i, j int) int { return at(i) - at(j) })
		if o.chapter == p.Chapter && o.names != nil && !slices.Equal(o.names, names) {
			c.T.Errorf("%s, page %d: the sources stand in the order %v, and before in %v:\n%s",
				c.g.found.Name, c.g.spot.page+1, names, o.names, c.Screen())
		}
		o.chapter, o.names = p.Chapter, names
	}
}

// surrounded finds fault with a page that shows a part of a large dag: it has names, and
// one key shows the whole and the part again.
func (c *class) surrounded(wrong func(format string, args ...any)) {
	c.T.Helper()
	for _, panel := range c.m.Pictures() {
		if panel.Shown().Zoom < picture.ZoomLabels {
			wrong("the part is shown as dots")
		}
	}
	before := c.Screen()
	if !strings.Contains(before, "around ") {
		wrong("the panel does not say that this is a part")
	}
	if c.Press("N"); strings.Contains(c.Screen(), ": N whole") {
		wrong("N does not show the whole")
	}
	if c.Press("N"); !strings.Contains(c.Screen(), ": N whole") {
		wrong("N does not show the part again")
	}
}

// look finds fault with the page on the screen.
func (c *class) look() {
	t := c.T
	t.Helper()
	p, screen := c.g.spot.at(), c.Screen()
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s, page %d (line %d): %s\n%s", c.g.found.Name, c.g.spot.page+1, p.Line,
			fmt.Sprintf(format, args...), screen)
	}
	if strings.Contains(screen, "PgDn: more") {
		wrong("the text goes on beyond the page")
	}
	if cut := cutName.FindString(screen); cut != "" {
		wrong("%q is cut within", cut)
	}
	if strings.Contains(screen, "Layout changed") {
		wrong("a message stands in the place of the keys")
	}
	if p.Kind != lesson.PagePlace && p.Kind != lesson.PageStep && p.Kind != lesson.PagePuzzle {
		return
	}
	if p.Around != nil {
		c.surrounded(wrong)
	}
	for _, panel := range c.m.Pictures() {
		l, v := panel.Layout(panel.Of.Now), panel.Shown()
		if dag := c.g.spot.scene().Dag(); len(dag.Vertices) <= 15 && v.Zoom < picture.ZoomLabels &&
			l.Fits(picture.ZoomLabels, c.Width-29, c.Height-4, false) {
			wrong("the %v is shown in dots", panel.Kind)
		}
		if !l.Fits(v.Zoom, v.Width, v.Height, false) {
			wrong("only a part of the %v is shown", panel.Kind)
		}
	}
	if words := strings.Fields(p.Note); len(words) > 2 && !c.Sees(strings.Join(words[len(words)-2:], " ")) {
		wrong("the note is cut")
	}
	if p.Kind == lesson.PagePuzzle {
		return
	}
	for _, name := range named.FindAllString(jacobians.ReplaceAllString(p.Note, ""), -1) {
		_, told, _ := strings.Cut(uitest.Column(screen), "done ") // of what is gone, the sentence tells
		if !c.shows(name) && !strings.Contains(told, name) {
			wrong("%s is named and neither in the picture nor marked", name)
		}
	}
	if told := regexp.MustCompile(`line dag`); told.MatchString(p.Note) &&
		!slices.ContainsFunc(c.m.Pictures(), func(p *drawing.Panel) bool {
			return p.Kind == intent.LineDag
		}) &&
		!strings.Contains(p.Note, "next page") {
		wrong("the note talks about the line dag, and the picture is another")
	}
}

// cutName is a name that is cut in its middle.
var cutName = regexp.MustCompile(`[\w.]…[\w.]`)

// named is a vertex of the line dag, or a face, in a note; F'(...) and paths are none.
var (
	named     = regexp.MustCompile(`\([-\w.]+(?:,[-\w.]+)+\)`)
	jacobians = regexp.MustCompile(`F'\([^)]*\)`)
)

// shows reports whether what a label names can be seen: as a vertex of the line dag, as it
// is or as it was before the last step or will be after the next one, or as an edge of
// the dag.
func (c *class) shows(name string) bool {
	p := c.g.spot.at()
	scene := c.g.spot.course.Scenes[p.Scene]
	state := scene.State()
	step, _ := scene.Step(p.Step)
	before, _ := scene.StateAt(step.Parent)
	after := state
	if p.Next > 0 {
		after, _ = scene.StateAt(p.Next)
	}
	for _, panel := range c.m.Pictures() {
		text := panel.Text()
		for _, s := range []*model.State{state, before, after} {
			all, err := model.ParseLabels(s, name)
			if err != nil || len(all) != 1 {
				continue
			}
			switch z := all[0]; {
			case panel.Kind == intent.LineDag:
				if strings.Contains(strings.Join(strings.Fields(text), ""), diagram.ElementLabel(s, z)) ||
					strings.Contains(strings.Join(strings.Fields(text), ""),
						strings.Trim(diagram.ElementLabel(s, z), "()")) {
					return true
				}
			default:
				id := func(i int) bool {
					return strings.Contains(text, model.QuoteID(s.Dag().Vertices[i].ID))
				}
				if l := panel.Layout(panel.Of.Now); id(s.Source(z)) && id(s.Target(z)) &&
					(l.Shows(panel.Shown(), picture.RefEdge(s.Source(z), s.Target(z))) || s != state) {
					return true
				}
			}
		}
		// A path, or a product that is part of a sum: its edges are there.
		if panel.Kind == intent.Dag {
			ids := strings.Split(strings.Trim(name, "()"), ",")
			l, ok := panel.Layout(panel.Of.Now), true
			for k := 1; k < len(ids); k++ {
				i, a := state.Dag().Find(ids[k-1])
				j, b := state.Dag().Find(ids[k])
				ok = ok && a && b && l.Shows(panel.Shown(), picture.RefEdge(i, j))
			}
			if ok {
				return true
			}
		}
	}
	return false
}
