package store

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func path3(t *testing.T, name string, size int64) *model.Dag {
	t.Helper()
	g, err := model.NewDag(name, []model.Vertex{{ID: "x", Size: size}, {ID: "v", Size: 1},
		{ID: "y", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, HasModel: true, Tangent: 1, Adjoint: 2},
			{Source: 1, Target: 2, HasModel: true, Tangent: 3, Adjoint: 4}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRoundTrip(t *testing.T) {
	p := At(t.TempDir())
	g := path3(t, "a/b ../c", 1)
	s := session.New(g)
	saver := p.NewSaver()
	saver.Begin(g, "")
	for _, op := range []model.Op{model.Accumulate(0, model.TAN),
		model.Eliminate(model.Face{U: 0, V: 1}, model.TAN)} {
		if _, err := s.Do("", op); err != nil {
			t.Fatal(err)
		}
		saver.Save(s)
	}
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	saved, ok := p.Latest(g)
	if !ok || saved.Steps != 2 || saved.Spent != 4 || !saved.Complete || saved.Dag != g.Name {
		t.Fatalf("%+v %v", saved, ok)
	}
	back, err := Load(saved.Path)
	if err != nil {
		t.Fatal(err)
	}
	if back.State().String() != s.State().String() {
		t.Error("another state came back")
	}
	if filepath.Dir(saved.Path) != p.sessions() {
		t.Errorf("the dag's name led to %s", saved.Path)
	}
}

// A dag with the same name and other sizes is another dag.
func TestFingerprint(t *testing.T) {
	p := At(t.TempDir())
	g := path3(t, "g", 1)
	s := session.New(g)
	if _, err := s.Do("", model.Accumulate(0, model.TAN)); err != nil {
		t.Fatal(err)
	}
	saver := p.NewSaver()
	saver.Begin(g, "")
	saver.Save(s)
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Latest(path3(t, "g", 2)); ok {
		t.Error("the session of another dag is offered")
	}
	if _, ok := p.Latest(path3(t, "renamed", 1)); !ok {
		t.Error("the session of the same dag is not offered")
	}
}

// A resumed file is removed once the new file holds its content, not before.
func TestResumedFileIsReplaced(t *testing.T) {
	p := At(t.TempDir())
	g := path3(t, "g", 1)
	s := session.New(g)
	if _, err := s.Do("", model.Accumulate(0, model.TAN)); err != nil {
		t.Fatal(err)
	}
	first := p.NewSaver()
	first.Begin(g, "")
	first.Save(s)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := p.NewSaver()
	second.Begin(g, first.Path())
	if _, err := os.Stat(first.Path()); err != nil {
		t.Error("the old file went too early")
	}
	second.Save(s)
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(first.Path()); err == nil && first.Path() != second.Path() {
		t.Error("the old file is still there")
	}
	if all := p.List(); len(all) != 1 {
		t.Errorf("%d sessions", len(all))
	}
}

func TestBrokenFilesAreLeftOut(t *testing.T) {
	p := At(t.TempDir())
	if err := os.MkdirAll(p.sessions(), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"a.json": "{", "b.json": "{}",
		"c.json": `{"session":{"facet":"session","version":1}}`} {
		if err := os.WriteFile(filepath.Join(p.sessions(), name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range p.List() {
		if _, err := Load(s.Path); err == nil {
			t.Errorf("%s was opened", s.Path)
		}
	}
	if _, err := Load(filepath.Join(p.sessions(), "a.json")); err == nil ||
		!strings.Contains(err.Error(), "not a session") {
		t.Error(err)
	}
}

func TestSettings(t *testing.T) {
	p := At(filepath.Join(t.TempDir(), "new"))
	if got := p.Settings(); got != (Settings{}) {
		t.Errorf("%+v", got)
	}
	want := Settings{Theme: "light", Sort: "price", Mouse: true}
	if err := p.Keep(want); err != nil {
		t.Fatal(err)
	}
	if got := p.Settings(); got != want {
		t.Errorf("%+v", got)
	}
}

// What explorers that share a directory choose one after the other, or at once, is all kept.
func TestSettingsOfTwoExplorers(t *testing.T) {
	p := At(filepath.Join(t.TempDir(), "new"))
	if err := p.Keep(Settings{Theme: "dark", Mouse: true}); err != nil {
		t.Fatal(err)
	}
	read := p.Settings() // by all of them
	var group sync.WaitGroup
	for _, change := range []func(*Settings){
		func(s *Settings) {
			s.Theme = "light"
		}, func(s *Settings) { s.Sort = "price" }, func(s *Settings) { s.Mouse = false },
		func(s *Settings) {
			s.Units = "time"
		}, func(s *Settings) { s.Toured = true },
	} {
		group.Go(func() {
			now := read
			change(&now)
			if err := p.KeepChanges(read, now); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, want := p.Settings(), (Settings{Theme: "light", Sort: "price", Units: "time",
		Toured: true}); got != want {
		t.Errorf("%+v", got)
	}
}

func TestOpen(t *testing.T) {
	get := func(name string) string {
		return map[string]string{"XDG_STATE_HOME": "relative", "HOME": "/home/u"}[name]
	}
	p, err := Open(get)
	if err != nil || p.dir != filepath.Join("/home/u", ".local", "state", "facet") {
		t.Error(p, err)
	}
	if _, err := Open(func(string) string { return "" }); err == nil {
		t.Error("no folder and no error")
	}
}

// A path out of the directory opens, moves and deletes nothing, and a directory without a
// name has no sessions.
func TestNothingOutsideOfThePlace(t *testing.T) {
	elsewhere := At(t.TempDir())
	s := session.New(path3(t, "g", 1))
	if _, err := s.Do("", model.Accumulate(0, model.TAN)); err != nil {
		t.Fatal(err)
	}
	saver := elsewhere.NewSaver()
	saver.Begin(s.Dag(), "")
	saver.Save(s)
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	path := saver.Path()
	if _, err := elsewhere.Load(path); err != nil {
		t.Error(err)
	}
	t.Chdir(elsewhere.dir)
	for _, p := range []Directory{At(t.TempDir()), {}} {
		for _, path := range []string{path, filepath.Join("sessions", filepath.Base(path)), p.sessions() +
			"/../sessions/../" + path, "/etc/passwd"} {
			if _, err := p.Load(path); err == nil ||
				!strings.Contains(err.Error(), "is not a saved session") {
				t.Errorf("%s was opened: %v", path, err)
			}
			if p.Discard(Saved{Path: path}) == nil || p.Delete(Saved{Path: path}) == nil {
				t.Errorf("%s was taken away", path)
			}
		}
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// A full directory takes no new session, and continues to save the existing ones.
func TestFullPlace(t *testing.T) {
	p := At(t.TempDir()).Limited(2)
	step := func(resumed string) error {
		saver := p.NewSaver()
		s := session.New(path3(t, "g", 1))
		if _, err := s.Do("", model.Accumulate(0, model.TAN)); err != nil {
			t.Fatal(err)
		}
		saver.Begin(s.Dag(), resumed)
		saver.Save(s)
		return saver.Close()
	}
	for k, full := range []bool{false, false, true, true} {
		if err := step(""); (err != nil) != full || full &&
			!strings.Contains(err.Error(), "2 sessions are saved already: delete some with :sessions") {
			t.Errorf("session %d: %v", k, err)
		}
	}
	kept := p.List()
	if err := step(kept[0].Path); err != nil || len(p.List()) != 2 {
		t.Errorf("one that was there does not go on: %v", err)
	}
	if err := p.Discard(p.List()[0]); err != nil {
		t.Fatal(err)
	}
	if step("") == nil {
		t.Error("putting sessions aside makes room without end")
	}
	if err := p.Delete(p.Discarded()[0]); err != nil {
		t.Fatal(err)
	}
	if err := step(""); err != nil {
		t.Error(err)
	}
}

// The message about one session uses the singular.
func TestOneIsSavedAlready(t *testing.T) {
	p := At(t.TempDir()).Limited(1)
	_, saver := begun(t, p, "")
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	_, saver = begun(t, p, "")
	if err := saver.Close(); err == nil ||
		!strings.Contains(err.Error(), "1 session is saved already: delete some") {
		t.Error(err)
	}
}
