package sshd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach/class"
	"facet/ui/teach/puzzle"
	"facet/ui/teach/web"
	"facet/ui/terminal"

	"github.com/charmbracelet/log"
	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"
)

// Server is a class that is open.
type Server struct {
	options   Options
	code      *classCode
	listed    people // who may come in; nil for all
	lecturers people
	class     *class.Class
	invite    class.Invitation // how to come in
	library   *library
	puzzles   puzzle.Library
	places    *places
	unlock    func() // gives the state directory back
	unkept    *unkept
	results   string          // the file of what people have reached
	reached   uint64          // what of it is in the file
	pool      *class.Pool     // of guests' searches
	turns     chan struct{}   // of guests' pictures
	large     terminal.Turns  // of guests' large windows
	crowd     *terminal.Crowd // lecturers are served before it
	shared    *app.Shared     // pictures of the same steps
	studies   chan struct{}   // of what their operations are worth
	sessions  *limiter
	gate      *gate
	refusing  chan struct{} // connections that are told why
	log       *journal
	ssh       *ssh.Server
	web       *web.Server // for browsers; nil without
	host      gossh.Signer
	fresh     bool // the host key was made just now

	ctx   context.Context // ends with the class
	close context.CancelFunc

	mutex       sync.Mutex
	connections map[*connection]struct{}
	work        work // connections and sessions
}

// layoutBytes is how much of what was laid out is kept for those who come late.
const layoutBytes = 4 << 20

// New prepares a class: it reads the keys and checks that the options say who comes in.
func New(o Options) (*Server, error) {
	if len(o.Dags) == 0 {
		return nil, errors.New("there is no dag to serve: name a dag or a sample as well")
	}
	for _, d := range o.Dags {
		if n := len(d.Dag.Edges); n > o.Limits.Edges {
			return nil, fmt.Errorf("%s has %d edges, the limit is %d: make the dag coarser, or raise --most-edges", d.Name, n, o.Limits.Edges)
		}
	}
	if err := errors.Join(o.trust(), o.trustWeb()); err != nil {
		return nil, err
	}
	s := &Server{options: o, code: newCode(o.Code), class: class.New(), sessions: newLimiter(o.Limits, o.Code != ""), refusing: make(chan struct{}, 100), connections: make(map[*connection]struct{})}
	s.pool = class.NewPool(1, o.Limits.Search, o.Limits.Memory)
	s.shared = app.NewShared(layoutBytes)
	s.crowd = terminal.NewCrowd(runtime.GOMAXPROCS(0))
	s.turns, s.studies = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), make(chan struct{}, 1)
	s.ctx, s.close = context.WithCancel(context.Background())
	s.log = newJournal(o.Log)
	s.gate = newGate(o.Limits, func(from string, why error) { s.log.refused(from, "connection", "why", why) })
	var err error
	if s.listed, err = readPeople(o.AuthorizedKeys); err != nil {
		return nil, err
	}
	if s.lecturers, err = readPeople(o.Lecturers); err != nil {
		return nil, err
	}
	if s.library, err = newLibrary(o.Dags, o.Lessons); err != nil {
		return nil, err
	}
	if err := s.library.readLessons(s.ctx); err != nil {
		return nil, err
	}
	s.puzzles = puzzle.NewLibrary(s.library, nil)
	s.puzzles.Referees = puzzle.NewReferees(s.judgePar, make(chan struct{}, 1))
	if o.HostKey == "" {
		o.HostKey = filepath.Join(o.State, "host_ed25519")
	}
	if s.host, s.fresh, err = hostKey(o.HostKey); err != nil {
		return nil, err
	}
	if s.unlock, err = store.Lock(o.State); err != nil {
		return nil, fmt.Errorf("the folder %s cannot be used: %w: choose another one with --state", o.State, files.Reason(err))
	}
	if err = s.prepare(); err != nil {
		s.unlock()
		return nil, err
	}
	if o.Web != "" {
		s.web = s.browsers()
	}
	return s, nil
}

// prepare reads what the state directory has, and makes what is missing there.
func (s *Server) prepare() (err error) {
	o := s.options
	s.unkept = &unkept{dir: filepath.Join(o.State, "unkept")}
	var reached []class.Result
	s.results, reached = resultsOf(filepath.Join(o.State, "results"), time.Now().Format("2006-01-02"))
	s.reached = s.class.Restore(reached)
	if s.places, err = openPlaces(filepath.Join(o.State, "people"), o.Limits); err != nil {
		return err
	}
	s.ssh, err = wish.NewServer(s.known, s.closed, wish.WithVersion("facet"))
	return err
}

