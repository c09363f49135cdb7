package sshd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"facet/planner"
)

// theatre is a class that browsers look at.
type theatre struct {
	*classroom
	page string
	out  *noted
}

// openTheatre opens one.
func openTheatre(t testing.TB, o Options) *theatre {
	t.Helper()
	out := &noted{}
	o.Web, o.Out = cmp.Or(o.Web, "127.0.0.1:0"), out
	h := &theatre{classroom: open(t, o), out: out}
	l, err := h.listenWeb(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- h.acceptWeb(l) }()
	t.Cleanup(func() {
		_ = h.end()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	h.page = "http://" + l.Addr().String() + "/"
	return h
}

// onlooker is a browser without a window: it knows what it was sent.
type onlooker struct {
	testing.TB
	events chan [2]string
	rows   map[int]string
	told   string
	now    struct {
		Text, Said string
		Frozen     bool
		Left       float64
	}
}

// look looks at a screen of a size.
func (h *theatre) look(size string) *onlooker {
	h.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.page+"events?size="+size, http.NoBody)
	if err != nil {
		h.Fatal(err)
	}
	transport := &http.Transport{}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		cancel()
		h.Fatal(err)
	}
	x := &onlooker{TB: h.TB, events: make(chan [2]string, 1000), rows: make(map[int]string)}
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer close(x.events)
		hear(answer.Body, func(name string, data []byte) {
			select {
			case x.events <- [2]string{name, string(data)}:
			case <-ctx.Done():
			}
		})
	}()
	h.Cleanup(func() {
		cancel()
		answer.Body.Close()
		<-over
		transport.CloseIdleConnections()
	})
	return x
}

// hear reads events until they end.
func hear(from io.Reader, event func(name string, data []byte)) {
	var text []byte
	part := make([]byte, 64<<10)
	for {
		n, err := from.Read(part)
		text = append(text, part[:n]...)
		for {
			one, rest, ok := bytes.Cut(text, []byte("\n\n"))
			if !ok {
				break
			}
			name, data := "", []byte(nil)
			for line := range bytes.SplitSeq(one, []byte("\n")) {
				if value, ok := bytes.CutPrefix(line, []byte("event: ")); ok {
					name = string(value)
				} else if value, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
					data = bytes.Clone(value)
				}
			}
			event(name, data)
			text = rest
		}
		if err != nil {
			return
		}
	}
}

// take takes an event.
func (x *onlooker) take(name, data string) {
	switch name {
	case "now":
		if err := json.Unmarshal([]byte(data), &x.now); err != nil {
			x.Fatal(err)
		}
	case "told":
		var rows []string
		if err := json.Unmarshal([]byte(data), &rows); err != nil {
			x.Fatal(err)
		}
		x.told += strings.Join(rows, "\n") + "\n"
	case "rows":
		var screen struct{ Rows [][2]json.RawMessage }
		if err := json.Unmarshal([]byte(data), &screen); err != nil {
			x.Fatal(err)
		}
		for _, row := range screen.Rows {
			var y int
			var pieces [][]any
			if json.Unmarshal(row[0], &y) != nil || json.Unmarshal(row[1], &pieces) != nil {
				x.Fatalf("no row: %s", data)
			}
			text := ""
			for _, p := range pieces {
				text += p[1].(string)
			}
			x.rows[y] = text
		}
	}
}

// screen is what is on it.
func (x *onlooker) screen() string {
	var b strings.Builder
	for y := range len(x.rows) {
		b.WriteString(x.rows[y] + "\n")
	}
	return b.String()
}

// await waits until something holds.
func (x *onlooker) await(what string, holds func() bool) {
	x.Helper()
	late := time.After(patience)
	for !holds() {
		select {
		case e, ok := <-x.events:
			if !ok {
				x.Fatalf("it ended before %s:\n%s\n%s\n%+v", what, x.screen(), x.told, x.now)
			}
			x.take(e[0], e[1])
		case <-late:
			x.Fatalf("never %s:\n%s\n%s\n%+v", what, x.screen(), x.told, x.now)
		}
	}
}

func (x *onlooker) sees(text string) {
	x.Helper()
	x.await("was "+text+" seen", func() bool { return strings.Contains(x.screen(), text) })
}

func (x *onlooker) hears(text string) {
	x.Helper()
	x.await("was "+text+" told", func() bool { return strings.Contains(x.told, text) })
}

func (x *onlooker) knows(text string) {
	x.Helper()
	x.await("was "+text+" said", func() bool { return strings.Contains(x.now.Text+" "+x.now.Said, text) })
}

