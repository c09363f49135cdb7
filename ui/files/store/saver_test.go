package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/model/session"
)

// begun is a session with one step, and a saver that has it.
func begun(t *testing.T, p Directory, resumed string) (*session.Session, *Saver) {
	t.Helper()
	s := session.New(path3(t, "g", 1))
	if _, err := s.Do("", model.Accumulate(0, model.TAN)); err != nil {
		t.Fatal(err)
	}
	saver := p.NewSaver()
	saver.Begin(s.Dag(), resumed)
	saver.Save(s)
	return s, saver
}

// A session that cannot be saved is kept and tried again until it can: freed space helps.
func TestKeepsTrying(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // in the way of the folder
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p := At(dir)
		s, saver := begun(t, p, "")
		synctest.Wait()
		if status := saver.Status(); status.Saved || status.Err == nil || status.Revision == s.Revision() {
			t.Errorf("it is said to be saved: %+v", status)
		}
		<-saver.Changed()
		if err, _ := saver.Trouble(); err == nil ||
			!strings.Contains(err.Error(), "the session on g cannot be saved: the folder "+p.sessions()) {
			t.Error(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if err, over := saver.Trouble(); err != nil || over {
			t.Error("it is said twice:", err, over)
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		time.Sleep(lastRetry)
		synctest.Wait()
		if status := saver.Status(); !status.Saved || status.Err != nil || status.Revision != s.Revision() {
			t.Errorf("not saved: %+v", status)
		}
		if err, over := saver.Trouble(); err != nil || !over {
			t.Error("nothing says that it works again:", err)
		}
		if err := saver.Close(); err != nil {
			t.Error(err)
		}
		if saved, ok := p.Latest(s.Dag()); !ok || saved.Steps != 1 {
			t.Error("it is not there")
		}
	})
}

// A session that could not be saved when another dag was opened is neither forgotten nor
// given up.
func TestTroubleOutlivesItsSession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, saver := begun(t, At(dir), "")
	saver.Begin(path3(t, "another", 2), "")
	if err := saver.Close(); err == nil ||
		!strings.Contains(err.Error(), "the session on g cannot be saved") {
		t.Error(err)
	}

	p := At(t.TempDir())
	_, saver = begun(t, p, "")
	saver.Begin(path3(t, "another", 2), "")
	if err := saver.Close(); err != nil {
		t.Error(err)
	}
	if all := p.List(); len(all) != 1 || all[0].Dag != "g" {
		t.Errorf("%+v", all)
	}
}

// Changes by another explorer to the file that a session was resumed from are not lost.
func TestTwoExplorersGoOnWithOneSession(t *testing.T) {
	p := At(t.TempDir())
	one, first := begun(t, p, "")
	first.Wait()
	resumed, err := Load(first.Path())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.Do("", model.Accumulate(1, model.TAN)); err != nil {
		t.Fatal(err)
	}
	first.Save(one)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := p.NewSaver()
	second.Begin(resumed.Dag(), first.Path())
	second.Save(resumed)
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if all := p.List(); len(all) != 2 || max(all[0].All, all[1].All) != 2 {
		t.Errorf("a step is lost: %+v", all)
	}
}

// A program that is killed while it compares the file that a session was resumed from leaves
// it under its other name, where it is found.
func TestKilledWhileItCompares(t *testing.T) {
	p := At(t.TempDir())
	_, saver := begun(t, p, "")
	saver.Wait()
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(saver.Path(), asideOf(saver.Path())); err != nil {
		t.Fatal(err)
	}
	all := p.List()
	if len(all) != 1 {
		t.Fatalf("%d sessions are left", len(all))
	}
	if _, err := p.Load(all[0].Path); err != nil {
		t.Error(err)
	}
}

// A file that the user saved is never removed by continuing it.
func TestUsersFilesStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.json")
	s, saver := begun(t, At(t.TempDir()), path)
	content, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	saver.Save(s)
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// A discarded session can be restored until it is deleted.
func TestDiscard(t *testing.T) {
	p := At(filepath.Join(t.TempDir(), "[odd*folder"))
	s, saver := begun(t, p, "")
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	saved, _ := p.Latest(s.Dag())
	if err := p.Discard(saved); err != nil {
		t.Fatal(err)
	}
	if _, ok := p.LatestOfAll(); ok || len(p.Discarded()) != 1 {
		t.Error("it is still there, or nowhere")
	}
	back, err := p.Restore(p.Discarded()[0])
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := p.Latest(s.Dag()); !ok || got.Path != back.Path || len(p.Discarded()) != 0 {
		t.Errorf("%+v", got)
	}
	if err := p.Discard(back); err != nil {
		t.Fatal(err)
	}
	if err := p.Delete(p.Discarded()[0]); err != nil || len(p.Discarded()) != 0 {
		t.Error(err)
	}
	if err := p.Discard(Saved{Path: "/etc/hostname"}); err == nil {
		t.Error("a file from elsewhere was moved")
	}
}

