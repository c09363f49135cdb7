//go:build unix

package launch_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"facet/ui/files/store"
)

// A server that cannot keep anything says so in one sentence, and is not there: where the
// state directory takes no files, where the disk is full, and where another server has it.
func TestServersThatCannotKeepAnything(t *testing.T) {
	notCovered(t)
	dir := t.TempDir()
	before := asAnotherUser(t, dir)
	closed, own, busy := filepath.Join(dir, "closed"), filepath.Join(dir, "own"), filepath.Join(dir, "busy")
	if err := os.Mkdir(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{own, busy} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		_ = os.Chmod(folder, 0o777) //nolint:gosec // for the other user
	}
	serve := func(state, shell string, flags ...string) (*exec.Cmd, *strings.Builder) {
		words := append(append([]string{}, before...), "serve", "--headless", "--address", "127.0.0.1:0",
			"bat")
		words = append(words, flags...)
		if shell != "" {
			words = append([]string{"sh", "-c", shell + ` && exec "$@"`, "sh"}, words...)
		}
		p := exec.Command(words[0], words[1:]...)
		p.Env = []string{asProgram + "=1", "XDG_STATE_HOME=" + state, "HOME=" + state, "PATH=" +
			os.Getenv("PATH")}
		p.Dir = dir
		said := new(strings.Builder)
		p.Stderr = said
		return p, said
	}
	first, _ := serve(busy, "")
	open, err := first.StdoutPipe()
	if err == nil {
		err = first.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = first.Process.Kill()
		_ = first.Wait()
	}()
	if line, err := bufio.NewReader(open).ReadString('\n'); err != nil ||
		!strings.HasPrefix(line, "The class is open") {
		t.Fatalf("it says %q: %v", line, err)
	}
	for _, c := range []struct{ state, shell, flag, err string }{
		{closed, "", "", "permission denied"},
		{closed, "", "--code", "permission denied"},
		{closed, "", "--log=" + filepath.Join(closed, "log"), "permission denied"},
		{closed, "", "--watch", "permission denied"},
		{own, "ulimit -f 0", "", "file too large"},
		{own, "ulimit -f 0", "--code", "file too large"},
		{busy, "", "", "another process is using it: choose another one with --state"},
	} {
		var flags []string
		if c.flag != "" {
			flags = []string{c.flag}
		}
		p, said := serve(c.state, c.shell, flags...)
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		late := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
		err := p.Wait()
		late.Stop()
		text := strings.TrimSuffix(said.String(), "\n")
		if err == nil || strings.Contains(text, "\n") || !strings.HasPrefix(text, "facet: ") ||
			!strings.Contains(text, c.err) {
			t.Errorf("%s %s %s: %v, %q", filepath.Base(c.state), c.shell, c.flag, err, text)
		}
	}
	for _, state := range []string{closed, own} {
		if left, _ := filepath.Glob(filepath.Join(state, "facet/class/*")); len(left) > 0 {
			t.Errorf("left are %v", left)
		}
	}
}

// A server and an explorer share the lecturer's state directory: what each has shown as saved
// is there when the server is killed.
func TestServerAndExplorerOnOneDirectory(t *testing.T) {
	dir := t.TempDir()
	state := store.At(filepath.Join(dir, ".local/state/facet"))
	explorer := onConsoleIn(t, dir, self, "bat")
	explorer.await("step 0/0")
	server := onConsoleIn(t, dir, self, "serve", "--address", "127.0.0.1:0", "bat")
	server.await("step 0/0")
	server.press("\x1b")
	server.await("comes back to the board")
	server.press("\r\r")
	server.await("step 2/2")
	explorer.press("\r")
	explorer.await("step 1/1")
	there := func() bool {
		steps := make(map[int]bool)
		for _, one := range state.List() {
			steps[one.Steps] = true
		}
		return len(steps) == 2 && steps[1] && steps[2]
	}
	for late := time.Now().Add(patience); !there() && time.Now().
		Before(late); time.Sleep(20 * time.Millisecond) {
	}
	_ = server.cmd.Process.Kill()
	<-server.done
	explorer.press("q")
	if err := explorer.ends(); err != nil {
		t.Error(err)
	}
	if !there() {
		t.Errorf("left are %+v", state.List())
	}
}
