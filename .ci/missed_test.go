package ci

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Without the line of a wing in main, the program builds without the wing's packages,
// and the explorer starts, solves and shows the same screens as with all of them.
func TestWingsCanBeMissed(t *testing.T) {
	t.Chdir("..")
	main, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	whole := screens(t, main)
	for wing, folders := range wings {
		t.Run(wing, func(t *testing.T) {
			lines := slices.DeleteFunc(strings.SplitAfter(string(main), "\n"), func(line string) bool {
				line = strings.TrimSpace(line)
				return line == `"facet/`+folders[0]+`"` || line == wing+".Feature(),"
			})
			if lack := strings.Count(string(main), "\n") + 1 - len(lines); lack != 2 {
				t.Fatalf("main names the wing in %d lines, not in an import and the list", lack)
			}
			got := screens(t, []byte(strings.Join(lines, "")), folders[0])
			for what, want := range whole {
				if !bytes.Equal(got[what], want) {
					t.Errorf("%s is otherwise without the wing:\n%s\nwith it:\n%s", what, got[what], want)
				}
			}
		})
	}
}

// screens builds the program with a main of its own, none of whose packages may lie in
// the folders, and gives what it shows.
func screens(t *testing.T, main []byte, without ...string) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file, overlay, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "facet")
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, "main.go"): file}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string][]byte{file: main, overlay: replaced} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "", "go", "build", "-C", root, "-overlay", overlay, "-o", binary, ".")
	for of := range strings.Lines(string(run(t, dir, "", "go", "list", "-C", root, "-overlay", overlay, "-deps", "."))) {
		for _, folder := range without {
			if of = strings.TrimSpace(of); of == "facet/"+folder || strings.HasPrefix(of, "facet/"+folder+"/") {
				t.Errorf("the program has %s none the less", of)
			}
		}
	}
	solved := run(t, dir, "", binary, "solve", "--json", "--out", "bat.seq", "bat")
	if !bytes.Contains(solved, []byte(`"cost": 32`)) || !bytes.Contains(solved, []byte(`"proven": true`)) {
		t.Errorf("bat is not solved:\n%s", solved)
	}
	said := run(t, dir, "b\nb\nA\nt\nesc\nq\n", binary, "--plain", "bat")
	if !bytes.Contains(said, []byte("32")) {
		t.Errorf("the explorer does not solve bat:\n%s", said)
	}
	shown := make(map[string][]byte)
	for _, size := range []string{"80x24", "120x40"} {
		shown["the explorer at "+size] = run(t, dir, "", binary, "record", "--sequence", "bat.seq", "--size", size, "bat")
	}
	return shown
}

// run carries a command out where nothing else is, and gives what it prints.
func run(t *testing.T, dir, input string, name string, args ...string) []byte {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Stdin = dir, strings.NewReader(input)
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	if name == "go" { // its caches are the user's
		c.Env = os.Environ()
	}
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said.String())
	}
	return out
}
