package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"facet/ui/teach/latest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long something may take that takes no time on a quiet machine.
const patience = 8 * time.Minute

// show is a server with a screen and sentences that a test changes.
type show struct {
	testing.TB
	*Server
	address string
	mutex   sync.Mutex
	status  Status
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
	s := &show{TB: t, status: Status{Text: "All is well."}}
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
		Now: func() Status {
			s.mutex.Lock()
			defer s.mutex.Unlock()
			return s.status
		},
		Hosts: []string{"class.example.org"},
		From:  func(a net.Addr) string { host, _, _ := net.SplitHostPort(a.String()); return host },
		Ask:   func(string) bool { return !s.full.Load() }, Guess: func(string) bool { return true },
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
func (s *show) become(now Status) {
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
type came struct{ name, data, id string }

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
			case "id":
				e.id = value
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

// A browser gets the whole screen, then the rows that change, the sentences, and how things
// stand; at the end it is told.
func TestLook(t *testing.T) {
	s := open(t, nil)
	s.lines.Set("One sentence.")
	l := s.look("?size=80x24")
	l.sees("now", "All is well.")
	l.sees("told", "One sentence.")
	whole := l.sees("rows", "first")
	if !strings.Contains(whole.data, `[39,[["","row"]]]`) {
		t.Errorf("the first screen is not whole: %s", whole.data)
	}
	s.screens.Set(screenOf("second"))
	if part := l.sees("rows", "second"); strings.Contains(part.data, "[1,") {
		t.Errorf("rows came that have not changed: %s", part.data)
	}
	s.lines.Set("Another one.\nAnd a third.")
	if told := l.sees("told", "Another"); strings.Contains(told.data, "One") ||
		!strings.Contains(told.data, "third") {
		t.Errorf("told was %s", told.data)
	}
	s.become(Status{Text: "Paused.", Said: "Look up", Frozen: true, Until: time.Now().Add(time.Minute)})
	var now struct {
		Said   string
		Frozen bool
		Left   float64
	}
	if err := json.Unmarshal([]byte(l.sees("now", "Paused.").data), &now); err != nil || !now.Frozen ||
		now.Said != "Look up" || !(now.Left > 0) || now.Left > 60 {
		t.Errorf("now is %+v (%v)", now, err)
	}
	s.close()
	if last := l.ends(); last.name != "over" {
		t.Errorf("the last event was %v", last)
	}
}

// A browser that comes back gets what it does not have, one of another server everything.
func TestComesBack(t *testing.T) {
	s := open(t, nil)
	l := s.look("")
	id := l.sees("rows", "first").id
	l.leave()
	s.screens.Set(screenOf("second"))
	s.look("").sees("rows", "second")
	if part := s.look("?seen="+id).sees("rows", "second"); strings.Contains(part.data, "[1,") {
		t.Errorf("rows came that it had: %s", part.data)
	}
	for _, other := range []string{"other-1-0", "-1--1", "%00", strings.Repeat("9", 500), s.boot + "-99-99"} {
		if whole := s.look("?seen="+other).sees("rows", "second"); !strings.Contains(whole.data, "[1,") {
			t.Errorf("with %q the screen is not whole: %s", other, whole.data)
		}
	}
}

// Behind a proxy that keeps what it gets until an answer ends, answers end.
func TestAnswersThatEnd(t *testing.T) {
	s := open(t, nil)
	_, head, text := s.ask("GET", "/events?once=1", "", nil)
	if !strings.Contains(text, "first") || !strings.Contains(text, "event: now") ||
		head.Get("X-Accel-Buffering") != "no" {
		t.Errorf("it has %q", text)
	}
	if _, _, text := s.ask("GET", "/still", "", nil); !strings.Contains(text, "<div>first</div>") ||
		strings.Contains(text, "<script") || !strings.Contains(text, "http-equiv=\"refresh\"") {
		t.Errorf("the still page is %s", text)
	}
}

// An explorer runs for a size only as long as that is looked at, and again where it broke.
func TestExplorersRunWhereLookedAt(t *testing.T) {
	s := open(t, nil)
	if s.ask("GET", "/", "", nil); s.runs.Load() != 0 {
		t.Error("an explorer runs and is not looked at")
	}
	l := s.look("?size=120x40")
	l.sees("rows", "first")
	if n := s.runs.Load(); n != 1 {
		t.Errorf("%d explorers run for one browser", n)
	}
	s.screens.Set("broken")
	for deadline := time.Now().Add(patience); s.runs.Load() != 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	s.screens.Set(screenOf("mended"))
	l.sees("rows", "mended")
}

// Nothing but reading is possible, and only what is there can be read.
func TestOnlyReading(t *testing.T) {
	s := open(t, nil)
	for _, c := range []struct {
		method, path string
		code         int
	}{
		{"GET", "/", 200}, {"HEAD", "/", 200}, {"HEAD", "/events", 200}, {"POST", "/", 405},
		{"PUT", "/events", 405}, {"DELETE", "/", 405},
		{"OPTIONS", "/", 405}, {"TRACE", "/", 405}, {"GARBAGE", "/still", 405},
		{"GET", "/../../etc/passwd", 404}, {"GET", "/%2e%2e/%2e%2e/etc/passwd", 404},
		{"GET", "/..%5c..%5cetc", 404}, {"GET", "//etc/passwd", 404}, {"GET", "/page/page.html", 404},
		{"GET", "/debug/pprof/", 404}, {"GET", "/still?size=9x9", 400},
		{"GET", "/events?size=99999999999x1", 400}, {"GET", "/events?size=80x24%0d%0aX:1", 400},
	} {
		code, head, text := s.ask(c.method, c.path, "", nil)
		if code != c.code || head.Get("X-Content-Type-Options") != "nosniff" || head.Get("X") != "" {
			t.Errorf("%s %s: %d %v %s", c.method, c.path, code, head, text)
		}
		if policy := head.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("%s %s has the policy %q", c.method, c.path, policy)
		}
		if c.method == "HEAD" && text != "" {
			t.Errorf("HEAD %s has a body", c.path)
		}
	}
}

// A page whose name was given this address reads nothing (DNS rebinding).
func TestOtherHosts(t *testing.T) {
	s := open(t, nil)
	for host, code := range map[string]int{
		"127.0.0.1:80": 200, "localhost": 200, "[::1]:8080": 200, "192.0.2.7": 200, "class.example.org": 200,
		"CLASS.example.org.:8080": 200,
		"evil.example":            421, "class.example.org.evil.example": 421, "127.0.0.1.evil.example": 421,
		"localhost.evil.example:80": 421,
	} {
		for _, path := range []string{"/", "/events?once=1", "/still"} {
			if have, _, text := s.ask("GET", path, host, nil); have != code {
				t.Errorf("%s of %s: %d %s", path, host, have, text)
			}
		}
	}
}

// What is hostile on the screen, in sentences and messages stands on the page as text.
func TestHostileTexts(t *testing.T) {
	const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&` + "\x1b]0;title\x07\x1b[2J"
	s := open(t, nil)
	s.screens.Set("\x1b[1m" + evil + "\x1b[0m" + strings.Repeat("\nrow", 39))
	s.lines.Set(evil)
	s.become(Status{Text: evil, Said: evil})
	l := s.look("")
	for _, name := range []string{"now", "told", "rows"} {
		if e := l.sees(name, "alert"); strings.ContainsAny(e.data, "<>\x1b\x07") {
			t.Errorf("%s has %q", name, e.data)
		}
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		_, _, text := s.ask("GET", "/still", "", nil)
		if strings.Contains(text, "<script") || strings.Contains(text, "<img") ||
			strings.ContainsAny(text, "\x1b\x07") {
			t.Fatalf("the still page has %q", text)
		}
		if strings.Count(text, "alert(1)") >= 4 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("it never came: %s", text)
		}
	}
}

// The code is asked for, in a form or in the address, and nothing is seen without it.
func TestCode(t *testing.T) {
	s := open(t, func(o *Options) { o.Code = "4711" })
	if _, _, text := s.ask("GET", "/", "", nil); !strings.Contains(text, "<form") ||
		strings.Contains(text, "EventSource") {
		t.Errorf("the code is not asked for: %s", text)
	}
	for _, path := range []string{"/events", "/events?once=1", "/still", "/?code=4712"} {
		if _, _, text := s.ask("GET", path, "", nil); strings.Contains(text, "first") ||
			strings.Contains(text, "All is well") {
			t.Errorf("%s shows the class: %s", path, text)
		}
	}
	form := func(code string, head ...string) (int, http.Header) {
		status, back, _ := s.ask("POST", "/", "", strings.NewReader("code="+code),
			append([]string{"Content-Type", "application/x-www-form-urlencoded"}, head...)...)
		return status, back
	}
	if status, back := form("4712"); status != 403 || back.Get("Set-Cookie") != "" {
		t.Errorf("a wrong code: %d %v", status, back)
	}
	if status, back := form(strings.Repeat("9", 100_000)); status != 403 || back.Get("Set-Cookie") != "" {
		t.Errorf("a code without end: %d %v", status, back)
	}
	if status, _ := form("4711", "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("a form of another page: %d", status)
	}
	status, back := form("4711")
	pass := back.Get("Set-Cookie")
	if status != 303 || !strings.Contains(pass, "HttpOnly") || !strings.Contains(pass, "SameSite=Strict") ||
		strings.Contains(pass, "4711") {
		t.Fatalf("the right code: %d %v", status, back)
	}
	cookie, _, _ := strings.Cut(pass, ";")
	if _, _, text := s.ask("GET", "/events?once=1", "", nil, "Cookie", cookie); !strings.Contains(text,
		"first") {
		t.Errorf("with the code there is %q", text)
	}
	if _, _, text := s.ask("GET", "/events?once=1", "", nil, "Cookie", "facet=4711"); strings.Contains(text,
		"first") {
		t.Error("a cookie of one's own is taken")
	}
	if status, back, _ := s.ask("GET", "/?code=4711", "", nil); status != 303 ||
		back.Get("Location") != "/" || back.Get("Set-Cookie") == "" {
		t.Errorf("the code in the address: %d %v", status, back)
	}
	s.options.Guess = func(string) bool { return false }
	if status, _ := form("4711"); status != 429 {
		t.Errorf("one guess too many: %d", status)
	}
}

// Each address has its share where places are few: who takes all keeps no other address out, and is
// not kept out as long as no other comes.
func TestPlacesAreShared(t *testing.T) {
	from := "one"
	var mutex sync.Mutex
	s := open(t, func(o *Options) {
		o.Limits.Browsers = 10
		o.From = func(net.Addr) string {
			mutex.Lock()
			defer mutex.Unlock()
			return from
		}
	})
	var first []*looker
	for range 10 {
		l := s.look("")
		l.sees("rows", "first")
		first = append(first, l)
	}
	if last := s.look("").ends(); last.name != "full" {
		t.Errorf("the eleventh of an address got %v", last)
	}
	mutex.Lock()
	from = "two"
	mutex.Unlock()
	for range 5 {
		s.look("").sees("rows", "first")
	}
	if last := s.look("").ends(); last.name != "full" {
		t.Errorf("the other address got more than its half: %v", last)
	}
	for k, l := range first {
		if k < 5 {
			continue
		}
		if last := l.ends(); last.name != "full" {
			t.Errorf("the place of %d was not given: %v", k, last)
		}
	}
	if n := s.Looks(); n != 10 {
		t.Errorf("%d look", n)
	}
	s.screens.Set(screenOf("second"))
	for _, l := range first[:5] {
		l.sees("rows", "second")
	}
}

// Connections that say nothing, or a little at a time, end; they keep no browser out, and as
// many as want may come.
func TestSlowAndSilentConnections(t *testing.T) {
	s := open(t, func(o *Options) {
		o.From = func(a net.Addr) string { return "all" }
		o.Limits.Knock = 300 * time.Millisecond
	})
	var all []net.Conn
	for k := range 400 {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		all = append(all, c)
		switch k % 4 {
		case 1:
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
		case 2:
			_, _ = io.WriteString(c, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03garbage\xff\x00\r\n\r\n")
		case 3:
			_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx")
		}
	}
	s.look("").sees("rows", "first")
	s.gate.mutex.Lock()
	if n := len(s.gate.waiting); n > s.options.Limits.waiting() {
		t.Errorf("%d connections wait", n)
	}
	s.gate.mutex.Unlock()
	for _, c := range all {
		_ = c.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.Copy(io.Discard, c); isTimeout(err) {
			t.Fatal("a connection that asks for nothing stays")
		}
	}
}

func isTimeout(err error) bool {
	var late net.Error
	return errors.As(err, &late) && late.Timeout()
}

// A browser that reads nothing is left, and no other waits for it.
func TestBrowsersThatReadNothing(t *testing.T) {
	s := open(t, func(o *Options) { o.Limits.Stalled = 300 * time.Millisecond })
	for range 20 {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.(*net.TCPConn).SetReadBuffer(1)
		_, _ = io.WriteString(c, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	}
	l := s.look("")
	l.sees("rows", "first")
	for k := 0; s.Looks() > 1; k++ {
		text := fmt.Sprint("screen ", k)
		s.screens.Set(text + strings.Repeat("\n"+strings.Repeat(fmt.Sprint(k, " "), 100), 39))
		l.sees("rows", text)
	}
}

// Heads without end and lines without sense are refused, and requests without end, too.
func TestHostileRequests(t *testing.T) {
	s := open(t, nil)
	for text, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 100_000) + "\r\n\r\n": " 431 ",
		"GET /" + strings.Repeat("x", 100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n":        " 4",
		"GET / HTTP/1.1\r\n\r\n":                                         " 400 ",
		"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n":                      " 505 ",
		"\x00\x01\x02\r\n\r\n":                                           " 400 ",
		"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n":   " 421 ",
		"CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n": " 4",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                               " 4",
	} {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(patience))
		_, _ = io.WriteString(c, text)
		line, _ := bufio.NewReader(c).ReadString('\n')
		if c.Close(); line != "" && !strings.Contains(line, want) || line == "" && len(text) < 10_000 {
			t.Errorf("%.60q is answered by %q", text, line)
		}
	}
	s.full.Store(true)
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	if n, err := c.Read(make([]byte, 1)); n > 0 || isTimeout(err) {
		t.Errorf("it gets %d bytes, %v", n, err)
	}
}
