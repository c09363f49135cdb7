// Package end has the tests of a class from one end to the other: the program as users start it,
// the ssh that everybody has, a browser, and kill -9. All other tests of a class stand beside
// what they test, most of them in bubbles.
package end

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"facet/ui/cli/command"
	"facet/ui/cli/feature"
	"facet/ui/cli/launch"
	"facet/ui/teach"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// asProgram in the environment makes the test binary the program, with this wing alone.
const asProgram = "FACET_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	p := command.Program{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		Explore: launch.Explore, Features: feature.List{teach.Feature()}}
	os.Exit(p.Run(launch.Signals(), os.Args[1:]))
}

// patience is how long something may take that takes no time on a quiet machine.
const patience = 3 * time.Minute

// house is a machine with a home folder of its own, on which the program and ssh run.
type house struct {
	testing.TB
	dir string
}

func newHouse(t testing.TB) *house { return &house{t, t.TempDir()} }

// path is a file below the home folder.
func (h *house) path(names ...string) string {
	return filepath.Join(append([]string{h.dir}, names...)...)
}

// environment is all that a process there has of one.
func (h *house) environment(more ...string) []string {
	return append([]string{"HOME=" + h.dir, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color",
		"LANG=C.UTF-8"}, more...)
}

// writes writes files of the house.
func (h *house) writes(content map[string]string) {
	h.Helper()
	for name, text := range content {
		if err := os.MkdirAll(filepath.Dir(h.path(name)), 0o700); err != nil {
			h.Fatal(err)
		}
		if err := os.WriteFile(h.path(name), []byte(text), 0o600); err != nil {
			h.Fatal(err)
		}
	}
}

// facet is the program, in the folder work.
func (h *house) facet(args ...string) *exec.Cmd {
	h.Helper()
	if err := os.MkdirAll(h.path("work"), 0o700); err != nil {
		h.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir, cmd.Env = h.path("work"), h.environment(asProgram+"=yes", "USER=Ada")
	return cmd
}

// class is one that is served.
type class struct {
	*exec.Cmd
	host, port, page string
	log              *bytes.Buffer // whole when it has ended
}

// serves begins a class without a terminal, with its state in the folder state.
func (h *house) serves(args ...string) *class {
	h.Helper()
	cmd := h.facet(append([]string{"serve", "--headless", "--address", "127.0.0.1:0", "--state",
		h.path("state")}, args...)...)
	c := &class{Cmd: cmd, log: &bytes.Buffer{}}
	cmd.Stderr = c.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	last := "The server's key"
	if strings.Contains(strings.Join(args, " "), "--web") {
		last = "Browsers, to look: "
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		_, _ = fmt.Sscanf(line, "The class is open: ssh -p %s %s", &c.port, &c.host)
		_, _ = fmt.Sscanf(line, "Browsers, to look: %s", &c.page)
		if strings.HasPrefix(line, last) {
			return c
		}
	}
	_ = cmd.Wait()
	h.Fatalf("no class is open: %s", c.log)
	return nil
}

// kills ends it at once.
func (c *class) kills(t testing.TB) {
	t.Helper()
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
}

// ssh is a client that everybody has, of a user with the key in the file id, if there is one; the
// test is skipped where it is not.
func (h *house) ssh(c *class, args ...string) *exec.Cmd {
	h.Helper()
	path, err := exec.LookPath(args[0])
	if err != nil {
		h.Skip("no OpenSSH client here:", err)
	}
	options := []string{"-F", "none", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile=" + h.path("known"), "-o", "IdentitiesOnly=yes", "-o", "IdentityFile=" + h.path("id"),
		"-o", "LogLevel=ERROR", "-o", "Port=" + c.port}
	for k, a := range args {
		args[k] = strings.ReplaceAll(a, "HOST", c.host)
	}
	cmd := exec.Command(path, append(options, args[1:]...)...)
	cmd.Env, cmd.Dir = h.environment(), h.dir
	return cmd
}

// as is ssh with another key.
func as(key string, cmd *exec.Cmd) *exec.Cmd {
	for k, arg := range cmd.Args {
		if strings.HasPrefix(arg, "IdentityFile=") {
			cmd.Args[k] = "IdentityFile=" + key
		}
	}
	return cmd
}

// makesKey makes a key.
func (h *house) makesKey(name string) (path string) {
	h.Helper()
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		h.Skip("no OpenSSH here:", err)
	}
	path = h.path(name)
	if out, err := exec.Command(keygen, "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path).
		CombinedOutput(); err != nil {
		h.Fatalf("%v: %s", err, out)
	}
	return path
}

// screen is a terminal on which a program runs.
type screen struct {
	testing.TB
	cmd  *exec.Cmd
	file *os.File

	mutex sync.Mutex
	seen  bytes.Buffer
	over  chan struct{}
}

// shows runs a program on a terminal.
func (h *house) shows(cmd *exec.Cmd, width, height uint16) *screen {
	h.Helper()
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: height, Cols: width})
	if err != nil {
		h.Skip("no pseudo terminal:", err)
	}
	x := &screen{TB: h, cmd: cmd, file: file, over: make(chan struct{})}
	h.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-x.over
		_ = file.Close()
	})
	go func() {
		defer close(x.over)
		buffer := make([]byte, 1<<14)
		for {
			n, err := file.Read(buffer)
			x.mutex.Lock()
			x.seen.Write(buffer[:n])
			x.mutex.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return x
}

// comes is a student's ssh on a terminal, past the question for a name.
func (h *house) comes(cmd *exec.Cmd, width, height uint16) *screen {
	h.Helper()
	x := h.shows(cmd, width, height)
	x.sees("Your name")
	x.press("\r")
	return x
}

// all is all that has come so far.
func (x *screen) all() string {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	return x.seen.String()
}

func (x *screen) press(keys string) {
	x.Helper()
	if _, err := x.file.WriteString(keys); err != nil {
		x.Fatalf("pressing %q: %v", keys, err)
	}
}

// await waits until something holds of all that has come.
func (x *screen) await(what string, holds func(seen string) bool) {
	x.Helper()
	until(x, what, func() bool { return holds(x.all()) }, func() string {
		text := ansi.Strip(x.all())
		return text[max(0, len(text)-2000):]
	})
}

// sees waits until a text has come.
func (x *screen) sees(text string) {
	x.Helper()
	x.await(text, func(seen string) bool { return strings.Contains(ansi.Strip(seen), text) })
}

// ends waits for the end of the program.
func (x *screen) ends() error {
	x.Helper()
	select {
	case <-x.over:
	case <-time.After(patience):
		x.Fatalf("it does not end: %q", ansi.Strip(x.all()))
	}
	return x.cmd.Wait()
}

// until waits until something holds; told says what there is instead.
func until(t testing.TB, what string, holds func() bool, told func() string) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never %s: %s", what, told())
		}
	}
}

// sequence is what a key has left, as the word prints it.
func (h *house) sequence(c *class, key string) (text string, steps int) {
	h.Helper()
	out, err := as(key, h.ssh(c, "ssh", "HOST", "sequence")).CombinedOutput()
	if err != nil {
		h.Errorf("%s: %v, %s", key, err, out)
	}
	return string(out), bytes.Count(out, []byte("\n")) - 1
}
