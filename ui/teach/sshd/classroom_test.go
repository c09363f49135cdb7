package sshd

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest/extent"
	"facet/samples"

	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"
)

func TestMain(m *testing.M) {
	if state := os.Getenv(asServer); state != "" {
		os.Exit(serveFrom(state))
	}
	goleak.VerifyTestMain(m,
		// A tick, and a batch with one, ends without help.
		goleak.IgnoreAnyFunction("github.com/charmbracelet/bubbletea.Tick.func1"),
		goleak.IgnoreAnyFunction("github.com/charmbracelet/bubbletea.(*Program).execBatchMsg"))
}

// patience is how long something may take that takes no time on a quiet machine.
const patience = 8 * time.Minute

// size is how large something is in a test, and with -tags long, when it is as large as in a
// class that is as large as it may become.
func size[T any](few, many T) T {
	if extent.Full {
		return many
	}
	return few
}

// classroom is a class with a server of its own.
type classroom struct {
	testing.TB
	*Server
	address string
	within  *within // the room without a network; nil for the other one
	log     *noted
	end     func() error
}

// noted is a log that can be read while it is written.
type noted struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (n *noted) Write(p []byte) (int, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.text.Write(p)
}

func (n *noted) String() string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.text.String()
}

// sample is one of the samples.
func sample(t testing.TB, name string) *model.Dag {
	t.Helper()
	served, err := read(name)
	if err != nil {
		t.Fatal(err)
	}
	return served[0].Dag
}

// read reads a sample to be served.
func read(name string) ([]Served, error) {
	content, err := samples.Open(name)
	if err != nil {
		return nil, err
	}
	g, err := format.Read(name, bytes.NewReader(content))
	return []Served{{Name: name, Dag: g}}, err
}

// standard are options for a class on lion, whose pictures take least.
func standard(t testing.TB) Options {
	return Options{Dags: []Served{{Name: "lion", Dag: sample(t, "lion")}}, Address: "127.0.0.1:0",
		State:  t.TempDir(),
		Limits: Standard(), Headless: true, Out: io.Discard}
}

// bat is the dag of tests that need a puzzle, or more steps than lion has.
func bat(t testing.TB) []Served {
	t.Helper()
	return []Served{{Name: "bat", Dag: sample(t, "bat")}}
}

// open opens a class; it is closed at the end of the test at the latest. A busy machine may
// take its time to let people in, to serve them and to let them go.
func open(t testing.TB, o Options) *classroom {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	for usual, limit := range map[time.Duration]*time.Duration{Standard().Knock: &o.Limits.Knock, Standard().
		Grace: &o.Limits.Grace, Standard().Stalled: &o.Limits.Stalled} {
		if *limit == usual {
			*limit = patience
		}
	}
	r := openOn(t, o, l)
	r.atLast = patience
	return r
}

// openOn opens a class where clients come in.
func openOn(t testing.TB, o Options, l net.Listener) *classroom {
	t.Helper()
	log := &noted{}
	o.Log = log
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- s.Accept(l) }()
	end := sync.OnceValue(func() error {
		_ = l.Close()
		return errors.Join(s.Close(), <-over)
	})
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return &classroom{TB: t, Server: s, address: l.Addr().String(), log: log, end: end}
}

// key makes a key.
func key(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// login says who comes; without a key it is not known who.
func login(user string, key gossh.Signer) *gossh.ClientConfig {
	c := &gossh.ClientConfig{User: user, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience}
	if key != nil {
		c.Auth = append(c.Auth, gossh.PublicKeys(key))
	}
	c.Auth = append(c.Auth, gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string,
		error) {
		return nil, nil
	}))
	return c
}

// dial connects.
func (r *classroom) dial(user string, key gossh.Signer) *gossh.Client {
	r.Helper()
	dial := func(config *gossh.ClientConfig) (*gossh.Client, error) {
		return gossh.Dial("tcp", r.address, config)
	}
	if r.within != nil {
		dial = r.within.dial
	}
	c, err := dial(login(user, key))
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { c.Close() })
	return c
}

