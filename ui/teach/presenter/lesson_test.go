package presenter

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
	"facet/ui/draw/style"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const lion = "testdata/lion.md"

// The pages that a lecturer sees.
func TestScreens(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	var walk uitest.Walk
	walk.See("prose", c.Screen())
	walk.See("step", c.Press("pgdown", "pgdown", "pgdown").Screen())
	walk.See("compare", c.Press("]", "]").Screen())
	walk.See("end", c.Press("end").Screen())
	walk.Golden(t, "pages-80x24")
}

// PgDn goes through prose, steps, branches, comparisons and puzzles to the end, and
// PgUp exactly back.
func TestThereAndBack(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	type place struct {
		page, top, step int
		title           string
	}
	here := func() place { return place{c.g.spot.page, c.g.spot.top, cursor(c), c.g.Title()} }
	places := []place{here()}
	for !c.g.spot.atEnd() {
		c.Press("pgdown")
		places = append(places, here())
		if len(places) > 100 {
			t.Fatal("the lesson does not end")
		}
	}
	if c.Press("pgdown"); here() != places[len(places)-1] {
		t.Error("PgDn leaves the end")
	}
	c.Wants("This is the end of the lesson")
	for k := len(places) - 2; k >= 0; k-- {
		if c.Press("pgup"); here() != places[k] {
			t.Errorf("PgUp comes to %v, want %v", here(), places[k])
		}
	}
	if c.Press("pgup"); here() != places[0] {
		t.Error("PgUp leaves the start")
	}
	for _, key := range []string{" ", "right"} {
		if c.Press(key); here() != places[1] {
			t.Errorf("%q comes to %v, want %v", key, here(), places[1])
		}
		c.Press("left")
	}
}

// cursor is the step on the screen, as the lesson's own scene has it.
func cursor(c *class) int {
	if s := c.g.spot.scene(); s != nil && !c.g.onPuzzle() {
		return s.Cursor()
	}
	return 0
}

// A page about a step has the author's note, what was done, what comes next, and
// the total; the answer is not on it.
func TestStepPage(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	for _, key := range []string{"h", "v"} { // the first page is a text
		c.Press(key).Wants("This page has no picture, and so no operation to judge")
	}
	c.Press("pgdown", "pgdown", "pgdown")
	c.Wants("Fill: (0,1,2) is a new vertex for the path (0,1,2).", "done MUL (0,1)→(1,2) for 2",
		"next MUL (0,1)→(1,4) for 2", "Vertex 1 first", "4/20")
	for _, word := range []string{"loss", "at least", "best", "optim"} {
		if c.Sees(word) {
			t.Errorf("%q is on\n%s", word, c.Screen())
		}
	}
	if c.Press("h"); c.Sees("from here 12") || !c.Sees("MUL (0,1)→(1,4) for 2: total 12, the best") {
		t.Errorf("h is not the explorer's, or tells more than it is asked:\n%s", c.Screen())
	}
	if c.Press("v"); !c.Sees("from here 12") {
		t.Errorf("v tells nothing:\n%s", c.Screen())
	}
	if c.Press("v", "pgdown"); c.Sees("best") {
		t.Errorf("v hides nothing:\n%s", c.Screen())
	}
	if c.Command("solve"); !c.Sees("Losses are hidden") {
		t.Errorf("a search is not refused:\n%s", c.Screen())
	}
	if c.Press("v", "v", "B"); !c.Sees("v shows them") {
		t.Errorf("B does not say how to see other ways:\n%s", c.Screen())
	}
}

// A student whose explorer hides losses sees them where v says that they are shown.
func TestLossesOfOneWhoHidesThem(t *testing.T) {
	c := teachBy(t, solver.Options{Theme: mono, Quiet: true}, Library{}, lion, mono, 80, 24)
	c.Press("pgdown", "pgdown", "pgdown", "v").Wants("from here 12", "Losses are shown")
	if c.Sees("losses hidden") {
		t.Errorf("the header says the opposite:\n%s", c.Screen())
	}
}