// The file of the first release, whose name has another fingerprint, is found.
func TestOldFilesAreFound(t *testing.T) {
	p := At(t.TempDir())
	s, saver := begun(t, p, "")
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(saver.Path())
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Replace(string(content), "dag_fingerprint", "fingerprint", 1)
	if err := os.Remove(saver.Path()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.sessions(), "g-0123456789abcdef-1.json"), []byte(old),
		0o600); err != nil {
		t.Fatal(err)
	}
	if saved, ok := p.Latest(s.Dag()); !ok || saved.Steps != 1 {
		t.Errorf("%+v", saved)
	}
}

// The cheapest sequence and the highest bound are never deleted, however many runs come
// after them, and are read first.
func TestTheBestRunsStay(t *testing.T) {
	p, g := At(t.TempDir()), path3(t, "g", 1)
	keep := func(name, run, proof string) {
		t.Helper()
		if err := p.KeepRun(g, name, []byte(run)); err != nil {
			t.Fatal(err)
		}
		if proof != "" {
			if err := p.KeepProof(g, name, []byte(proof)); err != nil {
				t.Fatal(err)
			}
		}
	}
	// of what is left
	keep("run000", `{"start":["ACC TAN (0 1)"],"method":"GreedyLocalCost","incumbents":[{"cost":1}]}`, "")
	keep("run001", `{"method":"GreedyLocalCost","incumbents":[{"cost":40},{"cost":30}]}`, "")
	keep("run002", `{"method":"GreedyLocalCost","incumbents":[{"cost":50}]}`,
		`{"sequence": [], "bound": 20, "leaves": []}`)
	for k := range 3 * mostRuns {
		keep(fmt.Sprintf("run1%03d", k), `{"method":"GreedyLocalCost","incumbents":[{"cost":35}]}`, `{"bound": 19}`)
	}
	if got := p.BestRuns(g); len(got) != mostRuns || got[0] != "run001" || got[1] != "run002" ||
		got[2] != "run1191" || got[len(got)-1] != "run1130" {
		t.Errorf("%d runs: %q", len(got), got)
	}
	if _, proof := p.Run(g, "run002"); len(proof) == 0 {
		t.Error("the highest bound is gone")
	}
	keep("run2", `{"method":"GreedyLocalCost","incumbents":[{"cost":30}]}`, `{"bound": 20}`) // as good, and later
	keep("run3", `{"method":"GreedyLocalCost","incumbents":[{"cost":31}]}`, "")
	keep("run4", `{"method":"GreedyLocalCost","incumbents":[{"cost":31}]}`, "")
	if got := p.BestRuns(g); len(got) != mostRuns || got[0] != "run2" || slices.Contains(got, "run001") ||
		slices.Contains(got, "run002") {
		t.Errorf("%d runs: %q", len(got), got)
	}
}

// Runs of several explorers are all kept; only the oldest are deleted.
func TestRunsOfSeveralExplorers(t *testing.T) {
	p, g := At(t.TempDir()), path3(t, "g", 1)
	count := 0
	name := func() string { count++; return fmt.Sprintf("run%03d", count) }
	for _, run := range []string{name(), name(), name(), name()} {
		for _, content := range []string{"early", run} {
			if err := p.KeepRun(g, run, []byte(content)); err != nil {
				t.Fatal(err)
			}
		}
	}
	all := func() (all []string) {
		for _, run := range p.Runs(g) {
			content, _ := p.Run(g, run)
			all = append(all, string(content))
		}
		return all
	}
	if got := all(); len(got) != 4 || got[0] == got[1] {
		t.Errorf("%q", got)
	}
	if err := p.KeepProof(g, p.Runs(g)[0], []byte("proof")); err != nil {
		t.Fatal(err)
	}
	if _, proof := p.Run(g, p.Runs(g)[0]); string(proof) != "proof" || len(p.Runs(g)) != 4 {
		t.Errorf("%q", proof)
	}
	for range mostRuns {
		if err := p.KeepRun(g, name(), []byte("new")); err != nil {
			t.Fatal(err)
		}
	}
	if got := all(); len(got) != mostRuns || got[0] != "new" {
		t.Errorf("%d runs", len(got))
	}
	if left, _ := filepath.Glob(filepath.Join(p.runs(g), "*.proof")); len(left) > 0 {
		t.Errorf("the proofs of deleted runs stay: %v", left)
	}
}