// judgePar looks for the best total of a puzzle where it is not known, one for all who
// have it open. It waits among the students' searches; what is open for everybody goes
// first, and may take longer.
func (s *Server) judgePar(ctx context.Context, name string, state *model.State, o planner.Options) (puzzle.Search, error) {
	if task := s.class.Task(); task != nil && task.Puzzle != nil && task.Puzzle.Name == name {
		return s.pool.StartFirst(ctx, state, o), nil
	}
	return s.pool.Start(ctx, state, o)
}

// trust refuses to let other machines in unless the options say which.
func (o Options) trust() error {
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return fmt.Errorf("--address is %q: write host:port, as 127.0.0.1:2222", o.Address)
	}
	if loopback(host) {
		return nil
	}
	if o.AuthorizedKeys == "" && !o.Open && o.Code == "" {
		return fmt.Errorf("--address %s lets other machines connect: name their keys with --authorized-keys, or let anybody connect with --open, or those who have a code with --code", o.Address)
	}
	return nil
}

// loopback reports whether only this machine reaches an address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// known says who may come in, and with what.
func (s *Server) known(server *ssh.Server) error {
	server.AddHostKey(s.host)
	server.ServerConfigCallback = s.logins
	server.PublicKeyHandler = func(ctx ssh.Context, key ssh.PublicKey) bool {
		if _, certificate := key.(*gossh.Certificate); certificate {
			return false // who signed it is not checked
		}
		_, err := s.listing(key, ctx.RemoteAddr())
		return err == nil
	}
	server.ConnectionFailedCallback = func(c net.Conn, err error) {
		var auth *gossh.ServerAuthError
		if errors.As(err, &auth) && len(auth.Errors) < 2 { // else each attempt has a line
			s.log.failed(address(c.RemoteAddr()), "method", "none", "why", "it has no key, and gave up")
		}
	}
	if s.keyless() {
		// A client without a key is asked nothing but the class's code. It comes after the
		// keys, so that one who has a key comes with it.
		server.KeyboardInteractiveHandler = func(ctx ssh.Context, challenge gossh.KeyboardInteractiveChallenge) bool {
			return !s.code.needed() || s.askCode(ctx, metadata{ctx}, "", challenge) == nil
		}
	}
	return nil
}

// keyless reports whether one can come in without a key.
func (s *Server) keyless() bool { return s.listed == nil || s.code.needed() }

// metadata is what a context knows of its connection.
type metadata struct{ ssh.Context }

func (m metadata) SessionID() []byte     { return []byte(m.Context.SessionID()) }
func (m metadata) ClientVersion() []byte { return []byte(m.Context.ClientVersion()) }
func (m metadata) ServerVersion() []byte { return []byte(m.Context.ServerVersion()) }

// listing is the line that lets a key in from an address. Where all may come in, a
// key has an empty one at least.
func (s *Server) listing(key ssh.PublicKey, from net.Addr) (*listing, error) {
	print, ip := fingerprint(key), addressOf(from)
	if s.lecturers[print] != nil {
		l, err := s.lecturers.admitted(print, ip, time.Now())
		if err == nil {
			return l, nil
		}
	}
	if s.listed == nil {
		return &listing{}, nil
	}
	l, err := s.listed.admitted(print, ip, time.Now())
	if err != nil && s.code.needed() && !s.listed.has(print) { // the code is asked for
		return &listing{}, nil
	}
	return l, err
}

// isListed reports whether a key is that of a lecturer, or listed, and comes in without the
// class's code.
func (s *Server) isListed(key string, from net.Addr) bool {
	ip, now := addressOf(from), time.Now()
	_, leads := s.lecturers.admitted(key, ip, now)
	_, listed := s.listed.admitted(key, ip, now)
	return leads == nil || listed == nil
}