// leadsTo reports whether an arrow head, which stands between two parts of a screen, is above
// a label in the next row.
func leadsTo(above, below, label string) bool {
	rows := strings.Split(below, "\n")
	at := len([]rune(above[strings.LastIndex(above, "\n")+1:]))
	from := strings.Index(rows[1], label)
	if from < 0 {
		return false
	}
	from = len([]rune(rows[1][:from]))
	return from <= at && at < from+len([]rune(label))
}

// The author's marks stand out in place of the next step, and where the lesson makes
// no step none is announced.
func TestMarked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "marks.md")
	text := "---\ntitle: Marks\ndag: bat\nmode: classic\n---\n# A\n```facet\n# Look. Mark: (2,3)(3,6)\nELI (1 3)(3 4) # Done.\n```\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := teach(t, Library{}, path, mono, 80, 24)
	picture := plainText(c.Screen())
	if above, below, _ := strings.Cut(picture, "▼"); strings.Count(picture, "▼") != 1 ||
		strings.Contains(picture, "Mark:") || !leadsTo(above, below, "●(3,6)") {
		t.Errorf("the face is not marked, or another one is:\n%s", picture)
	}
	c.Wants("next MUL (1,3)→(3,4) for 1")
	c.Press("o")
	if c.g.Points(nil) != nil {
		t.Error("the marks hide what the student selects")
	}
	c.Press("esc", "pgdown")
	c.Wants("done MUL (1,3)→(3,4)", "next 1⇝4 is in 1 face")
}

// The chapters can be listed and chosen; a clicker goes from a lesson's end to the
// next lesson.
func TestChapters(t *testing.T) {
	c := teach(t, Library{}, "rules", mono, 80, 24)
	c.Press("pgdown", "c")
	c.Wants("▸ 2 Fill and remove", "3 Absorb", "Enter open", "Esc back")
	if c.Press("esc"); c.g.spot.page != 1 || c.g.spot.contents {
		t.Errorf("page %d", c.g.spot.page)
	}
	if c.Press("c", "down", "enter"); c.g.spot.at().Chapter != 2 || !c.g.spot.at().First {
		t.Errorf("page %d", c.g.spot.page)
	}
	c.Press("c", "up", "pgdown", "end")
	c.Wants("PgDn opens the next lesson, lion.", "PgDn lesson lion")
	c.Press("pgdown")
	c.Wants("Lion is a part of the paper's Figure 1(a)")
}

// The student leaves the line by a move of their own, and comes back with one key.
func TestOwnWay(t *testing.T) {
	for _, key := range []string{"esc", "pgdown", "pgup", " ", "."} {
		c := teach(t, Library{}, lion, mono, 80, 24)
		c.Press("pgdown", "pgdown", "pgdown")
		page, step := c.g.spot.page, cursor(c)
		c.Press("o", "down", "enter", "enter")
		c.Wants("Your own move", "Esc back to the lesson", "next")
		if cursor(c) == step {
			t.Error("no move was made")
		}
		if c.Press(key); c.g.spot.own || c.g.spot.page != page || cursor(c) != step {
			t.Errorf("%s comes to page %d, step %d", key, c.g.spot.page, cursor(c))
		}
		c.Wants("Fill: (0,1,2) is a new vertex for the path (0,1,2).")
		c.Press("pgdown")
		c.Wants("Now (0,1) has no faces left and is removed.")
	}
}

// What the student found out on a way of their own can be kept.
func TestOwnWayIsKept(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	c.Press("pgdown", "pgdown", "pgdown", "o", "down", "enter", "A")
	c.Wants("This is now a session of your own", "facet lion")
	if s := c.m.Session(); s.Dag().Name != "lion" || s.Depth() != 2 {
		t.Errorf("the session is on %s at step %d", s.Dag().Name, s.Depth())
	}
	if c.Press("u"); c.m.Session().Depth() != 1 {
		t.Error("the lesson still leads")
	}
}

