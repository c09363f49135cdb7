package web

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"facet/ui/draw/style"
	"facet/ui/teach/class"
	"facet/ui/teach/latest"
)

// Options say what is shown, to whom, and within which limits. No function may be nil.
type Options struct {
	// Show runs an explorer of a size and hands its screens on, in the colours of the dark
	// theme; Tell runs one and hands on, the newest first, the sentences that stand beside it.
	// Both run until the context ends.
	Show func(ctx context.Context, size Size, screen func(string)) error
	Tell func(ctx context.Context, told func(rows []string)) error
	// Now is how things stand. It does not wait.
	Now func() class.Now

	Hosts []string // names that browsers may ask for, beside addresses
	// IsCode reports whether a text that came from an address is the code that browsers have to
	// bring; nil for none. It may wait until it looks at another one, but gives up with the
	// context.
	IsCode func(ctx context.Context, from, text string) (bool, error)

	// From is whom an address counts for. Ask counts a connection or a request of it: false
	// where there are too many. Refused notes what was refused.
	From    func(net.Addr) string
	Ask     func(from string) bool
	Refused func(from, why string)
	Broken  func(err error) // notes what broke

	Limits Limits
}

// Limits are what browsers cannot exceed.
type Limits struct {
	Browsers int           // that look at the same time
	Knock    time.Duration // until a request is there
	Stalled  time.Duration // for one write
}

// waiting is how many connections may be open on which no browser looks: a class comes all
// at once.
func (l Limits) waiting() int { return max(100, l.Browsers) }

// Server shows a class to browsers.
type Server struct {
	options    Options
	gate       *gate
	projectors map[Size]*projector
	told       latest.Value[[]string]
	now        latest.Value[class.Now]
	pass       string // what a browser has that has brought the code
	http       *http.Server

	ctx context.Context // ends with the server
	end context.CancelFunc

	pages     *pages
	running   sync.WaitGroup // explorers, and the look at how things stand
	answering sync.RWMutex   // held by each answer, and at the end
}

// New makes a server. Nothing runs before it serves.
func New(o Options) *Server {
	s := &Server{options: o, projectors: make(map[Size]*projector), pass: rand.Text(), pages: newPages()}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.gate = newGate(o.Limits, o.Refused)
	colours := hues()
	for _, size := range sizes {
		s.projectors[size] = &projector{size: size, hues: colours}
	}
	s.http = &http.Server{
		Handler:           http.HandlerFunc(s.serve),
		ReadHeaderTimeout: o.Limits.Knock, ReadTimeout: o.Limits.Knock, WriteTimeout: o.Limits.Stalled,
		IdleTimeout:    o.Limits.Knock,
		MaxHeaderBytes: mostHeader,
		ErrorLog:       log.New(io.Discard, "", 0), // what clients do wrong is no news
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, c)
		},
	}
	return s
}

// mostHeader is how long the head of a request may be, in bytes; net/http adds 4096.
const mostHeader = 8 << 10

// connectionKey is where a connection of the gate stands in a context.
type connectionKey struct{}

// Serve lets browsers in until the server is closed.
func (s *Server) Serve(l net.Listener) error {
	s.running.Go(s.watch)
	for size, one := range s.projectors {
		s.running.Go(func() {
			s.play(func(ctx context.Context) error { return s.options.Show(ctx, size, one.put) })
		})
	}
	s.running.Go(func() { s.play(s.tell) })
	err := s.http.Serve(&listener{l, s})
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// tell runs the explorer whose sentences stand beside the screen.
func (s *Server) tell(ctx context.Context) error {
	return s.options.Tell(ctx, func(rows []string) {
		var printable []string
		for _, row := range rows {
			printable = append(printable, style.Printable(row))
		}
		s.told.Set(printable)
	})
}

// listener is a listener behind which the gate is.
type listener struct {
	net.Listener
	server *Server
}

// Accept waits for the next connection that may come in.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := l.server.options.From(raw.RemoteAddr())
		if l.server.options.Ask(from) {
			return l.server.gate.admit(raw, from), nil
		}
		_ = raw.Close()
		l.server.options.Refused(from, "too many connections and requests")
	}
}

// watch looks how things stand, as long as browsers look.
func (s *Server) watch() {
	again := time.NewTicker(looksApart)
	defer again.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-again.C:
		}
		if s.gate.looks() > 0 {
			s.look()
		}
	}
}

// looksApart is the time between two looks at how things stand.
const looksApart = 100 * time.Millisecond

// look notes how things stand.
func (s *Server) look() {
	now := s.options.Now()
	now.Text, now.Said = style.Printable(now.Text), style.Printable(now.Said)
	if before, version := s.now.Now(); version == 0 || now != before {
		s.now.Set(now)
	}
}

// Looks is how many browsers look.
func (s *Server) Looks() int { return s.gate.looks() }

// farewell is how long the end waits for answers that are under way.
const farewell = 500 * time.Millisecond

// Close tells all browsers that the class is over, and returns when all has ended.
func (s *Server) Close() {
	s.end()
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
	s.answering.Lock()
	defer s.answering.Unlock()
	s.running.Wait()
}
