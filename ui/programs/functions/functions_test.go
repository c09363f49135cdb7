package functions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/files"
)

// The dag of a function is that of its operations, wherever a file is opened.
func TestFunctionsAreDags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.go")
	if err := os.WriteFile(path,
		[]byte("// F is.\npackage f\n\nfunc F(x float64) float64 { return 2 * x }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		disk  *files.Disk
		edges int
		says  string
	}{{&files.Disk{Function: Dag}, 1, ""}, {&files.Disk{}, 0, "reads none: open a dag"}} {
		in, err := c.disk.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		g, err := in.Dag(t.Context())
		if c.says == "" && (err != nil || len(g.Edges) != c.edges) || c.says != "" &&
			(err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%v %v", g, err)
		}
	}
}

// A function is read with what it calls in the other files of its package, by the rules of the
// version that go.mod names; other tests and other systems' files do not count.
func TestFunctionsOfAPackage(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := put("f.go", "package f\n\nfunc F(x float64) float64 {\n\tfor range 2 {\n\t\tx = g(x)\n\t}\n\treturn x\n}\n")
	read := func(function string, path string) (string, error) {
		in, err := (&files.Disk{}).Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Program(t.Context(), in, function, false)
		if err != nil {
			return "", err
		}
		return p.Name, nil
	}
	const g = "func g(x float64) float64 { return x * x }\n"
	for _, c := range []struct{ name, text, want string }{
		{"go.mod", "module f\n\ngo 1.22 // or newer\n", "undefined: g"},
		{"g_test.go", "package f\n\n" + g, "undefined: g"},
		{"other.go", "//go:build none\n\npackage f\n\n" + g, "undefined: g"},
		{"g.go", "package f\n\n" + g, ""},
		{"go.mod", "module f\n\ngo 1.21\n", "go1.22"},
	} {
		put(c.name, c.text)
		name, err := read("", path)
		if c.want == "" && (err != nil || name != "F") || c.want != "" && (err == nil ||
			!strings.Contains(err.Error(), c.want)) {
			t.Errorf("with %s: %s %v, want %q", c.name, name, err, c.want)
		}
	}
	for file, want := range map[string]string{"ampl/testdata/hs71.nl": "Hs71", "cppad/testdata/sum.json": ""} {
		at := "../../../model/programs/" + file
		if name, err := read("", at); err != nil || want != "" && name != want {
			t.Errorf("%s: %s %v", file, name, err)
		}
		if _, err := read("F", at); err == nil || !strings.HasSuffix(err.Error(),
			" is no Go file: --function is for those") {
			t.Errorf("%s: %v", file, err)
		}
	}
}