// To make the move that the lesson makes next is to go on in it.
func TestOwnMoveThatIsTheLessons(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	c.Press("pgdown", "pgdown", "e")
	c.Wants("Fill: (0,1,2) is a new vertex for the path (0,1,2).")
	if c.g.spot.own || c.g.spot.page != 3 {
		t.Errorf("page %d, own way %v", c.g.spot.page, c.g.spot.own)
	}
}

func TestPictureAlone(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	c.Press(".")
	c.Wants("[●(0,1)]", "the lesson again")
	c.Press("f5")
	c.Wants("Lion has five vertices")
	c.Press("pgdown", "pgdown", "pgdown", ".")
	if c.Sees("is a new vertex") {
		t.Errorf("the note is there:\n%s", c.Screen())
	}
	if rows := strings.Split(c.Screen(), "\n"); c.Sees("done") || c.Sees("Vertex 1 first") ||
		strings.Contains(strings.Join(rows[2:], ""), "──────────────") {
		t.Errorf("the picture does not have the whole window:\n%s", c.Screen())
	}
	c.Wants("the lesson again")
	c.Press("esc")
	c.Wants("is a new vertex")
}

// Beside the pictures what was done is whole where what comes next leaves the rows.
func TestWhatWasDoneIsWhole(t *testing.T) {
	c := teach(t, Library{}, "hierarchy", mono, 100, 30)
	c.Press("pgdown", "pgdown", "pgdown")
	c.Wants("step 1/3", "for 9: preaccumulate 2, fill 2, remove 3 vertices",
		"for 11: preaccumulate 2, fill 2, remove 3 vertices")
}

// The key of a clicker for a blank screen blanks texts, pictures and puzzles; each of the
// others brings the page back.
func TestBlankScreen(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	for k := 0; !c.g.spot.atEnd(); k++ {
		before := c.Screen()
		c.Press("b")
		if rows := strings.Split(c.Screen(), "\n"); strings.TrimSpace(strings.Join(rows[1:len(rows)-1],
			"")) != "" || strings.TrimSpace(rows[len(rows)-1]) != "b the lesson again" {
			t.Fatalf("page %d is not blank, or has no way back:\n%s", c.g.spot.page+1, c.Screen())
		}
		again := []string{"b", "pgdown", "pgup", ".", "f5", "left", "right", "esc"}[k%8]
		if c.Press(again); c.Screen() != before {
			t.Fatalf("%s does not bring page %d back:\n%s\nin place of\n%s", again, c.g.spot.page+1,
				c.Screen(), before)
		}
		c.Press("pgdown")
	}
	c.Press("home", "pgdown", "pgdown", "o", "b") // on a way of their own students ask for a search
	c.Wants("Losses are hidden in this lesson")
}

// The place is remembered, and gone on at with one key.
func TestResume(t *testing.T) {
	s := Library{Keep: store.At(t.TempDir())}
	c := teach(t, s, lion, mono, 80, 24)
	c.Press("pgdown", "pgdown", "pgdown")
	if err := c.m.Close(); err != nil {
		t.Fatal(err)
	}
	c = teach(t, s, lion, mono, 80, 24)
	c.Wants("Lion has five vertices", `r continues where you stopped: page 4 of 20, "Vertex 1 first".`)
	c.Press("r")
	c.Wants("Fill: (0,1,2) is a new vertex for the path (0,1,2).")
	if kept, ok := s.Keep.Lesson(absolute(t, lion)); !ok || kept.Page != 4 {
		t.Errorf("kept %+v", kept)
	}
}

