package sshd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/ui/explore/app"

	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"
)

// secret stands in a file that no guest may see.
const secret = "root:x:0:0:secret"

// disk is what lies in folders: each file with its content.
func disk(t testing.TB, dirs ...string) string {
	t.Helper()
	var all strings.Builder
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				fmt.Fprintln(&all, path)
				return err
			}
			content, err := os.ReadFile(path)
			fmt.Fprintf(&all, "%s %d %q\n", path, len(content), content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

// No command of the explorer that takes a path reads or writes a file of the
// server's: each says so in a sentence.
func TestPathsLeadNowhere(t *testing.T) { synctest.Test(t, pathsLeadNowhere) }

func pathsLeadNowhere(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	for _, name := range []string{"passwd", "passwd.xml", "a.seq", "b.json"} {
		if err := os.WriteFile(name, []byte(secret), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := standard(t)
	r := openWithin(t, o)
	before := disk(t, here)
	for _, k := range []gossh.Signer{nil, key(t)} {
		x := r.sit(r.dial("student", k), device{"xterm-256color", 120, 40, nil, "explore"})
		x.sees("step 0/0")
		x.press("\r")
		x.sees("step 1/1")
		names := []string{"open"}
		for _, e := range app.NewCommands() {
			if e.Args == "a file" || strings.HasPrefix(e.Args, "a saved session") {
				names = append(names, e.Name)
			}
		}
		if len(names) < 7 {
			t.Fatalf("these take a path: %v", names)
		}
		paths := []string{filepath.Join(here, "passwd"), "new.xml"}
		if k == nil {
			paths = paths[:1]
		}
		for _, path := range paths {
			for _, name := range names {
				x.forget()
				x.press(":" + name + " " + path + "\r")
				x.await(name+" "+path+" is refused", func(seen string) bool {
					seen = ansi.Strip(seen)
					for _, sentence := range []string{"is read over ssh", "is written over ssh",
						"opened over ssh", "is not a saved session", "cannot be discarded",
						"by the extension"} {
						if strings.Contains(seen, sentence) {
							return true
						}
					}
					return false
				})
				x.forget()
				x.press("\x0c") // what was said before is off the screen
				x.await("the screen", func(seen string) bool { return strings.Contains(seen, "\x1b[2J") })
				time.Sleep(2 * time.Second / framesASecond)
			}
		}
		x.press("\x03\x03")
		x.ends()
		if strings.Contains(x.all(), secret) {
			t.Error("a file was shown")
		}
	}
	kept, err := os.ReadDir(o.State)
	for _, e := range kept {
		if name := e.Name(); err != nil || name != "host_ed25519" && name != "people" && name != "unkept" {
			t.Errorf("the state folder has %v, %v", kept, err)
		}
	}
	if after := disk(t, here); after != before {
		t.Errorf("on the disk is\n%s\nand was\n%s", after, before)
	}
}

// Nothing but the words is carried out, and nothing but a session is opened.
func TestNothingElseIsOpened(t *testing.T) {
	t.Parallel()
	r := open(t, standard(t))
	c := r.dial("student", nil)
	for _, command := range []string{"sh", "/bin/sh -c id", "rm -rf /", "scp -t /tmp", "sftp-server",
		"git-upload-pack x", "explore; id", "$(id)", "show\nid",
		"internal-sftp", "\x1b]0;x\a", "explore\x00"} {
		out, told, code := said(t, c, command)
		if out != "" || code != 1 || !strings.HasPrefix(told, "facet: ") ||
			strings.ContainsAny(told[:len(told)-1], "\x1b\a\n\x00") {
			t.Errorf("%q gives %q, %q, %d", command, out, told, code)
		}
	}
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	if ok, err := channel.SendRequest("subsystem", true, gossh.Marshal(struct{ Name string }{"sftp"})); ok ||
		err != nil {
		t.Error("there is an sftp:", err)
	}
	told := make([]byte, 200)
	if n, err := channel.Stderr().Read(told); err != nil ||
		!strings.Contains(string(told[:n]), "there are no files and no subsystems here") {
		t.Errorf("told %q: %v", told[:n], err)
	}
	channel.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"auth-agent-req@openssh.com", "x11-req", "nonsense"} {
		if ok, err := s.SendRequest(request, true, nil); ok || err != nil {
			t.Errorf("%s: %v, %v", request, ok, err)
		}
	}
	for _, v := range []string{"LD_PRELOAD", "PATH", "XDG_STATE_HOME", "HOME", "TERM"} {
		if s.Setenv(v, "x") == nil {
			t.Errorf("%s was taken over", v)
		}
	}
	if s.Setenv("LANG", "\x1b[2J") == nil || s.Setenv("LANG", strings.Repeat("x", 1000)) == nil ||
		s.Setenv("LANG", "C") != nil {
		t.Error("LANG")
	}
	s.Close()
	var refused *gossh.OpenChannelError
	if _, err := c.Dial("tcp", r.address); !errors.As(err, &refused) ||
		refused.Message != "facet forwards nothing" {
		t.Error("a port is forwarded:", err)
	}
	if _, err := c.Dial("unix", "/run/x"); !errors.As(err, &refused) {
		t.Error("a socket is forwarded:", err)
	}
	if l, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a port is forwarded back")
		l.Close()
	}
	for _, what := range []string{`"a subsystem"`, "auth-agent-req@openssh.com", "direct-tcpip",
		"tcpip-forward"} {
		if !strings.Contains(r.log.String(), what) {
			t.Errorf("the log says nothing of %s: %s", what, r.log)
		}
	}
}

// Names that would do something to a terminal or to the log are printed clean.
func TestNamesArePrintedClean(t *testing.T) { synctest.Test(t, namesArePrintedClean) }

func namesArePrintedClean(t *testing.T) {
	r := openWithin(t, standard(t))
	c := r.dial("\x1b]0;evil\a\nmsg=forged\u202e", nil)
	x := r.sit(c, device{"xterm", 80, 24, nil, ""})
	x.sees("a class on lion")
	x.press("?")
	x.sees("You are ?]0;evil")
	x.press("q")
	x.ends()
	if strings.Contains(x.all(), "]0;evil\a") || strings.ContainsAny(r.log.String(), "\x1b\a\u202e") ||
		strings.Contains(r.log.String(), "\nmsg=forged") {
		t.Errorf("the name is not clean: %q", r.log)
	}
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.RequestPty("\x1b[2Jxterm", 24, 80, nil); err == nil {
		t.Error("a terminal of such a name")
	}
}

// knocks are limits that are over soon.
func knocks() Limits {
	l := Standard()
	l.Knock, l.Grace, l.Waiting, l.Rate = 2*time.Second, 3*time.Second, 20, 100_000
	return l
}

// closes waits until the other side closes.
func closes(t testing.TB, c net.Conn) string {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(patience))
	text, err := io.ReadAll(c)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		t.Error("a connection stays open")
	}
	return string(text)
}

