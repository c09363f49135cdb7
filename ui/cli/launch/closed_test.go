//go:build unix

package launch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
)

// asAnotherUser gives a copy of this program and how to start it as a user who may not write
// everywhere; root may.
func asAnotherUser(t *testing.T, dir string) []string {
	t.Helper()
	if os.Getuid() != 0 {
		return []string{executable(t)}
	}
	if _, err := exec.LookPath("setpriv"); err != nil {
		t.Skip("root writes everywhere, and there is no setpriv to be another user")
	}
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil { // the test's own folders
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(executable(t))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "facet")
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{"setpriv", "--reuid", "65534", "--clear-groups", program}
}

// A state directory that takes no files loses no result, and what is not saved is said: by
// facet solve, by the explorer, and where a lesson or a puzzle is left.
func TestClosedStateDirectory(t *testing.T) {
	extent.NoRace(t)
	dir := t.TempDir()
	before := asAnotherUser(t, dir)
	state := filepath.Join(dir, "state")
	if err := os.Mkdir(state, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, lines string
		out, err    string // what has to be said
	}{
		{"solve --resume bat", "", "optimized cost: 32", "the run cannot be saved: "},
		{"--plain bat", "1\nundo\nq\n", "The session on bat cannot be saved: ", ""},
		{"lesson --plain bat", "\n\n\nq\n", "The page of the lesson cannot be saved: ", ""},
		{"puzzle --plain lion-11", "1\nq\n", "cannot be saved: ", ""},
	} {
		words := append(append([]string{}, before...), strings.Fields(c.args)...)
		p := exec.Command(words[0], words[1:]...)
		p.Env = []string{asProgram + "=1", "XDG_STATE_HOME=" + state, "HOME=" + state, "PATH=" +
			os.Getenv("PATH")}
		p.Dir, p.Stdin = dir, strings.NewReader(c.lines)
		var out, said strings.Builder
		p.Stdout, p.Stderr = &out, &said
		err := p.Run()
		if !strings.Contains(out.String(), c.out) || !strings.Contains(said.String(), c.err) ||
			!strings.Contains(out.String()+said.String(), "permission denied") {
			t.Errorf("%s: %v\n%s\n%s", c.args, err, out.String(), said.String())
		}
	}
	if left, err := os.ReadDir(state); err != nil || len(left) > 0 {
		t.Errorf("left are %v (%v)", left, err)
	}
}
