package sshd

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/files"
)

// asServer in the environment makes the test binary facet serve, so that a test can tell what a
// server holds, and kill it.
const asServer = "FACET_TEST_SERVE"

func serve() int {
	go measure(os.Stdin, os.Stdout)
	c := Command(shell.Shell{Out: os.Stdout, Err: os.Stderr, Files: &files.Disk{}, Getenv: os.Getenv})
	c.SetArgs(os.Args[1:])
	if c.ExecuteContext(launch.Signals()) != nil {
		return 1
	}
	return 0
}

// measure answers each line with what the process holds: the bytes of the heap that are
// in use when all garbage is collected, and the goroutines.
func measure(asked io.Reader, out io.Writer) {
	for lines := bufio.NewScanner(asked); lines.Scan(); {
		var memory runtime.MemStats
		for range 3 { // what has a finalizer, or is in a pool, goes later
			runtime.GC()
		}
		runtime.ReadMemStats(&memory)
		fmt.Fprintln(out, "measured", memory.HeapAlloc, runtime.NumGoroutine())
	}
}

// started is such a server.
type started struct {
	*exec.Cmd
	address string
	asked   io.Writer
	said    *bufio.Reader
	bad     *bytes.Buffer // what it says at the end
}

// start starts one for as many as may come, with its state and its log in a folder.
func start(t *testing.T, dir string, args ...string) *started {
	t.Helper()
	const many = "--headless --address 127.0.0.1:0 --sessions 1000 --per-address 1000 --rate 1000000 --arrivals 1000000"
	cmd := exec.Command(os.Args[0], append(append(strings.Fields(many), "--state", filepath.Join(dir, "state"),
		"--log", filepath.Join(dir, "log")), args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asServer+"=yes", "HOME="+dir, "XDG_STATE_HOME=")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	asked, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var bad bytes.Buffer
	cmd.Stderr = &bad
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	told := bufio.NewReader(out)
	line, err := told.ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) < 2 {
		t.Fatalf("it says %q: %v, %s", line, err, bad.String())
	}
	s := &started{cmd, words[len(words)-1] + ":" + words[len(words)-2], asked, told, &bad}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return s
}

// measured is the bytes of the server's heap that are in use when all garbage is
// collected, and its goroutines.
func (s *started) measured(t *testing.T) (heap int64, goroutines int) {
	t.Helper()
	if _, err := fmt.Fprintln(s.asked); err != nil {
		t.Fatal(err)
	}
	for {
		line, err := s.said.ReadString('\n')
		if err != nil {
			t.Fatal(err, s.bad)
		}
		if n, _ := fmt.Sscanf(line, "measured %d %d", &heap, &goroutines); n == 2 {
			return heap, goroutines
		}
	}
}