// said is what a word gives without a terminal: the output, what went to standard
// error, and the exit code.
func said(t testing.TB, c *gossh.Client, command string) (string, string, int) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out, bad bytes.Buffer
	s.Stdout, s.Stderr = &out, &bad
	if command == "" {
		if err = s.Shell(); err == nil {
			err = s.Wait()
		}
	} else {
		err = s.Run(command)
	}
	code := 0
	var exit *gossh.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitStatus()
	case err != nil:
		t.Fatalf("%q: %v", command, err)
	}
	return out.String(), bad.String(), code
}

// screen is a session on a terminal.
type screen struct {
	testing.TB
	*gossh.Session
	keys io.Writer

	mutex sync.Mutex
	seen  bytes.Buffer
	more  chan struct{}
	over  chan struct{} // the session has ended, with err
	err   error
}

// patient is as long as the rest of a frame takes.
const patient = 3 * time.Second / framesASecond

// device says what terminal a client has.
type device struct {
	term          string
	width, height int
	env           []string // name, value, name, value
	command       string
}

func (r *classroom) sit(c *gossh.Client, at device) *screen {
	r.Helper()
	s, err := c.NewSession()
	if err != nil {
		r.Fatal(err)
	}
	x := &screen{TB: r.TB, Session: s, more: make(chan struct{}, 1), over: make(chan struct{})}
	s.Stdout, s.Stderr = x, x
	if x.keys, err = s.StdinPipe(); err != nil {
		r.Fatal(err)
	}
	for k := 0; k+1 < len(at.env); k += 2 {
		_ = s.Setenv(at.env[k], at.env[k+1])
	}
	if err := s.RequestPty(at.term, at.height, at.width, gossh.TerminalModes{}); err != nil {
		r.Fatal(err)
	}
	if at.command == "" {
		err = s.Shell()
	} else {
		err = s.Start(at.command)
	}
	if err != nil {
		r.Fatal(err)
	}
	go func() {
		defer close(x.over)
		x.err = s.Wait()
	}()
	return x
}

func (x *screen) Write(p []byte) (int, error) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	select {
	case x.more <- struct{}{}:
	default:
	}
	return x.seen.Write(p)
}

// all is all that has come so far.
func (x *screen) all() string {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	return x.seen.String()
}

// forget drops what has come so far.
func (x *screen) forget() {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.seen.Reset()
}

func (x *screen) press(keys string) {
	x.Helper()
	if _, err := io.WriteString(x.keys, keys); err != nil {
		x.Fatalf("pressing %q: %v; seen %q", keys, err, tail(x.all()))
	}
}

// await waits until something holds of all that has come.
func (x *screen) await(what string, holds func(seen string) bool) {
	x.Helper()
	deadline := time.After(patience)
	for !holds(x.all()) {
		select {
		case <-x.more:
		case <-x.over:
			if !holds(x.all()) {
				x.Fatalf("it ended (%v) before %s: %s", x.err, what, tail(ansi.Strip(x.all())))
			}
		case <-deadline:
			x.Fatalf("never %s: %s", what, tail(ansi.Strip(x.all())))
		}
	}
}

// sees waits until a text has come.
func (x *screen) sees(text string) {
	x.Helper()
	x.await(text, func(seen string) bool { return strings.Contains(ansi.Strip(seen), text) })
}

// ends waits for the end and gives the exit code.
func (x *screen) ends() int {
	x.Helper()
	select {
	case <-x.over:
	case <-time.After(patience):
		x.Fatalf("it does not end: %s", tail(ansi.Strip(x.all())))
	}
	var exit *gossh.ExitError
	if errors.As(x.err, &exit) {
		return exit.ExitStatus()
	}
	if x.err != nil {
		return -1
	}
	return 0
}

func tail(text string) string { return fmt.Sprintf("%q", text[max(0, len(text)-2000):]) }
