package documents_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// some is a session of bat with two steps, the second of which has a note.
func some(t *testing.T) *session.Session {
	t.Helper()
	s := session.New(uitest.Sample(t, "bat"))
	for range 2 {
		if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Annotate(s.Cursor(), "why not"); err != nil {
		t.Fatal(err)
	}
	return s
}

// view is what a layer sees of a session.
func view(s *session.Session) *layer.View {
	return &layer.View{Theme: style.New(style.Mono, false, func(string) string { return "" }), Steps: s}
}

// written writes content to a new file.
func written(t *testing.T, c documents.Content, name string) string {
	t.Helper()
	c.Path = filepath.Join(t.TempDir(), name)
	if out := c.Write(t.Context(), &files.Disk{}); out.Err != nil || out.Question() != nil {
		t.Fatal(out.Err)
	}
	return c.Path
}

// A sequence that was written is read again step by step, with its notes.
func TestSequencesAreReadAgain(t *testing.T) {
	s := some(t)
	content, none := documents.Sequence(s)
	if none != "" || content.What != "2 operations" {
		t.Fatal(none, content.What)
	}
	path, start := written(t, content, "bat.seq"), model.NewState(s.Dag())
	read := documents.Replay(t.Context(), &files.Disk{}, path, start, start)
	if read.Err != nil {
		t.Fatal(read.Err)
	}
	again := session.New(s.Dag())
	for _, i := range read.Intents() {
		switch i := i.(type) {
		case intent.Carry:
			if _, err := again.Do(i.Title, i.Ops...); err != nil {
				t.Fatal(err)
			}
		case intent.Annotate:
			if err := again.Annotate(again.Cursor(), i.Text); err != nil {
				t.Fatal(err)
			}
		case intent.Say:
			if !strings.HasPrefix(i.Text, "Carried out 2 operations from ") {
				t.Errorf("it says %s", i.Text)
			}
		default:
			t.Errorf("%T is among the steps", i)
		}
	}
	if again.Sequence() != s.Sequence() {
		t.Errorf("read again it is\n%s", again.Sequence())
	}
	// in the middle of the sequence it is one from the start, and the user is told
	if bad := documents.Replay(t.Context(), &files.Disk{}, path, s.State(), start); bad.Err == nil ||
		!strings.Contains(bad.Err.Error(), ":jump 0") {
		t.Errorf("steps were taken already: %v", bad.Err)
	}
	if err := os.WriteFile(path, []byte("# none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if bad := documents.Replay(t.Context(), &files.Disk{}, path, start, start); bad.Err == nil {
		t.Error("a file without operations is replayed")
	}
}

// A session that was written is opened with all of its branches; a dag in each form is the same
// dag.
func TestWhatIsWrittenIsOpened(t *testing.T) {
	s := some(t)
	s.Undo()
	if _, err := s.Do("", s.State().Operations()[1].Op); err != nil {
		t.Fatal(err)
	}
	content, _ := documents.Session(s)
	opened := documents.Open(t.Context(), &files.Disk{}, written(t, content, "bat.session.json"))
	if opened.Err != nil || opened.Session == nil || len(opened.Session.Leaves()) != 2 {
		t.Fatalf("opened is %+v", opened)
	}
	for _, name := range []string{"g.xml", "g.graphml", "g.json", "g.dot", "g.gv"} {
		content, none := documents.Export(view(s), name)
		if none != "" || content.What != "the dag" {
			t.Fatal(name, none, content.What)
		}
		opened := documents.Open(t.Context(), &files.Disk{}, written(t, content, name))
		if opened.Err != nil || opened.Dag == nil || opened.Dag.Fingerprint() != s.Dag().Fingerprint() {
			t.Errorf("%s: another dag is opened: %v", name, opened.Err)
		}
	}
	content, _ = documents.Export(view(s), "g.line.dot")
	text, err := content.Make(t.Context())
	if err != nil || content.What != "the line dag as it is now" || !strings.HasPrefix(string(text), "digraph") {
		t.Errorf("%s: %.20s (%v)", content.What, text, err)
	}
	if opened := documents.Open(t.Context(), &files.Disk{}, "there-is-none"); opened.Err == nil {
		t.Error("what is not there is opened")
	}
}

// A session that was put aside goes on in its old file.
func TestResume(t *testing.T) {
	directory, s := store.At(t.TempDir()), some(t)
	saver := directory.NewSaver()
	saver.Begin(s.Dag(), "")
	saver.Save(s)
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	old := directory.List()[0]
	if err := directory.Discard(old); err != nil {
		t.Fatal(err)
	}
	aside := directory.Discarded()[0].Path
	if r := documents.Resume(directory, aside); r.Err != nil || r.Resumed != old.Path || r.Session.Depth() != 2 {
		t.Errorf("resumed is %+v, not %s", r, old.Path)
	}
	if r := documents.Resume(directory, aside); r.Err == nil {
		t.Error("a session that is not there is resumed")
	}
}

// What cannot be written is said in a sentence before a file is made.
func TestNothingToWrite(t *testing.T) {
	fresh, two := session.New(uitest.Sample(t, "bat")), some(t)
	reasons := map[string]func() (documents.Content, string){
		"nothing to save":             func() (documents.Content, string) { return documents.Sequence(fresh) },
		"nothing to write":            func() (documents.Content, string) { return documents.Table(fresh, "a.md") },
		".tex for LaTeX":              func() (documents.Content, string) { return documents.Table(two, "a.txt") },
		"form by the extension: .xml": func() (documents.Content, string) { return documents.Export(view(two), "a") },
		"form by the extension: .svg": func() (documents.Content, string) {
			return documents.Figure(view(two), nil, "a")
		},
		"no edge yet": func() (documents.Content, string) {
			return documents.Export(view(session.New(&model.Dag{})), "a.xml")
		},
	}
	for want, of := range reasons {
		if _, none := of(); !strings.Contains(none, want) {
			t.Errorf("%q is not said, but %q", want, none)
		}
	}
}

func TestTable(t *testing.T) {
	content, none := documents.Table(some(t), "steps.md")
	if none != "" {
		t.Fatal(none)
	}
	text, err := content.Make(t.Context())
	if err != nil || !strings.Contains(string(text), "| 2 |") {
		t.Errorf("%s (%v)", text, err)
	}
}

// A file that this session did not write is not overwritten: the user is asked, and may choose
// another name.
func TestForeignFilesAreAskedAbout(t *testing.T) {
	foreign := filepath.Join(t.TempDir(), "a.seq")
	if err := os.WriteFile(foreign, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _ := documents.Sequence(some(t))
	c.Path, c.Command = foreign, "write"
	disk := &files.Disk{}
	asked := c.Write(t.Context(), disk).Question()
	if asked == nil || len(asked.Answers) != 2 {
		t.Fatal("nothing is asked")
	}
	if other, over := asked.Answers[0].Intent, asked.Answers[1].Intent; over != intent.Line("write! "+foreign) ||
		other == intent.Line("write "+foreign) {
		t.Errorf("offered are %v and %v", other, over)
	}
	if text, _ := os.ReadFile(foreign); string(text) != "mine" {
		t.Errorf("it holds %s", text)
	}
	c.Replace, c.After = true, func(path string) string { return "And " + filepath.Base(path) + "." }
	if out := c.Write(t.Context(), disk); out.Err != nil || out.More != " And a.seq." || c.Effect() != intent.Writes {
		t.Errorf("%+v", out)
	}
	wrong := errors.New("made of nothing")
	c.Make = func(context.Context) ([]byte, error) { return nil, wrong }
	if out := c.Write(t.Context(), disk); !errors.Is(out.Err, wrong) || out.More != "" || out.Question() != nil {
		t.Errorf("%+v", out)
	}
}

// A command that writes has the path that was typed, replaces with an exclamation mark, and
// refuses where there is nothing to write.
func TestWritingCommand(t *testing.T) {
	content, none := documents.Content{What: "it"}, ""
	c := documents.Writing("write", "writes", func(*layer.View, string) (documents.Content, string) {
		return content, none
	})
	run := func(replace bool) (tea.Cmd, []intent.Intent) {
		i, err := c.Read(nil, "a.seq", replace)
		if err != nil {
			t.Fatal(err)
		}
		return i.(layer.Act).Do(nil)
	}
	for _, replace := range []bool{false, true} {
		_, all := run(replace)
		if got := all[0].(documents.Content); got.Path != "a.seq" || got.Replace != replace || got.Command != "write" {
			t.Errorf("%+v", got)
		}
	}
	none = "There is nothing."
	if _, all := run(false); all[0] != (intent.Say{Text: none, As: intent.Refusal}) {
		t.Errorf("%v", all)
	}
}

func TestStem(t *testing.T) {
	for name, want := range map[string]string{"": "sequence", "bat": "bat", "a/b c": "a_b_c", "ü\x1b": "__"} {
		if got := documents.Stem(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}
