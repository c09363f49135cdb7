package sshd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/explore/app"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach/class"
	"facet/ui/teach/puzzle"
	"facet/ui/teach/web"
	"facet/ui/terminal"

	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"
)

// Server is a class that is open.
type Server struct {
	options Options
	entrance
	class    *class.Class
	library  *library
	puzzles  puzzle.Library
	unlock   func() // gives the state directory back
	unkept   *unkept
	results  string          // the file of what people have reached
	written  []byte          // what is in it
	pool     *class.Pool     // of guests' searches
	turns    chan struct{}   // of guests' pictures
	large    terminal.Turns  // of guests' large windows
	crowd    *terminal.Crowd // lecturers are served before it
	shared   *app.Shared     // pictures of the same steps
	studies  chan struct{}   // of what their operations are worth
	sessions *limiter
	gate     *gate
	refusing chan struct{} // connections that are told why
	ssh      *ssh.Server
	web      *web.Server // for browsers; nil without
	fresh    bool        // the host key was made just now
	atLast   time.Duration

	ctx   context.Context // ends with the class
	close context.CancelFunc

	mutex       sync.Mutex
	connections map[*connection]struct{}
	work        work // connections and sessions
}

// layoutBytes is how much of what was laid out is kept for those who come late.
const layoutBytes = 32 << 20

// New prepares a class: it reads the keys and checks that the options say who comes in.
func New(o Options) (*Server, error) {
	if len(o.Dags) == 0 {
		return nil, errors.New("there is no dag to serve: name a dag or a sample as well")
	}
	for _, d := range o.Dags {
		if n := len(d.Dag.Edges); n > o.Limits.Edges {
			return nil,
				fmt.Errorf("%s has %d edges, the limit is %d: make the dag coarser, or raise --most-edges",
					d.Name, n, o.Limits.Edges)
		}
	}
	if err := errors.Join(o.trust(), o.trustWeb()); err != nil {
		return nil, err
	}
	s := &Server{options: o, entrance: entrance{toAll: o.Open, code: newCode(o.Code), log: newJournal(o.Log)},
		class: class.New(), sessions: newLimiter(o.Limits, o.Code != ""), atLast: atLast,
		refusing: make(chan struct{}, 100), connections: make(map[*connection]struct{})}
	s.pool = class.NewPool(1, o.Limits.Search, o.Limits.Memory)
	s.shared = app.NewShared(layoutBytes)
	s.crowd = terminal.NewCrowd(runtime.GOMAXPROCS(0))
	s.turns, s.studies = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), make(chan struct{}, 1)
	s.ctx, s.close = context.WithCancel(context.Background())
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
	s.puzzles.Referees = puzzle.NewReferees(s.judgePar)
	if o.HostKey == "" {
		o.HostKey = filepath.Join(o.State, "host_ed25519")
	}
	if s.host, s.fresh, err = hostKey(o.HostKey); err != nil {
		return nil, err
	}
	if s.unlock, err = store.Lock(o.State); err != nil {
		return nil, fmt.Errorf("the folder %s cannot be used: %w: choose another one with --state", o.State,
			files.Reason(err))
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
	s.class.Restore(reached)
	s.written = resultsText(s.class.Results())
	if s.places, err = openPlaces(filepath.Join(o.State, "people"), o.Limits); err != nil {
		return err
	}
	s.ssh, err = wish.NewServer(s.known, s.closed, wish.WithVersion("facet"))
	return err
}

// judgePar looks for the best total of a puzzle where it is not known, one for all who
// have it open. It waits among the students' searches; what is open for everybody goes
// first, and may take longer.
func (s *Server) judgePar(ctx context.Context, name string, state *model.State,
	o planner.Options) (puzzle.Search, error) {
	if task := s.class.Task(); task != nil && task.Puzzle != nil && task.Puzzle.Name == name {
		return s.pool.StartFirst(ctx, state, o), nil
	}
	return s.pool.Start(ctx, state, o)
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
			if c, ok := connectionOf(ctx); ok {
				c.asks()
			}
			s.refused(ctx, "channel "+c.ChannelType())
			_ = c.Reject(gossh.Prohibited, "facet forwards nothing")
		},
	}
	server.RequestHandlers = map[string]ssh.RequestHandler{
		"default": func(ctx ssh.Context, _ *ssh.Server, r *gossh.Request) (bool, []byte) {
			if c, ok := connectionOf(ctx); ok {
				c.asks()
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
	c.asks()
	who := s.guestOf(ctx, c)
	leave, err := s.sessions.enter(who)
	if err != nil {
		s.log.refused(address(conn.RemoteAddr()), "session", "why", err)
		_ = channel.Reject(gossh.ResourceShortage, err.Error())
		return
	}
	leave = sync.OnceFunc(leave)
	defer leave()
	c.enter()
	defer c.leave()
	l := newChannel(channel, func(what string) { s.refused(ctx, what) }, c.asks)
	late := time.AfterFunc(s.options.Limits.Knock, func() { _ = conn.Close() })
	defer late.Stop()
	var visiting sync.WaitGroup
	visiting.Add(1)
	one := &ssh.Server{Handler: func(session ssh.Session) {
		defer visiting.Done()
		late.Stop()
		s.converse(session, who, l, leave)
	}}
	ssh.DefaultSessionHandler(one, conn, l, ctx)
	select {
	case <-l.began:
		visiting.Wait()
	default: // it was closed before anything was asked for
	}
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
			s.log.note(slog.LevelError, "accept", "err", err)
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
	case <-time.After(s.atLast):
		return errors.New("some sessions did not end in time")
	}
}

// board is a page of who is here.
func (s *Server) board(p *class.Person) *class.Board {
	var looks func() int
	if s.web != nil {
		looks = s.web.Looks
	}
	return s.class.Board(p, s.invite, s.pool.Waiting, looks)
}
