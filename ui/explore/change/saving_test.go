package change_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// kept opens an explorer that saves into a directory.
func kept(t *testing.T, dir store.Directory, about string, of *session.Session) *screen {
	t.Helper()
	e := change.Environment{Saver: func() change.Saver { return dir.NewSaver() }}
	o := app.Options{Session: of, Theme: style.Make(style.Mono, false, termenv.Ascii), Files: &files.Disk{},
		Sources:  e.Sources(),
		Autosave: true, Directory: dir}
	if of == nil {
		o.Dag = uitest.Sample(t, "bat")
	}
	if about != "" {
		var err error
		if o.Leader, err = o.Sources[0].Open(t.Context(), about); err != nil {
			t.Fatal(err)
		}
	}
	m := app.New(o)
	s := &screen{Walker: &uitest.Walker{Driver: &uitest.Driver{T: t, Model: m, Width: 100, Height: 30}},
		app: m}
	s.Begin()
	return s
}

func (s *screen) leave() string {
	s.T.Helper()
	if err := s.app.Close(); err != nil {
		s.T.Fatal(err)
	}
	var b strings.Builder
	s.app.Farewell(&b)
	return b.String()
}

// only is the one session that is saved.
func only(t *testing.T, dir store.Directory) *session.Session {
	t.Helper()
	all := dir.List()
	if len(all) != 1 {
		t.Fatalf("%d sessions are saved: %+v", len(all), all)
	}
	s, err := dir.Load(all[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A drawing is saved after each change in one file, even before it has an edge, and
// continues where it was left.
func TestDrawingsAreSaved(t *testing.T) {
	dir := store.At(t.TempDir())
	s := kept(t, dir, "new wing", nil)
	s.Command("vertex x 3").Command("vertex y 4")
	s.Press("q")
	if told := s.leave(); !strings.Contains(told, "Saved the drawing wing") {
		t.Errorf("the farewell is %q", told)
	}
	draft := only(t, dir)
	if g := draft.Dag(); g.Name != "wing" || len(g.Vertices) != 2 || len(g.Edges) != 0 {
		t.Fatalf("%+v", g)
	}
	s = kept(t, dir, "", draft) // an explorer on a dag without an edge
	for _, key := range []string{"enter", "e", "a", "V", "E", "m", "down", "tab", "down", "t", "esc", "B",
		"esc", "2", "right", "3", "esc", "1", "right", "w", "esc", "P", "=", "+", "-", "0", "?", "esc"} {
		s.Press(key)
	}
	s.Command("edit").Command("edge x y 2/4").Command("cost x y 3/4")
	s.Wants("edge (x,y): tangent 3, adjoint 4")
	s.Press("D", "enter")
	s.Wants("step 1/1")
	s.leave()
	for _, saved := range dir.List() {
		if back, err := dir.Load(saved.Path); err == nil && len(back.Dag().Edges) == 1 && back.Steps() == 1 {
			return
		}
	}
	t.Errorf("what was drawn is not saved: %+v", dir.List())
}

// The session before stays as it was, and a drawing is saved even if the user leaves
// without finishing it.
func TestTheSessionBeforeStays(t *testing.T) {
	dir := store.At(t.TempDir())
	s := kept(t, dir, "", nil)
	s.Press("enter", "enter")
	before := text(t, s.app.Session())
	s.Command("edit").Command("cost -1 1 9/9").Command("end")
	s.Wants("Your own session on bat is back")
	if now := text(t, s.app.Session()); now != before {
		t.Errorf("the session was\n%s\nand is\n%s", before, now)
	}
	s.Command("edit").Command("cost -1 1 8/8").Press("D")
	s.Wants("All 2 steps were carried over.", "step 2/2")
	s.Command("before")
	if now := text(t, s.app.Session()); now != before {
		t.Errorf("the session was\n%s\nand is\n%s", before, now)
	}
	s.leave()
	costs := map[int64]bool{}
	for _, saved := range dir.List() {
		back, err := dir.Load(saved.Path)
		if err != nil {
			t.Fatal(err)
		}
		costs[int64(back.Dag().Edges[0].Tangent)] = true
		if back.Steps() != 2 {
			t.Errorf("%s has %d steps", saved.Path, back.Steps())
		}
	}
	if len(costs) != 3 || !costs[2] || !costs[8] || !costs[9] {
		t.Errorf("saved are dags with costs %v", costs)
	}
}

// The dag is written as GraphML, JSON and DOT, each of which is read as the same dag; one
// without an edge is refused.
func TestDrawingsAreExported(t *testing.T) {
	dir := t.TempDir()
	s := open(t, uitest.Sample(t, "bat"), "new "+filepath.Join(dir, "wing.json"), 80, 24,
		change.Environment{})
	s.Command("vertex x 3").Press("w")
	s.Wants("export " + dir[:20])
	s.Press("enter")
	s.Wants("The dag has no edge yet")
	s.Command("vertex y 2").Command("edge x y 3/5 j")
	s.Press("w", "enter")
	s.Wants("Saved the dag to")
	for _, ending := range []string{".xml", ".dot"} {
		s.Command("export " + filepath.Join(dir, "wing"+ending))
	}
	want := s.app.View()
	for _, ending := range []string{".json", ".xml", ".dot"} {
		in, err := (&files.Disk{}).Open(t.Context(), filepath.Join(dir, "wing"+ending))
		if err != nil {
			t.Fatal(err, want)
		}
		g, err := in.Dag(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Vertices) != 2 || len(g.Edges) != 1 || g.Vertices[0].Size != 3 || g.Edges[0].Tangent != 3 ||
			g.Edges[0].Adjoint != 5 || !g.Edges[0].HasJacobian || !g.Edges[0].HasModel {
			t.Errorf("%s: %+v", ending, g)
		}
	}
}

// Lines of edits can be pasted; the first impossible one ends the paste, and the message
// says why.
func TestEditsArePasted(t *testing.T) {
	s := open(t, uitest.Sample(t, "lion"), "new bat", 80, 24, change.Environment{})
	s.Send(uitest.Paste("vertex a 2\nvertex b\nedge a b 2/4 # the first\n"))
	s.Wants("Carried out 3 edits", "3 changes", "edge (a,b): tangent 2, adjoint 4")
	s.Send(uitest.Paste("vertex c; edge b c 1/1; edge c a 1/1; vertex d"))
	s.Wants("Edit 3 of 4, edge c a 1/1: the graph has a cycle", "5 changes")
	s.Send(uitest.Paste("rubbish\nvertex e"))
	s.Wants("Line 1: rubbish is no edit", "5 changes")
	s.Send(uitest.Paste(strings.Repeat("vertex e\n", 3000)))
	s.Wants("These are 3000 edits", "5 changes")
}

// The editor also works by lines in a narrow row of words: see package plain.
func TestHostileNamesOnTheScreen(t *testing.T) {
	s := open(t, uitest.Sample(t, "lion"), "new", 80, 24, change.Environment{})
	for _, line := range []string{`vertex "a b(c)" 7`, `vertex "x;y"`, `vertex ` + strings.Repeat("w", 100),
		`edge "a b(c)" "x;y" 2/9223372036854775806`, `rename "x;y" "a\x1b[31mred"`,
		`size "x;y" 9223372036854775806`, `name "` + strings.Repeat("n ", 45) + `"`} {
		s.Command(line)
	}
	s.Wants("3 vertices") // and no row is too wide
	if strings.Contains(s.Screen(), "\x1b[31m") {
		t.Error("an escape sequence reached the screen")
	}
}