// A place that cannot be kept is said once, and the lesson goes on.
func TestPlacesThatAreNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := teach(t, Library{Keep: store.At(file)}, lion, mono, 80, 24)
	c.Press("pgdown")
	c.Wants("The page of the lesson cannot be saved")
	if c.Press("pgdown"); strings.Contains(c.Screen(), "cannot be saved") {
		t.Errorf("it is said again:\n%s", c.Screen())
	}
	c.Wants("3/20")
}

// The list of lessons says how far the student came; one who read to the end begins anew.
func TestListed(t *testing.T) {
	s := Library{Keep: store.At(t.TempDir())}
	listed := func() Listed {
		t.Helper()
		all, err := s.List()
		if err != nil || len(all) != len(lessons.Names()) {
			t.Fatal(len(all), err)
		}
		return all[slices.Index(lessons.Names(), "bat")]
	}
	if l := listed(); l.Begun || l.Title != "Bat: 24, 23, 22" {
		t.Errorf("before: %+v", l)
	}
	c := teach(t, s, "bat", mono, 80, 24)
	c.Press("pgdown", "pgdown")
	if l := listed(); !l.Begun || l.Reached.Page != 3 || l.Reached.Pages != len(c.g.spot.course.Pages) {
		t.Errorf("after two pages: %+v", l)
	}
	c.Press("end", "home")
	if l := listed(); l.Reached.Best != l.Reached.Pages {
		t.Errorf("at the end: %+v", l)
	}
	if c = teach(t, s, "bat", mono, 80, 24); c.Sees("continue") {
		t.Errorf("the end is gone on at:\n%s", c.Screen())
	}
}

