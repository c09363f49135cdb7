package measuring_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs"

	"github.com/spf13/cobra"
)

// verify carries out facet code --verify.
func verify(t *testing.T, args ...string) (said string, err error) {
	t.Helper()
	if path, err := python(); err == nil {
		// the first one in PATH may take half a second to say that it has no numpy
		t.Setenv("PATH", filepath.Dir(path)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	var wrong bytes.Buffer
	var code *cobra.Command
	for _, c := range programs.Feature().
		Shell(shell.Shell{Out: &wrong, Data: &wrong, Err: &wrong, Files: &files.Disk{}}) {
		if c.Name() == "code" {
			code = c
		}
	}
	code.SetArgs(append([]string{"--verify"}, args...))
	code.SilenceUsage, code.SilenceErrors = true, true
	err = code.ExecuteContext(context.Background())
	return wrong.String(), err
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A driver is for its program with all files that are the program's own: those that it
// imports, in packages too, and no others.
func TestVerifyPython(t *testing.T) {
	dir := folder(t, "from mesh import SCALE\nfrom tools.grid import shift\n"+strings.Replace(bottleneck,
		"np.tanh(A @ u)\n", "np.tanh(A @ u) + 0 * SCALE * shift(0)\n", 1))
	t.Chdir(dir)
	put(t, "mesh.py", "SCALE = 2.0\n")
	put(t, "tools/__init__.py", "")
	put(t, "tools/grid.py", "from . import deep\ndef shift(x):\n    return x + deep.BY\n")
	put(t, "tools/deep.py", "BY = 3\n")
	put(t, "other.py", "x = 1\n")
	if _, err := run(t, dir, "f.py", "--repeat", "1", "--out", "f.json"); err != nil {
		t.Fatal(err)
	}
	_, driver := planned(t, read(t, "f.json"), "python")
	put(t, "f_jacobian.py", string(driver))
	if said, err := verify(t, "f_jacobian.py", "f.py"); err != nil ||
		!strings.Contains(said, "f_jacobian.py was made for f.py as it is.") {
		t.Errorf("%v, %q", err, said)
	}
	for _, c := range []struct{ file, text, want string }{
		{"other.py", "x = 2\n", ""},
		{"mesh.py", "# The size of a cell.\nSCALE = 2.0  # in metres\n", ""},
		{"mesh.py", "SCALE = 2.0; X = '# no comment'\n", "has changed since it was made"},
		{"mesh.py", "SCALE = 2.5\n",
			"f_jacobian.py: f.py, or a file of its own that it takes in, has changed since it was made: make it again"},
		{"tools/deep.py", "BY = 4\n", "has changed since it was made"},
		{"f.py", strings.Replace(bottleneck, "range(2)", "range(3)", 1),
			"f_jacobian.py: it was made for another run of f.py, with other modules, sizes or arguments: make it again"},
	} {
		before, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		put(t, c.file, c.text)
		if _, err := verify(t, "f_jacobian.py", "f.py"); (err != nil) != (c.want != "") || err != nil &&
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.file, err, c.want)
		}
		put(t, c.file, string(before))
	}
	put(t, "no_driver.py", "def jacobian(): pass\n")
	for want, args := range map[string][]string{
		"no_driver.py: it has no fingerprint": {"no_driver.py", "f.py"},
		"cannot read missing.py":              {"missing.py", "f.py"},
		"--verify takes a driver and its":     {"f_jacobian.py"},
		"cannot read gone.py":                 {"f_jacobian.py", "gone.py"},
	} {
		if _, err := verify(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