// logins notes who did not come in, and lets those in who say by their name that they
// have no key. Each client tries first to come in with nothing, and has come in without
// its key where that is accepted: so it is not accepted from others.
func (s *Server) logins(ctx ssh.Context) *gossh.ServerConfig {
	c := &gossh.ServerConfig{AuthLogCallback: func(conn gossh.ConnMetadata, method string, err error) {
		if err != nil && method != "none" { // with that every client begins
			user, _ := splitUser(conn.User())
			s.log.failed(address(conn.RemoteAddr()), "user", style.Printable(user), "method", method, "why", err)
		}
	}}
	if s.code.needed() {
		c.VerifiedPublicKeyCallback = func(conn gossh.ConnMetadata, k gossh.PublicKey, known *gossh.Permissions, _ string) (*gossh.Permissions, error) {
			return s.withCode(ctx, conn, fingerprint(k), known)
		}
	}
	if !s.keyless() {
		return c
	}
	c.NoClientAuth = true
	c.NoClientAuthCallback = func(conn gossh.ConnMetadata) (*gossh.Permissions, error) {
		if user, _ := splitUser(conn.User()); !nameless(user) || s.listed != nil || s.code.needed() && !s.options.Open {
			return nil, s.needsLogin()
		}
		return &gossh.Permissions{}, nil
	}
	return c
}

// withCode lets a key in that was proven, once it has given the class's code. What is known
// of it is then for the code's holder, too.
func (s *Server) withCode(ctx ssh.Context, conn gossh.ConnMetadata, key string, known *gossh.Permissions) (*gossh.Permissions, error) {
	switch {
	case s.isListed(key, conn.RemoteAddr()):
		return known, nil
	case s.holds(key):
		s.holder(ctx, key, address(conn.RemoteAddr()))
		return known, nil
	}
	ask := func(conn gossh.ConnMetadata, challenge gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
		if err := s.askCode(ctx, conn, key, challenge); err != nil {
			return nil, err
		}
		return known, nil
	}
	return nil, &gossh.PartialSuccessError{Next: gossh.ServerAuthCallbacks{KeyboardInteractiveCallback: ask}}
}

// guestName is who comes without a key and is not asked for one.
const guestName = "guest"

// nameless reports whether a user is a guest, or a word that gives everybody the same.
func nameless(user string) bool { return user == guestName || user == "help" || user == "show" }

// needsLogin asks for a key, or for no proof, first. Every client begins without either, and
// one that has no key and may not ask the user stops here without a word: so all are told
// what to write then, in words that are right for those who go on, too.
func (s *Server) needsLogin() error {
	err := errors.New("a key, or nothing, is asked for first")
	if s.code.needed() && !s.options.Open {
		return &gossh.BannerError{Err: err, Message: "Welcome to facet.\r\n"}
	}
	return &gossh.BannerError{
		Err:     err,
		Message: "Welcome to facet. (In a script without a key, write " + guestName + "@" + cmp.Or(s.invite.Host, "HOST") + ".)\r\n",
	}
}

// closed has one kind of channel open, and everything else refused.
func (s *Server) closed(server *ssh.Server) error {
	server.ConnCallback = func(ctx ssh.Context, c net.Conn) net.Conn {
		ctx.SetValue(connectionKey{}, c)
		return c
	}
	server.ChannelHandlers = map[string]ssh.ChannelHandler{
		"session": s.open,
		"default": func(_ *ssh.Server, _ *gossh.ServerConn, c gossh.NewChannel, ctx ssh.Context) {
			s.refused(ctx, "channel "+c.ChannelType())
			_ = c.Reject(gossh.Prohibited, "facet forwards nothing")
		},
	}
	server.RequestHandlers = map[string]ssh.RequestHandler{
		"default": func(ctx ssh.Context, _ *ssh.Server, r *gossh.Request) (bool, []byte) {
			if c, ok := connectionOf(ctx); ok {
				_ = c.requests.Wait(ctx) // the client waits as well
			}
			if r.Type != "keepalive@openssh.com" {
				s.refused(ctx, r.Type)
			}
			return false, nil
		},
	}
	server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	return nil
}

func (s *Server) refused(ctx ssh.Context, what string) {
	s.log.refused(address(ctx.RemoteAddr()), what)
	if c, ok := connectionOf(ctx); ok {
		c.refuses()
	}
}