// Connections that never open a session are closed, however many and whatever they
// say, and the class goes on.
func TestHalfOpenConnections(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits = knocks()
	r := open(t, o)
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	var all []net.Conn
	for k := range size(60, 200) {
		c, err := net.Dial("tcp", r.address)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
		switch k % 4 {
		case 1:
			_, _ = io.WriteString(c, "SSH-2.0-x\r\n")
		case 2:
			_, _ = io.WriteString(c, strings.Repeat("garbage \x00\xff", 1000)+"\r\n")
		case 3:
			_, _ = c.Write(append([]byte("SSH-2.0-x\r\n\xff\xff\xff\xff"), make([]byte, 500)...))
		}
	}
	r.gate.mutex.Lock()
	if n := max(r.gate.silent.Len(), r.gate.readers.Len()); n > o.Limits.Waiting {
		t.Errorf("%d connections wait, %d may", n, o.Limits.Waiting)
	}
	r.gate.mutex.Unlock()
	x.press("\r") // a student is there meanwhile
	x.sees("step 1/1")
	if out, _, code := said(t, r.dial("another", nil), "help"); code != 0 || out == "" {
		t.Error("nobody else can come in")
	}
	for _, c := range all {
		closes(t, c)
		c.Close()
	}
	x.press("\r")
	x.sees("step 2/2")
	x.press("qq")
	x.ends()
}

// A client that logs in and opens nothing is closed, too; so is a session in which nothing
// was asked for, whatever else it sends.
func TestIdleConnections(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits = knocks()
	r := open(t, o)
	idle := make(chan error, 1)
	c := r.dial("student", nil)
	go func() { idle <- c.Wait() }()
	asks := r.dial("student", nil)
	s, err := asks.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // each would be waited for in the ssh library
		_ = s.WindowChange(30, 100)
	}
	for _, over := range []func() error{func() error { return <-idle }, asks.Wait} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = over()
		}()
		select {
		case <-done:
		case <-time.After(patience):
			t.Fatal("it stays open")
		}
	}
}