// A page of text is scrolled by the wheel and the arrows, and clicks mean nothing
// there.
func TestLongText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.md")
	text := "---\ntitle: Long\ndag: lion\n---\n# Long\n\n" + strings.Repeat("A paragraph.\n\n", 40) +
		"The last one.\n\n```facet\n# the picture\n```\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := teach(t, Library{}, path, mono, 80, 24)
	c.Send(tea.MouseMsg{X: 10, Y: 10, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	c.Send(tea.MouseMsg{X: 10, Y: 10, Button: tea.MouseButtonWheelDown})
	if c.Press("down"); c.g.spot.top != 2 {
		t.Errorf("row %d after a turn of the wheel and an arrow", c.g.spot.top)
	}
	presses := 0
	for ; !c.Sees("The last one."); presses++ {
		if c.Press("pgdown"); presses > 9 {
			t.Fatalf("PgDn does not reach the end of the text:\n%s", c.Screen())
		}
	}
	if c.Press("pgdown"); !c.Sees("the picture") {
		t.Errorf("PgDn does not leave the text:\n%s", c.Screen())
	}
	if c.Press("pgup"); !c.Sees("The last one.") {
		t.Errorf("PgUp does not come to the end of the text:\n%s", c.Screen())
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// A lesson with mistakes is not presented: the first is told.
func TestBrokenLesson(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.md")
	if err := os.WriteFile(path, []byte("---\ntitle: Bad\ndag: tiger\n---\n# A\n\ntext\n\n```facet\n```\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Library{Files: &files.Disk{}}.Open(t.Context(), path)
	if err == nil || !strings.HasPrefix(err.Error(),
		path+`, line 3: the dag cannot be opened: no sample is called "tiger"`) ||
		!strings.HasSuffix(err.Error(), "(and one more mistake)") {
		t.Error(err)
	}
}

// A lesson is opened from the explorer, and its end gives the user's session back.
func TestOpenedAndLeft(t *testing.T) {
	c := teach(t, Library{}, lion, mono, 80, 24)
	c.Command("lesson bat")
	c.Wants("Bat: 24, 23, 22")
	c.Command("lesson no-such")
	c.Wants("No lesson is called")
	c.Command("end")
	c.Wants("Your own session on face is back.")
}

// What a user did becomes a lesson by one command, and is presented at once.
func TestSavedAsLesson(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.md")
	c := teach(t, Library{}, lion, mono, 80, 24)
	c.Command("end")
	c.Press("enter", "enter").Command("note why this one").Command("save-lesson " + path)
	c.Wants("Saved a lesson with 2 steps")
	c.Command("lesson " + path)
	c.Press("pgdown", "pgdown")
	c.Wants("why this one")
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "dag: face") {
		t.Errorf("%v\n%s", err, text)
	}
}

// A lesson of facet goes through by PgDn alone, in every window and in every look: every
// screen fits, and each step has its note whole, what was done and what comes next, and the
// vertices that they are about in the picture.
func TestShippedLessons(t *testing.T) {
	if testing.Short() {
		t.Skip("lessons are walked in full runs")
	}
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
		before, _ := scene.StateAt(parent(scene.Path(id)))
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

// labels are the names of vertices of the line dag in a text.
var labels = regexp.MustCompile(`\(([-\w]+(?:,[-\w]+)+)\)`)

// roomy reports whether the window has the room that notes are written for.
func roomy(c *class) bool { return c.Height >= 24 && c.Width >= 80 }

// Where one picture fits, it is the one that the chapter talks about.
func TestPictureOfAChapter(t *testing.T) {
	c := teach(t, Library{}, "rules", mono, 80, 24)
	c.Press("pgdown", "pgdown")
	c.Wants(" line dag ─", "●(0,2)", "Figure 1(b)")
	c = teach(t, Library{}, "paths", mono, 80, 24)
	c.Press("pgdown", "pgdown", "pgdown")
	c.Wants(" dag ─", "0 n=3", "The dag: vertices")
	c.Press("pgdown", "pgdown")
	c.Wants(" line dag ─", "○(0,1)", "one face")
}

// The totals are a page beside the lesson: PgDn, which a clicker sends, goes back to it, and
// nothing is offered that would lead astray.
func TestTotalsInALesson(t *testing.T) {
	c := teach(t, Library{}, "lion", mono, 80, 24)
	for range 40 {
		if c.Sees("the sequence is complete") {
			break
		}
		c.Press("pgdown")
	}
	c.Wants("nothing: the sequence is complete; PgDn goes on, t shows the totals")
	before := c.Screen()
	for _, key := range []string{"pgdown", "pgup", "t", "enter"} {
		c.Press("t").Wants("━ complete ━", "PgDn back to the lesson")
		for _, never := range []string{"u undo", "r start again", "back to the pictures"} {
			if c.Sees(never) {
				t.Errorf("it offers %q:\n%s", never, c.Screen())
			}
		}
		if c.Press(key); c.Screen() != before {
			t.Errorf("%s leads elsewhere:\n%s", key, c.Screen())
		}
	}
}

// A lesson on paper names operations as the screen does, in a step of several, too, and has
// the notes on whole sequences.
func TestPrintSpeaksAsTheScreen(t *testing.T) {
	l, mistakes := lesson.Read([]byte("---\ntitle: T\ndag: lion\nmode: classic\n---\n# T\n" +
		"```facet together: both\nELI MUL (1 2)(2 4) 1\nELI MUL (0 1)(1 4) 2\n```\n" +
		"Start again from step 0\n\n" +
		"```compare\na: # Of the first.\nELI MUL (1 2)(2 4) 1\n" +
		"b:\n# Of the second.\nELI MUL (0 1)(1 2) 2\n```\n"))
	if mistakes.Err() != nil {
		t.Fatal(mistakes)
	}
	course, mistakes := lesson.Play(l, func(name string) (*model.Dag, error) {
		return uitest.Sample(t, name), nil
	})
	if mistakes.Err() != nil {
		t.Fatal(mistakes)
	}
	var b strings.Builder
	if err := Print(&b, course, mono, 80); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"MUL (1,2)→(2,4) for 1; MUL 0→1⇝4 for 2", "a: Of the first.",
		"b: Of the second."} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "ELI") {
		t.Errorf("an operation stands as in a file:\n%s", b.String())
	}
}
