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
	"time"

	"facet/ui/registry"

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
func TestPathsLeadNowhere(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	for _, name := range []string{"passwd", "passwd.xml", "a.seq", "b.json"} {
		if err := os.WriteFile(name, []byte(secret), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := standard(t)
	r := open(t, o)
	before := disk(t, here)
	for _, k := range []gossh.Signer{nil, key(t)} {
		x := r.sit(r.dial("student", k), device{"xterm-256color", 120, 40, nil, "explore"})
		x.sees("step 0/0")
		x.press("\r")
		x.sees("step 1/1")
		names := []string{"open"}
		for _, e := range registry.New(r.library.Samples(), nil) {
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
					for _, sentence := range []string{"is read over ssh", "is written over ssh", "opened over ssh", "is not a saved session", "cannot be discarded", "by the extension"} {
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
	if kept, err := os.ReadDir(o.State); err != nil || len(kept) != 2 {
		t.Errorf("the state folder has %v", kept)
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
	for _, command := range []string{"sh", "/bin/sh -c id", "rm -rf /", "scp -t /tmp", "sftp-server", "git-upload-pack x", "explore; id", "$(id)", "show\nid",
		"internal-sftp", "\x1b]0;x\a", "explore\x00"} {
		out, told, code := said(t, c, command)
		if out != "" || code != 1 || !strings.HasPrefix(told, "facet: ") || strings.ContainsAny(told[:len(told)-1], "\x1b\a\n\x00") {
			t.Errorf("%q gives %q, %q, %d", command, out, told, code)
		}
	}
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	if ok, err := channel.SendRequest("subsystem", true, gossh.Marshal(struct{ Name string }{"sftp"})); ok || err != nil {
		t.Error("there is an sftp:", err)
	}
	told := make([]byte, 200)
	if n, err := channel.Stderr().Read(told); err != nil || !strings.Contains(string(told[:n]), "there are no files and no subsystems here") {
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
	if s.Setenv("LANG", "\x1b[2J") == nil || s.Setenv("LANG", strings.Repeat("x", 1000)) == nil || s.Setenv("LANG", "C") != nil {
		t.Error("LANG")
	}
	s.Close()
	var refused *gossh.OpenChannelError
	if _, err := c.Dial("tcp", r.address); !errors.As(err, &refused) || refused.Message != "facet forwards nothing" {
		t.Error("a port is forwarded:", err)
	}
	if _, err := c.Dial("unix", "/run/x"); !errors.As(err, &refused) {
		t.Error("a socket is forwarded:", err)
	}
	if l, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a port is forwarded back")
		l.Close()
	}
	for _, what := range []string{`"a subsystem"`, "auth-agent-req@openssh.com", "direct-tcpip", "tcpip-forward"} {
		if !strings.Contains(r.log.String(), what) {
			t.Errorf("the log says nothing of %s: %s", what, r.log)
		}
	}
}

// Names that would do something to a terminal or to the log are printed clean.
func TestNamesArePrintedClean(t *testing.T) {
	t.Parallel()
	r := open(t, standard(t))
	c := r.dial("\x1b]0;evil\a\nmsg=forged\u202e", nil)
	x := r.sit(c, device{"xterm", 80, 24, nil, ""})
	x.sees("a class on bat")
	x.press("?")
	x.sees("You are ?]0;evil")
	x.press("q")
	x.ends()
	if strings.Contains(x.all(), "]0;evil\a") || strings.ContainsAny(r.log.String(), "\x1b\a\u202e") || strings.Contains(r.log.String(), "\nmsg=forged") {
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
	l.Knock, l.Grace, l.Waiting, l.Rate = 300*time.Millisecond, 600*time.Millisecond, 20, 100_000
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

// Connections that never become anybody are closed, however many and whatever they
// say, and the class goes on.
func TestHalfOpenConnections(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits = knocks()
	r := open(t, o)
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	var all []net.Conn
	for k := range 200 {
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
	if n := len(r.gate.waiting); n > o.Limits.Waiting {
		t.Errorf("%d connections wait, %d may", n, o.Limits.Waiting)
	}
	r.gate.mutex.Unlock()
	x.press("\r") // somebody is there meanwhile
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

// Whoever is known and opens nothing is closed, too; so is a session in which nothing
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
		{func(l *Limits) { l.Sessions = 3 }, "the class is full: 3 sessions are open, try again later", false},
		{func(l *Limits) { l.PerKey = 3 }, "your key has 3 open sessions already", true},
		{func(l *Limits) { l.PerAddress = 3 }, "127.0.0.1 has 3 open sessions already", false},
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
		for range 50 {
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
	if text := closes(t, c); !strings.Contains(text, "facet: too many connections from 127.0.0.1: wait a minute\r\n") {
		t.Errorf("it was told %q", text)
	}
}

// Whoever comes too often is told so by ssh; who has a key, or comes from elsewhere, is
// not kept out by others behind the same address.
func TestOthersBehindTheAddressComeIn(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Rate = 20
	r := open(t, o)
	often, also := key(t), key(t)
	for _, k := range []gossh.Signer{often, nil} {
		refused := 0
		for range 40 {
			s, err := r.dial("student", k).NewSession()
			if err == nil {
				s.Close()
				continue
			}
			if refused++; !strings.Contains(err.Error(), "too many sessions of ") || !strings.Contains(err.Error(), "wait a minute") {
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

// Whatever a stranger without a key sends, the log stays small: long names are clipped,
// so many lines are written for an address, and the client is left in the end.
func TestTheLogIsNotFilled(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Refused = 200
	r := open(t, o)
	name := strings.Repeat("x\n", 15_000)
	for range 3 {
		c := r.dial("student", nil)
		for range o.Limits.Refused / 2 {
			if _, _, err := c.OpenChannel(name, nil); err == nil || !strings.Contains(err.Error(), "facet forwards nothing") {
				t.Fatal("a channel of that name:", err)
			}
		}
		for range o.Limits.Refused {
			_, _, _ = c.SendRequest(name, false, nil)
		}
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			_ = c.Wait()
		}()
		select {
		case <-closed:
		case <-time.After(patience):
			t.Fatal("it is not closed")
		}
		c = r.dial("student", nil)
		for range 20 {
			_, _, _ = said(t, c, "rm -rf "+name[:900])
		}
		c.Close()
	}
	text := r.log.String()
	for line := range strings.Lines(text) {
		if len(line) > 1000 {
			t.Errorf("a line of %d bytes: %.100q", len(line), line)
		}
	}
	if n := strings.Count(text, "refused"); n == 0 || n > 100 {
		t.Errorf("%d lines about what was refused", n)
	}
	r.Server.log.counters()
	if lost := r.log.String(); !strings.Contains(lost, "counters") || strings.Contains(lost, "left-out=0") {
		t.Errorf("nothing was counted: %s", tail(lost))
	}
}

// Neither do many addresses fill it, nor who breaks something again and again.
func TestTheLogHasAnEnd(t *testing.T) {
	var out strings.Builder
	j := newJournal(&out)
	for k := range 2 * mostRates {
		j.came("session", fmt.Sprint(k), "who", strings.Repeat("y", 10_000))
		j.panicked("somewhere", strings.Repeat("y", 10_000), []byte(strings.Repeat("z", 100_000)))
	}
	if out.Len() > (linesAtOnce+100)*400+100*2*mostStack {
		t.Errorf("%d bytes", out.Len())
	}
	if n := len(j.comers.names); n > mostRates {
		t.Errorf("%d addresses are remembered", n)
	}
}

// The file of the log begins anew before it fills the disk.
func TestTheLogFileBeginsAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "class.log")
	for range 2 { // and goes on after a restart
		l, err := openLog(path, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if _, err := io.WriteString(l, strings.Repeat("x", 99)+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{path, path + ".1"} {
		if info, err := os.Stat(name); err != nil || info.Size() > 1000 || info.Size() == 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// A puzzle whose par nobody knows has one referee and one search for all who open it, and
// that search waits among the others.
func TestOneRefereeForAll(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags = hard(t)
	o.Limits.Search = time.Second
	r := open(t, o)
	var all []*screen
	for range size(8, 60) {
		x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "puzzle hard"})
		all = append(all, x)
	}
	for _, x := range all {
		x.sees("Find an optimal sequence for")
	}
	if n := r.pool.Begun(); n > 1 {
		t.Errorf("%d searches for one question", n)
	}
	for _, x := range all {
		x.press("h") // and one judgement
	}
	for _, x := range all {
		x.press("\x03\x03")
		x.ends()
	}
	for deadline := time.Now().Add(patience); r.pool.Busy(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the search goes on although nobody is there")
		}
	}
}

// One key's puzzles are limited, and so are new keys from one address; places of those
// who do not come back expire.
func TestPlacesHaveAnEnd(t *testing.T) {
	dir := t.TempDir()
	l := Standard()
	l.Keys = 1000
	print := func(n int) string { return fmt.Sprintf("%064x", n) }
	p, err := openPlaces(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	for n := range 2 * newADay {
		home, leave, err := p.use(print(n), "192.0.2.1", false)
		if err != nil {
			continue
		}
		given++
		if err := os.MkdirAll(filepath.Join(home, "sessions"), 0o700); err != nil {
			t.Fatal(err)
		}
		leave()
	}
	if given != newADay {
		t.Errorf("%d new keys from one address", given)
	}
	if _, leave, err := p.use(print(9999), "192.0.2.1", true); err != nil {
		t.Error("who is listed has no place:", err)
	} else {
		leave() // nothing was written
	}
	if n := len(p.taken); n != newADay {
		t.Errorf("%d places are taken", n)
	}
	old := time.Now().Add(-l.Expire - time.Hour)
	for n := range 10 {
		for _, path := range []string{filepath.Join(p.home(print(n)), "sessions"), p.home(print(n))} {
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	other := filepath.Join(dir, "other")
	if err := os.Mkdir(other, 0o700); err != nil || os.Chtimes(other, old, old) != nil {
		t.Fatal(err)
	}
	if p, err = openPlaces(dir, l); err != nil || len(p.taken) != newADay-10 {
		t.Errorf("%d places are left: %v", len(p.taken), err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("somebody else's folder is gone")
	}
}

// Nobody fills the disk: neither one key with sessions nor many keys.
func TestTheDiskIsNotFilled(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Limits.Kept, o.Limits.Keys = 2, 1
	r := open(t, o)
	x := r.sit(r.dial("student", key(t)), device{"xterm-256color", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	for k := range 3 {
		x.press("\r")
		x.sees("step 1/1")
		if k == 2 {
			x.sees("2 sessions are saved already")
			break
		}
		for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			if files, _ := filepath.Glob(filepath.Join(o.State, "people", "*", "sessions", "*.json")); len(files) == k+1 {
				break
			} else if time.Now().After(deadline) {
				t.Fatalf("%d sessions are kept", len(files))
			}
		}
		x.forget()
		x.press(":restart\r")
		x.sees("step 0/0")
	}
	x.press("\x03\x03")
	x.ends()
	y := r.sit(r.dial("student", key(t)), device{"xterm-256color", 120, 40, nil, "explore"})
	y.sees("the limit of 1 keys with saved work is reached")
	y.press("\x03\x03")
	y.ends()
}

// Lines of any length, and commands, do no harm.
func TestLongLines(t *testing.T) {
	t.Parallel()
	r := open(t, standard(t))
	if s, err := r.dial("student", nil).NewSession(); err == nil {
		if err := s.Run(strings.Repeat("explore ", 20_000)); err == nil {
			t.Error("a command of 160 kB was carried out")
		}
	}
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	typing := make(chan error, 1)
	go func() { // more than anybody takes: it waits, and nobody else does
		_, err := io.WriteString(x.keys, ":"+strings.Repeat("x", 10<<20))
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
func TestPanics(t *testing.T) {
	t.Parallel()
	r := open(t, standard(t))
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	v := &guestSession{Server: r.Server, key: "0123"}
	for _, k := range []string{"", "0123"} {
		v.key = k
		if err := v.run(func() error { panic("on purpose") }); err == nil || !strings.Contains(err.Error(), "this session failed") {
			t.Error(err)
		}
	}
	if !strings.Contains(r.log.String(), "on purpose") || !strings.Contains(r.log.String(), "attack_test.go") {
		t.Errorf("the log: %s", r.log)
	}
	x.press("\r")
	x.sees("step 1/1")
	x.press("qq")
	x.ends()
}