// Sessions are counted: in all, of a key, of an address; one that ends makes room.
func TestSessionsAreCounted(t *testing.T) {
	t.Parallel()
	for _, limit := range []struct {
		set  func(*Limits)
		says string
		key  bool
	}{
		{func(l *Limits) {
			l.Sessions = 3
		}, "the class is full: 3 sessions are open, try again later", false},
		{func(l *Limits) { l.PerKey = 3 }, "your key has 3 open sessions already", true},
		{func(l *Limits) { l.PerKey = 3 }, "this connection has 3 open sessions already", false},
		{func(l *Limits) { l.PerAddress = 3 }, "127.0.0.1 has 3 open sessions without a key already", false},
		{func(l *Limits) {
			l.PerAddress = 3
		}, "127.0.0.1 has 3 open sessions of keys that are not listed already", true},
	} {
		o := standard(t)
		limit.set(&o.Limits)
		r := open(t, o)
		var own gossh.Signer
		if limit.key {
			own = key(t)
		}
		c := r.dial("student", own)
		var sessions []*gossh.Session
		for range 3 {
			s, err := c.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			sessions = append(sessions, s)
		}
		for range 5 {
			_, err := c.NewSession()
			if err == nil || !strings.Contains(err.Error(), limit.says) {
				t.Fatalf("another session: %v", err)
			}
		}
		sessions[0].Close()
		for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			if s, err := c.NewSession(); err == nil {
				s.Close()
				break
			} else if time.Now().After(deadline) {
				t.Fatal(err)
			}
		}
	}
}

// An address that connects too often is told so before anything else is done for it.
func TestConnectionsAreCounted(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Arrivals = 5
	r := open(t, o)
	for range 5 {
		c, err := net.Dial("tcp", r.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if _, err := gossh.Dial("tcp", r.address, login("student", nil)); err == nil {
		t.Error("a sixth connection was let in")
	}
	c, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "SSH-2.0-x\r\n"); err != nil {
		t.Fatal(err)
	}
	if text := closes(t, c); !strings.Contains(text,
		"facet: too many connections from 127.0.0.1: wait a minute\r\n") {
		t.Errorf("it was told %q", text)
	}
}

// A client that comes too often is told so by ssh; who has a key, or comes from elsewhere, is
// not kept out by others behind the same address.
func TestOthersBehindTheAddressComeIn(t *testing.T) { synctest.Test(t, othersBehindTheAddressComeIn) }

func othersBehindTheAddressComeIn(t *testing.T) {
	o := standard(t)
	o.Limits.Rate = 20
	r := openWithin(t, o)
	often, also := key(t), key(t)
	for _, k := range []gossh.Signer{often, nil} {
		refused := 0
		for range 40 {
			s, err := r.dial("student", k).NewSession()
			if err == nil {
				s.Close()
				continue
			}
			if refused++; !strings.Contains(err.Error(), "too many sessions of ") ||
				!strings.Contains(err.Error(), "wait a minute") {
				t.Errorf("it is told %v", err)
			}
		}
		if refused < 15 {
			t.Errorf("%d of 40 sessions were refused", refused)
		}
		if out, _, code := said(t, r.dial("other", also), "help"); code != 0 || out == "" {
			t.Error("another student is kept out")
		}
	}
}

// Lines of any length, and commands, do no harm.
func TestLongLines(t *testing.T) { synctest.Test(t, longLines) }

func longLines(t *testing.T) {
	r := openWithin(t, standard(t))
	if s, err := r.dial("student", nil).NewSession(); err == nil {
		if err := s.Run(strings.Repeat("explore ", 20_000)); err == nil {
			t.Error("a command of 160 kB was carried out")
		}
	}
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	typing := make(chan error, 1)
	go func() { // more than is taken: it waits, and no other session does
		_, err := io.WriteString(x.keys, ":"+strings.Repeat("x", 4<<20))
		typing <- err
	}()
	y := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	y.sees("step 0/0")
	y.press("\r")
	y.sees("step 1/1")
	y.press("qq")
	y.ends()
	x.Close()
	<-typing
}

// A panic ends its own session with a sentence; the log has the rest.
func TestPanics(t *testing.T) { synctest.Test(t, panics) }

func panics(t *testing.T) {
	r := openWithin(t, standard(t))
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	v := &guestSession{server: r.Server}
	for _, k := range []string{"", "0123"} {
		v.guest.key = k
		if err := v.run(func() error {
			panic("on purpose")
		}); err == nil || !strings.Contains(err.Error(), "this session failed") {
			t.Error(err)
		}
	}
	if !strings.Contains(r.log.String(), "on purpose") ||
		!strings.Contains(r.log.String(), "attack_test.go") {
		t.Errorf("the log: %s", r.log)
	}
	x.press("\r")
	x.sees("step 1/1")
	x.press("qq")
	x.ends()
}