// open opens a session, if there may be another one.
func (s *Server) open(_ *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	defer s.recovered("channel")
	c, ok := connectionOf(ctx)
	if !ok || !s.work.enter() {
		_ = channel.Reject(gossh.ConnectionFailed, errClass.Error())
		return
	}
	defer s.work.leave()
	leave, err := s.sessions.enter(s.comerOf(ctx, c))
	if err != nil {
		s.log.refused(address(conn.RemoteAddr()), "session", "why", err)
		_ = channel.Reject(gossh.ResourceShortage, err.Error())
		return
	}
	defer leave()
	c.enter()
	defer c.leave()
	l := newChannel(channel, func(what string) { s.refused(ctx, what) }, func() error { return c.requests.Wait(ctx) }, s.bare(ctx, conn.RemoteAddr()))
	late := time.AfterFunc(s.options.Limits.Knock, func() { _ = conn.Close() })
	defer late.Stop()
	var visiting sync.WaitGroup
	visiting.Add(1)
	one := &ssh.Server{Handler: func(session ssh.Session) {
		defer visiting.Done()
		late.Stop()
		s.converse(session, l)
	}}
	ssh.DefaultSessionHandler(one, conn, l, ctx)
	select {
	case <-l.began:
		visiting.Wait()
	default: // it was closed before anything was asked for
	}
}

// comerOf is who wants a session on a connection.
func (s *Server) comerOf(ctx ssh.Context, c *connection) comer {
	who := comer{address: c.from, connection: c, coded: c.hasCode()}
	k, ok := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	if !ok {
		return who
	}
	who.key = fingerprint(k)
	ip, now := addressOf(ctx.RemoteAddr()), time.Now()
	_, err := s.lecturers.admitted(who.key, ip, now)
	who.leads = err == nil
	_, err = s.listed.admitted(who.key, ip, now)
	who.listed = err == nil
	return who
}

// bare reports whether a key shall get no terminal.
func (s *Server) bare(ctx ssh.Context, from net.Addr) bool {
	k, ok := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	if !ok {
		return false
	}
	l, err := s.listing(k, from)
	return err != nil || l.noTerm
}

// recovered notes a panic that belongs to no session.
func (s *Server) recovered(where string) {
	if r := recover(); r != nil {
		s.log.panicked("", r, debug.Stack(), "where", where)
	}
}

// Accept lets connections in until the listener is closed.
func (s *Server) Accept(l net.Listener) error {
	s.work.start(func() { s.tend(s.options.Asked) })
	pause := time.Duration(0)
	for {
		raw, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return nil
		case err != nil: // too many files are open, most likely
			s.log.note(log.ErrorLevel, "accept", "err", err)
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			select {
			case <-s.ctx.Done():
				return nil
			case <-time.After(pause):
			}
			continue
		}
		pause = 0
		c, err := s.gate.admit(raw)
		if err != nil {
			s.log.refused(address(raw.RemoteAddr()), "connection", "why", err)
			s.refuse(raw, err)
			continue
		}
		if !s.work.start(func() { s.serve(c) }) {
			c.Close()
		}
	}
}

// refuse tells so many at once why they are refused; more are closed without a word.
func (s *Server) refuse(raw net.Conn, why error) {
	select {
	case s.refusing <- struct{}{}:
		if s.work.start(func() {
			defer func() { <-s.refusing }()
			refuse(raw, why)
		}) {
			return
		}
		<-s.refusing
	default:
	}
	_ = raw.Close()
}

// serve serves one connection.
func (s *Server) serve(c *connection) {
	defer s.recovered("connection")
	defer c.Close()
	s.mutex.Lock()
	s.connections[c] = struct{}{}
	s.mutex.Unlock()
	defer func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		delete(s.connections, c)
	}()
	s.ssh.HandleConn(c)
}

// How long the end may take: for programs to leave their screens, and for all that is
// to be written.
const (
	farewell = 700 * time.Millisecond
	atLast   = 1500 * time.Millisecond
)

// Close says good-bye to everybody and returns when their sessions are saved and
// closed, or when that takes too long.
func (s *Server) Close() error {
	s.close()
	defer s.unlock()
	s.class.Close()
	if s.web != nil {
		s.work.start(s.web.Close)
	}
	done := s.work.end()
	force := time.AfterFunc(farewell, func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		for c := range s.connections {
			go c.Close()
		}
	})
	defer force.Stop()
	select {
	case <-done:
		return nil
	case <-time.After(atLast):
		return errors.New("some sessions did not end in time")
	}
}

// fingerprint is that of the server's key, as ssh shows it.
func (s *Server) fingerprint() string { return gossh.FingerprintSHA256(s.host.PublicKey()) }

// board is a page of who is here.
func (s *Server) board() *class.Board {
	b := s.class.Board(s.invite, s.pool.Waiting)
	if s.web != nil {
		b.Looked(s.web.Looks)
	}
	return b
}
