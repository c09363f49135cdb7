package solver

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// driver is an explorer with its solver, driven without a Program: commands run in
// the background as bubbletea would run them, and their messages are handed in
// between keys.
type driver struct {
	t        testing.TB
	m        *app.Model
	solver   *Model
	w, h     int
	messages chan tea.Msg
	running  sync.WaitGroup
	quit     bool
	closed   bool
}

func sample(t testing.TB, name string) *model.Dag { t.Helper(); return uitest.Sample(t, name) }

func mono() *style.Theme { return style.Make(style.Mono, false, termenv.Ascii) }

type setting struct {
	g       *model.Dag
	theme   *style.Theme
	solver  Options
	w, h    int
	starter starter
	session *session.Session
	now     func() time.Time // nil for one that goes on by a second when it is looked at
	place   store.Directory  // where settings are kept; nowhere for the zero value
}

// shared is what was laid out for the samples: most tests begin with the same pictures.
var shared = app.NewShared(64 << 20)

// open opens the explorer until the test has ended, or until it is closed.
func open(t testing.TB, o setting) *driver {
	t.Helper()
	if o.theme == nil {
		o.theme = mono()
	}
	if o.w == 0 {
		o.w, o.h = 80, 24
	}
	o.solver.Theme = o.theme
	if o.solver.Poll == 0 {
		o.solver.Poll = 5 * time.Millisecond
	}
	s := New(context.Background(), o.solver)
	if o.starter != nil {
		s.begin = o.starter
	}
	clock := o.now
	if clock == nil { // a user who takes her time
		second := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		clock = func() time.Time { second = second.Add(time.Second); return second }
	}
	d := &driver{t: t, solver: s, w: o.w, h: o.h, messages: make(chan tea.Msg, 1024)}
	d.m = app.New(app.Options{
		Dag: o.g, Session: o.session, Shared: shared, Theme: o.theme, Solver: s, Getenv: func(string) string {
			return ""
		}, Now: clock,
		Autosave: o.place != store.Directory{}, Directory: o.place, Settings: o.place.Settings(),
	})
	t.Cleanup(d.close)
	d.run(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: o.w, Height: o.h})
	return d
}

// close leaves the explorer and waits for everything.
func (d *driver) close() {
	if d.closed {
		return
	}
	d.closed = true
	if err := d.m.Close(); err != nil {
		d.t.Error(err)
	}
	done := make(chan struct{})
	go func() { d.running.Wait(); close(done) }()
	for {
		select {
		case <-d.messages:
		case <-done:
			return
		}
	}
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	d.running.Add(1)
	go func() {
		defer d.running.Done()
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				d.run(c)
			}
		default:
			d.messages <- msg
		}
	}()
}

func (d *driver) send(msg tea.Msg) {
	if _, ok := msg.(tea.QuitMsg); ok {
		d.quit = true
		return
	}
	_, cmd := d.m.Update(msg)
	d.run(cmd)
}

// take hands in what has arrived.
func (d *driver) take() {
	for {
		select {
		case msg := <-d.messages:
			d.send(msg)
		default:
			return
		}
	}
}

// until hands in messages until something holds. What never comes is for go test to tell, when
// its time is up: a busy machine is no reason to fail.
func (d *driver) until(_ string, holds func() bool) {
	for !holds() {
		d.send(<-d.messages)
	}
}

var keyMsg = layer.Key

func (d *driver) press(names ...string) {
	d.t.Helper()
	for _, n := range names {
		d.send(keyMsg(n))
		d.take()
		d.check()
	}
}

// command has a line carried out by the palette, into which it comes at once.
func (d *driver) command(line string) {
	d.press(":")
	d.send(uitest.Paste(line))
	d.press("enter")
}

// check holds for every screen: it fits into the window.
func (d *driver) check() {
	d.t.Helper()
	rows := strings.Split(d.m.View(), "\n")
	if len(rows) > d.h {
		d.t.Fatalf("the view has %d rows, the window %d", len(rows), d.h)
	}
	for k, row := range rows {
		if w := style.Width(row); w > d.w {
			d.t.Fatalf("row %d is %d wide, the window %d:\n%s", k, w, d.w, row)
		}
	}
}

func (d *driver) sees(text string) bool { return strings.Contains(d.m.View(), text) }
