package presenter

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// The place is remembered, and gone on at with one key.
func TestResume(t *testing.T) {
	kept := store.At(t.TempDir())
	s := Library{Directory: &kept}
	c := teach(t, s, lion, mono, 80, 24)
	c.Press("pgdown", "pgdown", "pgdown")
	if err := c.m.Close(); err != nil {
		t.Fatal(err)
	}
	c = teach(t, s, lion, mono, 80, 24)
	c.Wants("Lion has five vertices", `r continues where you stopped: page 4 of 20, "Vertex 1 first".`)
	c.Press("r")
	c.Wants("Fill: (0,1,2) is a new vertex for the path (0,1,2).")
	if kept, ok := kept.Lesson(absolute(t, lion)); !ok || kept.Page != 4 {
		t.Errorf("kept %+v", kept)
	}
}

// A place that cannot be kept is said once, and the lesson goes on.
func TestPlacesThatAreNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full := store.At(file)
	c := teach(t, Library{Directory: &full}, lion, mono, 80, 24)
	c.Press("pgdown")
	c.Wants("The page of the lesson cannot be saved")
	if c.Press("pgdown"); strings.Contains(c.Screen(), "cannot be saved") {
		t.Errorf("it is said again:\n%s", c.Screen())
	}
	c.Wants("3/20")
}

// The list of lessons says how far the student came; one who read to the end begins anew.
func TestListed(t *testing.T) {
	kept := store.At(t.TempDir())
	s := Library{Directory: &kept}
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
