package found

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/teach/class"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// searched is a search that is over.
func searched(t *testing.T, g *model.Dag, o planner.Options) *class.Search {
	t.Helper()
	c := class.New()
	o.Workers = 1
	run, err := c.Share("Ada")(t.Context(), model.NewState(g), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	return c.Searching()
}

// folder is one that counts what was not written.
func folder(t *testing.T) (f *Folder, wrong *int) {
	t.Helper()
	wrong = new(int)
	return &Folder{Dir: t.TempDir(), Named: func(name string) string {
		return name
	}, Note: func(string, ...any) {},
		Wrong: func(string, ...any) { *wrong++ }}, wrong
}

// there is what a folder has.
func (f *Folder) there() (names []string) {
	all, _ := filepath.Glob(filepath.Join(f.Dir, "*"))
	for _, path := range all {
		names = append(names, strings.TrimPrefix(filepath.Base(path), "bat-"))
	}
	return names
}

// until keeps a search until a file with an end is there.
func (f *Folder) until(t *testing.T, s *class.Search, end string) {
	t.Helper()
	for !slices.ContainsFunc(f.there(), func(name string) bool { return strings.HasSuffix(name, end) }) {
		f.Keep(t.Context(), s, false)
	}
}

// Where the disk takes nothing what is there stays, that is noted once, and what is better is
// written as soon as there is room.
func TestTheWorseStaysUntilTheBetterIsThere(t *testing.T) {
	g := modeltest.Sample(t, "bat")
	f, wrong := folder(t)
	s := searched(t, g, planner.Options{})
	print := g.Fingerprint()[:8]
	f.search, f.kept = s, "bat-"+print+"-36"
	if err := os.WriteFile(filepath.Join(f.Dir, f.kept+sequenceEnd), []byte("of the same search"),
		0o600); err != nil {
		t.Fatal(err)
	}
	inTheWay := filepath.Join(f.Dir, "bat-"+print+"-32"+sequenceEnd, "a folder")
	if err := os.MkdirAll(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	f.Keep(t.Context(), s, false)
	f.Keep(t.Context(), s, false)
	if got := f.there(); !slices.Contains(got, print+"-36.seq") || *wrong != 1 {
		t.Errorf("there is %q, and %d times it was noted", got, *wrong)
	}
	if err := os.RemoveAll(filepath.Dir(inTheWay)); err != nil {
		t.Fatal(err)
	}
	f.until(t, s, certificateEnd)
	if got := f.there(); !slices.Equal(got, []string{print + "-32.certificate.json", print + "-32.seq"}) ||
		*wrong != 1 {
		t.Errorf("there is %q, and %d times it was noted", got, *wrong)
	}
}

// A search goes on from what was kept: it has the sequence at once, and a proof that is there
// is not replaced by one that proves less.
func TestGoingOn(t *testing.T) {
	g := modeltest.Sample(t, "bat")
	f, _ := folder(t)
	f.until(t, searched(t, g, planner.Options{}), certificateEnd)
	ops, total, bound := f.Before(g)
	if end, _, err := model.Replay(model.NewState(g), ops); err != nil || total != 32 || end.Spent() != 32 ||
		bound != 32 {
		t.Fatalf("kept is a total of %s and a bound of %s: %v", total, bound, err)
	}
	if ops, total, bound := f.Before(modeltest.Sample(t, "lion")); ops != nil || total != 0 || bound != 0 {
		t.Error("another dag goes on from there")
	}
	again := searched(t, g, planner.Options{Method: planner.GreedyLocalCost, Sequence: ops})
	now, ok := again.Found()
	if !ok || now.Total != 32 || now.Snapshot.Provable() >= 32 {
		t.Fatalf("a method without a bound has %+v", now.Snapshot)
	}
	f.search = nil
	f.Keep(t.Context(), again, false)
	text, err := f.Certificate(t.Context(), now)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certificate.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := certificate.Verify(g, c); err != nil || v.Bound != 32 || c.Cost != 32 {
		t.Errorf("it proves %s of %s: %v", v.Bound, c.Cost, err)
	}
	// Files that hold something else are passed over.
	for name, text := range map[string]string{"-1.seq": "ELI TAN (1 2)\n", "-2.seq": "", "-x.seq": "",
		"-1.certificate.json": "{"} {
		if err := os.WriteFile(filepath.Join(f.Dir, "bat-"+g.Fingerprint()[:8]+name), []byte(text),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, total, bound := f.Before(g); total != 32 || bound != 32 {
		t.Errorf("kept is a total of %s and a bound of %s", total, bound)
	}
}
