package presenter

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"go.uber.org/goleak"

	"facet/ui/explore/solver"
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
	if c.Press("esc"); c.g.spot.page != 1 || c.g.spot.away() {
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
		if c.Press(key); c.g.spot.away() || c.g.spot.page != page || cursor(c) != step {
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
	if c.g.spot.away() || c.g.spot.page != 3 {
		t.Errorf("page %d, own way %v", c.g.spot.page, c.g.spot.away())
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
	c.Wants("step 1/3", "for 9: preaccumulate 2, fill 2, remove (2,4) and 2 more",
		"for 11: preaccumulate 2, fill 2, remove (3,4) (1,3) (3,6)")
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

// labels are the names of vertices of the line dag in a text.
var labels = regexp.MustCompile(`\(([-\w]+(?:,[-\w]+)+)\)`)

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