// Browsers see the lecturer's steps, what is opened for all, what is said, and the clock. No
// board has them among its people.
func TestBrowsersSeeTheLecture(t *testing.T) {
	o, lecturer := withLecturer(t)
	h := openTheatre(t, o)
	small, large := h.look("80x24"), h.look("120x40")
	small.knows("There is no lecturer yet")
	ada := h.sit(h.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	small.knows("You look at the steps of")
	ada.press("\r")
	ada.sees("step 1/1")
	for _, x := range []*onlooker{small, large} {
		x.sees("step 1/1")
		x.hears("Done: ")
		if strings.Contains(x.screen(), "try it yourself") || strings.Contains(x.told, "Keys:") {
			t.Errorf("a browser is told of keys:\n%s\n%s", x.screen(), x.told)
		}
	}
	ada.press(":class say <b>Look</b> at the wall\r")
	small.knows("<b>Look</b> at the wall")
	ada.press(":class puzzle bat-22\r")
	ada.sees("Open for everybody")
	for _, x := range []*onlooker{small, large} {
		x.knows("Open for everybody: the puzzle bat-22.")
		x.sees("Find a")
		x.hears("Find a")
	}
	ada.press(":class clock 5\r")
	small.await("the clock", func() bool { return small.now.Left > 200 && small.now.Left <= 300 })
	ada.press("z")
	small.await("the pause", func() bool { return small.now.Frozen })
	small.knows("The lecturer has stopped the moves")
	ada.press("z")
	ada.press(":class lesson lion\r")
	small.knows("the lesson lion")
	small.sees("1/")
	ada.press(":class follow\r")
	small.sees("step 1/1")
	if all := h.class.See().People; len(all) != 1 {
		t.Errorf("the class has %d people", len(all))
	}
	if all := h.class.Results(); len(all) > 0 {
		t.Errorf("browsers have results: %v", all)
	}
	ada.sees("2 browsers look")
}

// A search that is watched from the start is what browsers see where there is no lecturer.
func TestBrowsersWatchASearch(t *testing.T) {
	o := standard(t)
	o.Search = planner.Options{Workers: 1, Time: time.Minute}
	h := openTheatre(t, o)
	if err := h.watch(); err != nil {
		t.Fatal(err)
	}
	x := h.look("80x24")
	x.sees("the search of this server")
	x.sees("optimal")
	x.hears("optimal")
}

// What one has to say before browsers of other machines look.
func TestWhoMayLook(t *testing.T) {
	for _, c := range []struct {
		change func(*Options)
		why    string
	}{
		{func(o *Options) { o.Web = "127.0.0.1:8080" }, ""},
		{func(o *Options) { o.Web = "localhost:8080" }, ""},
		{func(o *Options) { o.Web = ":8080" }, "--web :8080 lets browsers on other machines look"},
		{func(o *Options) { o.Web = "192.0.2.1:80" }, "which have no keys: say so with --open"},
		{func(o *Options) { o.Web, o.Open = ":8080", true }, ""},
		{func(o *Options) { o.Web, o.Code = ":8080", "4711" }, ""},
		{func(o *Options) { o.Web = "8080" }, `--web is "8080": write host:port`},
	} {
		o := standard(t)
		c.change(&o)
		err := o.trustWeb()
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: %v", c.why, err)
		}
	}
	for page, good := range map[string]bool{
		"https://class.example.org/": true, "http://192.0.2.7:8080": true, "class.example.org": false,
		"ftp://a/": false, "https://a/b": false, "https://a/?x": false,
		"javascript:alert(1)": false, "https://u:p@a/": false, "https://": false, "https://a\x1b[2J/": false,
		"https://a b/": false,
	} {
		if err := (Options{Web: ":80", WebPage: page}).checkPage(); (err == nil) != good {
			t.Errorf("%s: %v", page, err)
		}
	}
}

// The greeting and the log name the page, with the code, and nothing listens without --web.
func TestPageIsNamed(t *testing.T) {
	o := standard(t)
	o.Code, o.WebPage = "47 11", "https://class.example.org/"
	h := openTheatre(t, o)
	if h.invite.Page != "https://class.example.org/?code=47+11" {
		t.Errorf("the page is %q", h.invite.Page)
	}
	if way := h.narrow(); !strings.Contains(way, "https://class.example.org/?code=47+11 in a browser") {
		t.Errorf("a window that is too small says %q", way)
	}
	if s := open(t, standard(t)); s.web != nil {
		t.Error("there is a server for browsers that was not asked for")
	}
	if strings.Contains(h.log.String(), "47 11") {
		t.Error("the code is in the log")
	}
}
