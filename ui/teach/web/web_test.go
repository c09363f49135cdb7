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
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"facet/ui/teach/class"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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
	s.become(class.Now{Text: "Paused.", Said: "Look up", Frozen: true, Until: time.Now().Add(time.Minute)})
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

// A browser that comes back gets the whole screen as it is now.
func TestComesBack(t *testing.T) {
	s := open(t, nil)
	l := s.look("")
	l.sees("rows", "first")
	s.screens.Set(screenOf("second"))
	l.sees("rows", "second")
	l.leave()
	if whole := s.look("").sees("rows", "second"); !strings.Contains(whole.data, "[1,") {
		t.Errorf("the screen is not whole: %s", whole.data)
	}
}

// Without a script, or behind a proxy that keeps what it gets until an answer ends, the page is
// loaded again and again. Proxies are told to keep nothing.
func TestStill(t *testing.T) {
	s := open(t, nil)
	if _, head, text := s.ask("GET", "/still", "", nil); !strings.Contains(text, "<div>first</div>") ||
		!strings.Contains(text, "All is well") || head.Get("Content-Length") == "" ||
		strings.Contains(text, "<script") || !strings.Contains(text, "http-equiv=\"refresh\"") {
		t.Errorf("the still page is %s", text)
	}
	if _, head, _ := s.ask("HEAD", "/events", "", nil); head.Get("X-Accel-Buffering") != "no" {
		t.Errorf("a proxy reads %v", head)
	}
}

// Explorers that broke run again, one for each size however many look.
func TestBrokenExplorersRunAgain(t *testing.T) {
	s := open(t, nil)
	l := s.look("?size=120x40")
	l.sees("rows", "first")
	s.look("?size=120x40").sees("rows", "first")
	s.look("?size=80x24").sees("rows", "first")
	if n := s.runs.Load(); n != 2 {
		t.Errorf("%d explorers run for three browsers", n)
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
		for _, path := range []string{"/", "/still"} {
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
	s.become(class.Now{Text: evil, Said: evil})
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
	s := open(t, func(o *Options) {
		o.IsCode = func(_ context.Context, _, text string) (bool, error) { return text == "4711", nil }
	})
	if _, _, text := s.ask("GET", "/", "", nil); !strings.Contains(text, "<form") ||
		strings.Contains(text, "EventSource") {
		t.Errorf("the code is not asked for: %s", text)
	}
	for _, path := range []string{"/events", "/still", "/?code=4712"} {
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
	if _, _, text := s.ask("GET", "/still", "", nil, "Cookie", cookie); !strings.Contains(text, "first") {
		t.Errorf("with the code there is %q", text)
	}
	if _, _, text := s.ask("GET", "/still", "", nil, "Cookie", "facet=4711"); strings.Contains(text,
		"first") {
		t.Error("a cookie of one's own is taken")
	}
	if status, back, _ := s.ask("GET", "/?code=4711", "", nil); status != 303 ||
		back.Get("Location") != "/" || back.Get("Set-Cookie") == "" {
		t.Errorf("the code in the address: %d %v", status, back)
	}
	s.options.IsCode = func(ctx context.Context, _, _ string) (bool, error) {
		<-ctx.Done()
		return false, ctx.Err()
	}
	if status, _ := form("4711"); status != 429 {
		t.Errorf("while many were wrong: %d", status)
	}
}

// Who gives a code with a request that never ends is gone after a while, as are all who are slow.
func TestCodesOfRequestsThatNeverEnd(t *testing.T) {
	s := open(t, func(o *Options) {
		o.IsCode = func(context.Context, string, string) (bool, error) { return false, nil }
	})
	for _, head := range []string{"GET /?code=4712", "POST /"} {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		head += " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
		if _, err := io.WriteString(c, head); err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.Copy(io.Discard, c); err != nil {
			t.Errorf("%s: the server still waits for it: %v", head, err)
		}
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
	if n := s.gate.waiting.Len(); n > s.options.Limits.waiting() {
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
