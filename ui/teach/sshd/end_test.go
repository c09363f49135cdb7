package sshd

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/ui/cli/launch"
	"facet/ui/terminal"

	gossh "golang.org/x/crypto/ssh"
)

// asServer in the environment makes the test binary a server with this state folder.
const asServer = "FACET_TEST_SERVE"

// serveFrom is the server that a test can kill.
func serveFrom(state string) int {
	o := Options{Address: "127.0.0.1:0", State: state, Limits: Standard(), Headless: true, Out: os.Stdout,
		Log: io.Discard, Asked: launch.Serve()}
	if l, err := openLog(filepath.Join(filepath.Dir(state), "log"), mostLog); err == nil {
		o.Log = l
	}
	lecturers := filepath.Join(filepath.Dir(state), "lecturers")
	if _, err := os.Stat(lecturers); err == nil {
		o.Lecturers = lecturers
		o.Limits.Sessions, o.Limits.PerAddress, o.Limits.Rate, o.Limits.Arrivals = 1000, 1000, 1_000_000,
			1_000_000
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(state), "patient")); err == nil {
		o.Limits.Knock, o.Limits.Grace, o.Limits.Stalled = patience, patience, patience
	}
	if at, err := os.ReadFile(filepath.Join(filepath.Dir(state), "web")); err == nil {
		o.Web = string(at)
		o.Limits.Browsers = 2000
	}
	launch.LeaveGarbage()
	go measure(os.Stdin, os.Stdout)
	content, err := os.ReadFile(filepath.Join(filepath.Dir(state), "dag"))
	if err == nil {
		o.Dags, err = read(string(content))
	}
	if err == nil {
		err = run(context.Background(), o)
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// measure answers each line with what the process holds: the bytes of the heap that are
// in use when all garbage is collected, and the goroutines. A line is the name of a file
// for the heap's profile, or empty.
func measure(asked io.Reader, out io.Writer) {
	for lines := bufio.NewScanner(asked); lines.Scan(); {
		var memory runtime.MemStats
		for range 3 { // what has a finalizer, or is in a pool, goes later
			runtime.GC()
		}
		runtime.ReadMemStats(&memory)
		if path := lines.Text(); path != "" {
			if f, err := os.Create(path); err == nil {
				_ = pprof.WriteHeapProfile(f)
				_ = f.Close()
			}
			if f, err := os.Create(path + ".goroutines"); err == nil {
				_ = pprof.Lookup("goroutine").WriteTo(f, 1)
				_ = f.Close()
			}
		}
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

// measured is the bytes of the server's heap that are in use when all garbage is
// collected, and its goroutines.
func (s *started) measured(t *testing.T, profile string) (heap int64, goroutines int) {
	t.Helper()
	if _, err := fmt.Fprintln(s.asked, profile); err != nil {
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

func start(t *testing.T, dir string) *started {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Dir = filepath.Join(dir, "work")
	cmd.Env = append(os.Environ(), asServer+"="+filepath.Join(dir, "state"), "HOME="+dir, "XDG_STATE_HOME=")
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

// stalled is a client that reads nothing any more while much is drawn for it.
func (r *classroom) stalled() *gossh.Client {
	r.Helper()
	c := r.dial("stalled", nil)
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		r.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	pty := struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{"xterm", terminal.Widest, terminal.Highest, 0, 0, ""}
	if ok, err := channel.SendRequest("pty-req", true, gossh.Marshal(pty)); !ok || err != nil {
		r.Fatal(ok, err)
	}
	if ok, err := channel.SendRequest("exec", true,
		gossh.Marshal(struct{ Command string }{"explore"})); !ok || err != nil {
		r.Fatal(ok, err)
	}
	go func() {
		for range 10_000 {
			if _, err := io.WriteString(channel, "\x0c"); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return c
}

// A client that does not read is closed, and no other client waits for it.
func TestStalledClients(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Stalled = 200 * time.Millisecond
	r := open(t, o)
	c := r.stalled()
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	for k := range 5 {
		x.sees(fmt.Sprintf("step %d/%d", k, k))
		x.press("\r")
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = c.Wait()
	}()
	select {
	case <-over:
	case <-time.After(patience):
		t.Error("it is still there")
	}
	x.press("qq")
	x.ends()
}

// At the end everybody is told, and those who do not listen hold up nothing: Close
// fails where it takes longer than it may.
func TestGoodBye(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags = bat(t)
	r := open(t, o)
	for range 3 {
		r.stalled()
	}
	for range 3 {
		c := r.dial("nothing", nil) // opens nothing
		_, _, _ = c.SendRequest("keepalive@openssh.com", true, nil)
	}
	var screens []*screen
	own := key(t)
	for k, word := range []string{"explore", "follow", "", "explore lion"} {
		var as gossh.Signer
		if k == 0 {
			as = own
		}
		screens = append(screens, r.sit(r.dial("student", as), device{"xterm", 80, 24, nil, word}))
	}
	screens[0].sees("step 0/0")
	screens[0].press("\r\r\r")
	screens[0].sees("step 3/3")
	screens[1].sees("no lecturer yet")
	screens[2].sees("a class on bat")
	screens[3].sees("step 0/0")
	if err := r.end(); err != nil {
		t.Error(err)
	}
	for _, x := range screens {
		x.sees("facet: the class is over: good-bye")
		if code := x.ends(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	o = r.options
	out, _, _ := said(t, open(t, o).dial("student", own), "sequence")
	if strings.Count(out, "\n") != 4 {
		t.Errorf("kept is %q", out)
	}
}

// Who does nothing and sees nothing for long is told and left.
func TestIdle(t *testing.T) { synctest.Test(t, idle) }

func idle(t *testing.T) {
	o := standard(t)
	o.Limits.Idle = 300 * time.Millisecond
	r := openWithin(t, o)
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("the session was idle for too long")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
