//go:build unix

package launch_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"facet/ui/files/store"
)

// patience is the time limit for what is instantaneous on a quiet machine.
const patience = 8 * time.Minute

// console is a program on a terminal of its own, which never answers a question.
type console struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File
	dir  string // scratch: home, state and working directory

	mutex  sync.Mutex
	seen   bytes.Buffer
	more   chan struct{} // signals more output
	closed chan struct{} // closed at the end of the output
	done   chan struct{} // closed when the program has ended, with err
	err    error
	looked int // how much of the output was searched
}

// self stands for this test as the program facet.
const self = ""

// onConsole starts a program.
func onConsole(t *testing.T, name string, args ...string) *console {
	t.Helper()
	return onConsoleIn(t, t.TempDir(), name, args...)
}

// onConsoleIn is onConsole with a scratch folder that may have something in it.
func onConsoleIn(t *testing.T, dir, name string, args ...string) *console {
	t.Helper()
	c := &console{t: t, dir: dir, more: make(chan struct{}, 1), closed: make(chan struct{}),
		done: make(chan struct{})}
	if name == self {
		name = executable(t)
	}
	c.cmd = exec.Command(name, args...)
	c.cmd.Dir = filepath.Join(c.dir, "work")
	if err := os.MkdirAll(c.cmd.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	c.knows(dir)
	c.cmd.Env = []string{asProgram + "=1", "TERM=xterm-256color", "HOME=" + c.dir, "TMPDIR=" + c.dir,
		"PATH=" + os.Getenv("PATH"),
		"PS1=prompt>", "GORACE=" + os.Getenv("GORACE")}
	file, err := pty.StartWithSize(c.cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skip("no pseudo terminal:", err)
	}
	c.file = file
	go func() {
		defer close(c.done)
		c.err = c.cmd.Wait()
	}()
	go func() {
		defer close(c.closed)
		buffer := make([]byte, 1<<14)
		for {
			n, err := file.Read(buffer)
			c.mutex.Lock()
			c.seen.Write(buffer[:n])
			c.mutex.Unlock()
			select {
			case c.more <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = c.cmd.Process.Kill()
		<-c.done
		_ = file.Close()
		<-c.closed
	})
	return c
}

func executable(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// await waits until a text is printed, after the text that was awaited before.
func (c *console) await(text string) {
	c.t.Helper()
	timeout := time.After(patience)
	for {
		c.mutex.Lock()
		at := bytes.Index(c.seen.Bytes()[c.looked:], []byte(text))
		if at >= 0 {
			c.looked += at + len(text)
		}
		rest := c.seen.String()[c.looked:]
		c.mutex.Unlock()
		if at >= 0 {
			return
		}
		select {
		case <-c.more:
		case <-timeout:
			c.t.Fatalf("%q is never seen, but %q", text, rest[max(0, len(rest)-2000):])
		}
	}
}

func (c *console) press(keys string) {
	c.t.Helper()
	if _, err := c.file.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits until the program has ended.
func (c *console) ends() error {
	c.t.Helper()
	select {
	case <-c.done:
		return c.err
	case <-time.After(patience):
		c.t.Fatal("it does not end")
	}
	return nil
}

const (
	altScreen = "\x1b[?1049h"
	noScreen  = "\x1b[?1049l"
)

// A search that is asked to end, by any signal, ends in order: it writes its results.
func TestSolveEndsInOrder(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT} {
		c := onConsole(t, self, "solve", "--log", "--bound", "simple", "--start", "heuristics", "--pace",
			"50",
			"--out", "openfoam.seq", "--certificate", "openfoam.json", "openfoam")
		c.await("H ") // the first sequence
		if err := c.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if err := c.ends(); err != nil {
			t.Errorf("%v: %v: %q", s, err, c.tail())
		}
		for name, want := range map[string]string{"openfoam.seq": "ACC ", "openfoam.json": `"sequence"`} {
			if content, err := os.ReadFile(filepath.Join(c.cmd.Dir, name)); err != nil ||
				!strings.Contains(string(content), want) {
				t.Errorf("%v: %v %.100s", s, err, content)
			}
		}
	}
}

// The explorer restores the screen and saves, however it ends.
func TestExplorerEndsInOrder(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT} {
		c := onConsole(t, self, "bat")
		c.await("step 0/0")
		c.press("\r")
		c.await("step 1/1")
		if err := c.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		c.await(noScreen)
		c.await("Saved at step 1 of bat")
		if err := c.ends(); err != nil {
			t.Errorf("%v: %v: %q", s, err, c.tail())
		}
		if saved, _ := filepath.Glob(filepath.Join(c.dir,
			".local/state/facet/sessions/*.json")); len(saved) != 1 {
			t.Errorf("%v: saved %v", s, saved)
		}
	}
}

// ctrl+z, and a stop from outside, lead back to the shell; fg brings a screen
// and keys that work.
func TestStopAndGoOn(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no shell with jobs:", err)
	}
	c := onConsole(t, bash, "--norc", "--noprofile", "--noediting", "-i")
	c.await("prompt>")
	c.press(executable(t) + " bat\n")
	c.await(altScreen)
	c.await("step 0/0")
	c.press("\r")
	c.await("step 1/1")
	c.press("\x1a")
	c.await(noScreen)
	c.await("Stopped")
	c.await("prompt>")
	c.press("fg\n")
	c.await(altScreen)
	c.await("step 1/1")
	c.press("u")
	c.await("step 0/1")

	jobs, err := os.ReadFile("/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/task/" +
		strconv.Itoa(c.cmd.Process.Pid) + "/children")
	if err != nil {
		t.Skip("the job's number is not to be had:", err)
	}
	job, err := strconv.Atoi(strings.TrimSpace(string(jobs)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(job, syscall.SIGTSTP); err != nil {
		t.Fatal(err)
	}
	c.await(noScreen)
	c.await("Stopped")
	c.press("fg\n")
	c.await(altScreen)
	c.await("step 0/1")
	c.press("\x12") // redo
	c.await("step 1/1")
	c.press("q")
	c.await("Saved at step 1 of bat")
	c.press("exit\n")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}

// Where there is no shell to go back to, ctrl+z does no harm.
func TestStopWithoutShell(t *testing.T) {
	c := onConsole(t, self, "bat")
	c.await("step 0/0")
	c.press("\x1a")
	c.await("There is no shell here.")
	c.press("\r")
	c.await("step 1/1")
	c.press("q")
	if err := c.ends(); err != nil {
		t.Error(err)
	}
}

// tail is the end of the output.
func (c *console) tail() string {
	<-c.closed
	c.mutex.Lock()
	defer c.mutex.Unlock()
	seen := c.seen.String()
	return seen[max(0, len(seen)-2000):]
}

// knows makes the console's user one who has seen the tour, unless settings exist.
func (c *console) knows(home string) {
	directory, err := store.Open(func(name string) string { return map[string]string{"HOME": home}[name] })
	if s := directory.Settings(); err == nil && s == (store.Settings{}) {
		s.Toured = true
		_ = directory.Keep(s) // an error is what some tests are about
	}
}
