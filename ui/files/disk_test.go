package files

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/format"
	"facet/model/session"
	"facet/planner/certificate"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func bat(t *testing.T) *model.Dag {
	t.Helper()
	in, err := new(Disk).Open(context.Background(), "bat")
	if err != nil {
		t.Fatal(err)
	}
	g, err := in.Dag(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// zeros is an endless standard input.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// The kind of every file that facet writes is recognized, and its content is read.
func TestKinds(t *testing.T) {
	g := bat(t)
	s := session.New(g)
	if _, err := s.Do("", model.Accumulate(0, model.TAN)); err != nil {
		t.Fatal(err)
	}
	if err := s.Annotate(s.Cursor(), "why # not\n\x1b[31m"); err != nil {
		t.Fatal(err)
	}
	saved, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	proof, err := certificate.New(g, s.Ops(), 0, &certificate.Proof{Leaf: &certificate.Leaf{Denominator: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var xml, dot, lineDag, proved bytes.Buffer
	if err := errors.Join(format.WriteGraphML(&xml, g), format.WriteDOT(&dot, g),
		format.WriteLineDOT(&lineDag, model.NewState(g)), certificate.Write(&proved, proof)); err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(strings.Split(s.Sequence(), "#")[0])
	fields := strings.Fields(line)
	for _, c := range []struct {
		kind     Kind
		content  string
		dag, ops bool
	}{
		{Dag, xml.String(), true, false},
		{Dag, "\ufeff 1 2 3 4", true, false},
		{Dag, dot.String(), true, false},
		{Picture, lineDag.String(), false, false},
		{Dag,
			`{"nodes": [{"id": 1, "size": 1}, {"id": 2, "size": 1}], "links": [{"source": 1, "target": 2, "has_jacobian": true}]}`, true, false},
		{Dag, "nv = 2\nCG = [\n2 1 1\n]\n", true, false},
		{Session, string(saved), true, true},
		{Session, `{"dag":"bat","session":` + string(saved) + `}`, true, true},
		{Sequence, "# bat\n" + s.Sequence(), false, true},
		{Sequence, strings.ToLower(fields[0]) + " tan " + strings.Join(fields[2:], " "), false, true},
		{Sequence, "elapsed time: 1s\n\nelimination sequence\n  (operation mode target cost):\n  " + line +
			"\n\ndense", false, true},
		{Sequence,
			"total 1, proved optimal\nelapsed time: 1s\n\nelimination sequence\n  (operation mode target cost):\n  " + line + "\n\ndense", false, true},
		{Proof, proved.String(), false, true},
		{Result, `{"file":"bat","sequence":[{"op":"ACC","mode":"TAN","target":"(-1 1)","cost":4}]}`, false,
			true},
		{Function, "// F is.\npackage f\n\nfunc F(x float64) float64 { return 2 * x }\n", true, false},
		{Lesson, "---\ntitle: x\n---\n", false, false},
		{Dag, `{"nodes": [`, false, false},
		{Configuration, "dag lion.xml\nmethod BranchAndBound\n", false, false},
		{Runs, `{"facet":"runs","version":1}`, false, false},
		{Unknown, "hello", false, false},
		{Unknown, "{", false, false},
		{Unknown, "", false, false},
	} {
		in := &Input{Name: "f", Kind: kindOf("f", []byte(c.content)), Content: []byte(c.content),
			function: func(context.Context, *Input) (*model.Dag, error) { return g, nil }}
		if in.Kind != c.kind {
			t.Errorf("%.40q is a %s, want a %s", c.content, in.Kind, c.kind)
		}
		if _, err := in.Dag(t.Context()); (err == nil) != c.dag {
			t.Errorf("the dag of %.40q: %v", c.content, err)
		}
		if steps, err := in.Steps(model.NewState(g)); c.ops &&
			(err != nil || len(steps) != 1 || steps[0].Op != s.Ops()[0]) {
			t.Errorf("the steps of %.40q: %v %v", c.content, steps, err)
		}
	}
}

// Notes survive a sequence as comments.
func TestNotesSurviveASequence(t *testing.T) {
	g := bat(t)
	s := session.New(g)
	for _, op := range []model.Op{model.Accumulate(0, model.TAN), model.Accumulate(1, model.ADJ)} {
		if _, err := s.Do("", op); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Annotate(2, "the #2 of  two"); err != nil {
		t.Fatal(err)
	}
	in := &Input{Name: "f", Kind: Sequence, Content: []byte("# head\n\n" + s.Sequence())}
	steps, err := in.Steps(model.NewState(g))
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != 2 || steps[0].Note != "" || steps[1].Note != "the #2 of two" {
		t.Errorf("%+v", steps)
	}
}

// A file that was not written through this library is not replaced; one that was may be
// written again.
func TestNothingIsReplacedUnasked(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	file := filepath.Join(dir, "bat.seq")
	if err := os.WriteFile(file, []byte("of value"), 0o640); err != nil {
		t.Fatal(err)
	}
	var d Disk
	var exists *Exists
	if _, err := d.Write(ctx, file, []byte("x"), false); !errors.As(err, &exists) ||
		exists.Free != filepath.Join(dir, "bat-2.seq") {
		t.Fatalf("%v %+v", err, exists)
	}
	if err := d.Check(file, false); !errors.As(err, &exists) {
		t.Error(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "of value" {
		t.Fatalf("it holds %q", got)
	}
	for range 2 {
		if _, err := d.Write(ctx, exists.Free, []byte("mine"), false); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.free(exists.Free); got != filepath.Join(dir, "bat-3.seq") {
		t.Error(got)
	}
	if err := os.WriteFile(exists.Free, []byte("another's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write(ctx, exists.Free, []byte("x"), false); !errors.As(err, &exists) {
		t.Errorf("what another wrote was replaced: %v", err)
	}
	if _, err := d.Write(ctx, file, []byte("asked for"), true); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if got, _ := os.ReadFile(file); err != nil || string(got) != "asked for" || info.Mode().Perm() != 0o640 {
		t.Errorf("%q %v %v", got, info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".facet-*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	if got := d.free(filepath.Join(dir, "a.line.dot")); filepath.Base(got) != "a-2.line.dot" {
		t.Error(got)
	}
}

// Links stay links, and point to what was written.
func TestLinksAreFollowed(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	elsewhere := filepath.Join(dir, "elsewhere")
	link, dangling := filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	err := errors.Join(os.Mkdir(elsewhere, 0o700), os.WriteFile(filepath.Join(elsewhere, "real"),
		[]byte("old"), 0o600),
		os.Symlink("elsewhere/real", link), os.Symlink("elsewhere/new", dangling),
		os.Symlink("circle", filepath.Join(dir, "circle")))
	if err != nil {
		t.Skip("no links:", err)
	}
	var d Disk
	if _, err := d.Write(ctx, link, []byte("new"), true); err != nil {
		t.Error(err)
	}
	if path, err := d.Write(ctx, dangling, []byte("new"), false); err != nil ||
		path != filepath.Join(elsewhere, "new") {
		t.Error(path, err)
	}
	for _, name := range []string{link, dangling} {
		info, err := os.Lstat(name)
		if got, _ := os.ReadFile(name); err != nil || info.Mode()&os.ModeSymlink == 0 ||
			string(got) != "new" {
			t.Errorf("%s is %v and holds %q", name, info, got)
		}
	}
	if _, err := d.Write(ctx, filepath.Join(dir, "circle"), nil, true); err == nil ||
		!strings.Contains(err.Error(), "circle") {
		t.Error(err)
	}
}

// Directories and other special files are neither read nor written.
func TestOnlyFiles(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(dir, "locked")
	if err := os.WriteFile(locked, []byte("x"), 0o400); err != nil {
		t.Fatal(err)
	}
	huge := filepath.Join(dir, "huge")
	if err := errors.Join(os.WriteFile(huge, nil, 0o600), os.Truncate(huge, 1<<40)); err != nil {
		t.Skip("no sparse files:", err)
	}
	var d Disk
	for name, want := range map[string]string{filepath.Join(dir, "no", "file"): "no such file or directory",
		dir: "it is a directory, not a file", "/dev/null": "it is a device, not a file",
		locked: "it is write-protected"} {
		if _, err := d.Write(ctx, name, []byte("x"), true); err == nil ||
			err.Error() != "cannot write "+name+": "+want {
			t.Errorf("writing %s: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		dir:         "cannot read " + dir + ": it is a directory, not a file",
		"/dev/zero": "cannot read /dev/zero: it is a device, not a file",
		huge: "cannot read " + huge +
			": the file is larger than 64 MB: make it smaller, a dag coarser",
		"": "the FILE has an empty name: give a path, - for standard input, or the name of a sample",
	} {
		if _, err := d.Open(ctx, name); err == nil || err.Error() != want {
			t.Errorf("opening %s: %v", name, err)
		}
	}
	d.Stdin = zeros{}
	if _, err := d.Open(ctx, Standard); err == nil ||
		err.Error() != "cannot read standard input: the file is larger than 64 MB: make it smaller, a dag coarser" {
		t.Errorf("reading without an end: %v", err)
	}
	var missing *Missing
	if _, err := d.Open(ctx, filepath.Join(locked, "within")); !errors.As(err, &missing) {
		t.Error(err)
	}
	if _, err := d.Read(ctx, Sequence, "nothing.txt"); err == nil ||
		err.Error() != "cannot read the sequence nothing.txt: no such file or directory" {
		t.Error(err)
	}
}
