package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	got, err := ReadConfig("c.in",
		strings.NewReader("dag my dags/lion.xml\r\n\nmethod\tBranchAndBound\nn_threads 2"))
	if want := (Config{Dag: "my dags/lion.xml", Method: "BranchAndBound", Threads: 2}); err != nil ||
		got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	got, err = ReadConfig("c.in", strings.NewReader("graph_path a\noptimizer_name GreedyMinFill\n"))
	if want := (Config{Dag: "a", Method: "GreedyMinFill"}); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `c.in: it has no line with a dag: add a line like: dag lion.xml`,
		"dag":                        `c.in: line 1: "dag" has no value: write it after a space`,
		"dag a\nspeed 9":             `c.in: line 2: the key "speed" is not known: use dag, method and n_threads`,
		"dag a\nn_threads 0":         `c.in: line 2: n_threads is 0: it should be at least 1`,
		"dag a\nn_threads two":       `c.in: line 2: n_threads: "two" is not a number: only whole numbers are possible`,
		"dag \x00":                   `c.in: the file has NUL bytes: it is not text, or it is cut off`,
		strings.Repeat(" ", 1<<20+1): `c.in: the file is larger than 1 MB: it should have a few lines`,
	} {
		_, err := ReadConfig("c.in", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%.20q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "two.factors.txt")
	if err := os.WriteFile(path, []byte("1 2 3 4"), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := ReadFile(path)
	if err != nil || g.Name != "two.factors" {
		t.Errorf("got %v, %v", g, err)
	}
	missing := filepath.Join(dir, "no", "file")
	for _, c := range []struct {
		err  error
		want string
	}{
		{readError(dir), "cannot read " + dir + ": it is a directory, not a file"},
		{readError(missing), "cannot read " + missing + ": no such file or directory"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
}

func readError(path string) error {
	_, err := ReadFile(path)
	return err
}
