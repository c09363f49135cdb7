package web

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"facet/ui/teach/class"
	"facet/ui/teach/latest"
)

// patience is how long something may take that takes no time on a quiet machine.
const patience = 8 * time.Minute

// show is a server with a screen and sentences that a test changes.
type show struct {
	testing.TB
	*Server
	address string
	mutex   sync.Mutex
	status  class.Now
	screens latest.Value[string]
	lines   latest.Value[string]
	runs    atomic.Int32 // explorers that run now
	refused atomic.Int32
	full    atomic.Bool // no further connection may come in
	close   func()
}

// open opens one; every address is that of its connection, unless from says otherwise.
func open(t testing.TB, change func(*Options)) *show {
	t.Helper()
	s := &show{TB: t, status: class.Now{Text: "All is well."}}
	s.screens.Set(screenOf("first"))
	o := Options{
		Show: func(ctx context.Context, size Size, screen func(string)) error {
			s.runs.Add(1)
			defer s.runs.Add(-1)
			for {
				text, _, newer := s.screens.Watch()
				if text == "broken" {
					panic("it broke")
				}
				screen(text)
				select {
				case <-ctx.Done():
					return nil
				case <-newer:
				}
			}
		},
		Tell: func(ctx context.Context, told func([]string)) error {
			for {
				line, version, newer := s.lines.Watch()
				if version > 0 {
					told(strings.Split(line, "\n"))
				}
				select {
				case <-ctx.Done():
					return nil
				case <-newer:
				}
			}
		},
		Now: func() class.Now {
			s.mutex.Lock()
			defer s.mutex.Unlock()
			return s.status
		},
		Hosts:   []string{"class.example.org"},
		From:    func(a net.Addr) string { host, _, _ := net.SplitHostPort(a.String()); return host },
		Ask:     func(string) bool { return !s.full.Load() },
		Refused: func(string, string) { s.refused.Add(1) }, Broken: func(error) {},
		Limits: Limits{Browsers: 50, Knock: time.Second, Stalled: time.Second},
	}
	if change != nil {
		change(&o)
	}
	s.Server = New(o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = l.Addr().String()
	over := make(chan error, 1)
	go func() { over <- s.Serve(l) }()
	s.close = sync.OnceFunc(func() {
		s.Server.Close()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.close)
	return s
}

// screenOf is a screen of the larger size that begins with a text.
func screenOf(first string) string { return first + strings.Repeat("\nrow", 39) }

// become changes how things stand.
func (s *show) become(now class.Now) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.status = now
}

// client makes requests over connections of its own.
func client(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// ask makes a request and gives the code, the head and the body.
func (s *show) ask(method, path, host string, body io.Reader, head ...string) (int, http.Header, string) {
	s.Helper()
	r, err := http.NewRequest(method, "http://"+s.address+path, body)
	if err != nil {
		s.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	for k := 0; k+1 < len(head); k += 2 {
		r.Header.Set(head[k], head[k+1])
	}
	answer, err := client(s).Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// looker is a browser that looks.
type looker struct {
	testing.TB
	events chan came
	passed []came // what came while another event was waited for
	leave  func()
}

// came is an event that came.
type came struct{ name, data string }

// look looks at a screen.
func (s *show) look(query string) *looker {
	s.Helper()
	r, err := http.NewRequest("GET", "http://"+s.address+"/events"+query, nil)
	if err != nil {
		s.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	answer, err := client(s).Do(r.WithContext(ctx))
	if err != nil {
		cancel()
		s.Fatal(err)
	}
	l := &looker{TB: s.TB, events: make(chan came, 10_000)}
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer close(l.events)
		defer answer.Body.Close()
		var e came
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e.name = value
			case "data":
				e.data = value
			case "":
				if e.name != "" {
					l.events <- e
				}
				e = came{}
			}
		}
	}()
	l.leave = sync.OnceFunc(func() { cancel(); <-over })
	s.Cleanup(l.leave)
	return l
}

// sees waits for an event of a name in which a text is. Which of two events comes first is
// open where they come from two players.
func (l *looker) sees(name, text string) came {
	l.Helper()
	wanted := func(e came) bool { return e.name == name && strings.Contains(e.data, text) }
	if at := slices.IndexFunc(l.passed, wanted); at >= 0 {
		e := l.passed[at]
		l.passed = slices.Delete(l.passed, at, at+1)
		return e
	}
	late := time.After(patience)
	for {
		select {
		case e, ok := <-l.events:
			if !ok {
				l.Fatalf("it ended before %s came with %q", name, text)
			}
			if wanted(e) {
				return e
			}
			l.passed = append(l.passed, e)
		case <-late:
			l.Fatalf("%s never came with %q", name, text)
		}
	}
}

// ends waits for the end, and gives the last event.
func (l *looker) ends() (last came) {
	l.Helper()
	late := time.After(patience)
	for {
		select {
		case e, ok := <-l.events:
			if !ok {
				return last
			}
			last = e
		case <-late:
			l.Fatal("it does not end")
		}
	}
}