// A run that is saved after the clock was set back has the oldest name, and stays.
func TestClockThatStepsBack(t *testing.T) {
	p, g := At(t.TempDir()), path3(t, "g", 1)
	for k := range mostRuns {
		if err := p.KeepRun(g, fmt.Sprintf("2026-%03d", k), []byte("later")); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(p.KeepRun(g, "2025-000", []byte("now")),
		p.KeepProof(g, "2025-000", []byte("proof"))); err != nil {
		t.Fatal(err)
	}
	if run, proof := p.Run(g, "2025-000"); string(run) != "now" || string(proof) != "proof" {
		t.Errorf("what was saved is %q and %q", run, proof)
	}
}

// The largest file of each kind that is written is read back, and a larger one is refused
// when it is written.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	p, g := At(t.TempDir()), path3(t, "g", 1)
	for _, size := range []int{20_900_000, mostRunBytes} {
		content := bytes.Repeat([]byte("x"), size)
		if err := errors.Join(p.KeepRun(g, "run", content), p.KeepProof(g, "run", content)); err != nil {
			t.Fatal(err)
		}
		if run, proof := p.Run(g, "run"); len(run) != size || len(proof) != size {
			t.Errorf("of %d bytes, %d and %d are read back", size, len(run), len(proof))
		}
	}
	large := make([]byte, mostRunBytes+1)
	for _, err := range []error{p.KeepRun(g, "run", large), p.KeepProof(g, "run", large)} {
		if err == nil || !strings.HasSuffix(err.Error(), "it has 64 MB, and at most 64 are read back") {
			t.Errorf("a file that is not read back is written: %v", err)
		}
	}
}

// While the session on a dag is being written the dag changes: only the last file stays.
func TestChangedWhileItIsWritten(t *testing.T) {
	p := At(t.TempDir())
	first, saver := begun(t, p, "")
	last := first
	for k := range 50 {
		last = session.New(path3(t, "g", int64(k+2)))
		if _, err := last.Do("", first.Line()[0].Ops[0]); err != nil {
			t.Fatal(err)
		}
		saver.Change(last.Dag())
		saver.Save(last)
		for range 100 * (k % 5) {
			runtime.Gosched() // it is written meanwhile, or not
		}
	}
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	all := p.List()
	if len(all) != 1 || all[0].Path != saver.Path() || all[0].Print != fingerprint(last.Dag()) {
		t.Errorf("%d files are left: %+v", len(all), all)
	}
}

// The session that was saved last is the one that is offered where the clock was set back,
// between two sessions and within one.
func TestSessionsAfterTheClockStepsBack(t *testing.T) {
	p, g := At(t.TempDir()), path3(t, "g", 1)
	ahead := time.Now().Add(time.Hour) // of a clock that was right then, or not
	old, saver := begun(t, p, "")
	if err := saver.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(saver.Path())
	if err != nil {
		t.Fatal(err)
	}
	var f savedFile
	if err := json.Unmarshal(content, &f); err != nil {
		t.Fatal(err)
	}
	content = bytes.Replace(content, []byte(f.When.Format(time.RFC3339Nano)),
		[]byte(ahead.UTC().Format(time.RFC3339Nano)), 1)
	if err := errors.Join(os.WriteFile(saver.Path(), content, 0o600),
		os.Chtimes(saver.Path(), ahead, ahead)); err != nil {
		t.Fatal(err)
	}
	if saved, _ := p.Latest(g); !saved.When.Equal(ahead) {
		t.Fatalf("saved %v", saved.When)
	}
	_, first := begun(t, p, "")
	first.Wait()
	second := p.NewSaver()
	second.Begin(g, "")
	second.Save(old)
	second.Wait()
	for k, s := range []*Saver{second, first, second, first} {
		if k > 0 {
			s.Save(old)
			s.Wait()
		}
		if saved, ok := p.Latest(g); !ok || saved.Path != s.Path() {
			t.Errorf("%d: offered is %s, saved last was %s", k, filepath.Base(saved.Path),
				filepath.Base(s.Path()))
		}
	}
	if err := errors.Join(first.Close(), second.Close()); err != nil {
		t.Fatal(err)
	}
}
