package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/generate"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/panel/drawing"
)

func random(t *testing.T, vertices, edges int) *model.Dag {
	t.Helper()
	g, err := generate.Random(vertices, edges, generate.Elementals{MaxSize: 20, Jacobians: 0.3, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Where no job ever comes back, everything works but the pictures: neither
// Update nor View lays anything out by itself.
func TestNothingWaitsForPictures(t *testing.T) {
	for _, edges := range []int{9, 300, 1000} {
		d := &driver{t, New(testOptions(random(t, max(6, edges/4), edges), style.Mono, false))}
		press := func(names ...string) {
			for _, n := range names {
				d.m.Update(keyMsg(n)) // and no command is carried out
				d.check()
			}
		}
		d.m.Init()
		d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		press("enter", "enter", "down", "enter", "2", "up", "down", "left", "tab", "enter", "+", "-", "=",
			"L", "u", "ctrl+r", "o", "o", "o", "t", "esc", "?", "esc")
		if got := d.m.screen.shown.session.Depth(); got < 2 {
			t.Errorf("%d edges: only %d steps were done", edges, got)
		}
		if d.m.screen.pictures.Step >= 0 || d.m.screen.pictures.Now.Dag != nil ||
			d.m.screen.pictures.dag.Text() != "" {
			t.Errorf("%d edges: a picture was laid out at once", edges)
		}
		if screen := d.screen(); !strings.Contains(screen, "Drawing the picture") {
			t.Errorf("%d edges: nothing says that a picture will come:\n%s", edges, screen)
		}
		if _, cmd := d.m.Update(keyMsg("q")); !d.m.files.gone || cmd == nil {
			t.Errorf("%d edges: q does not quit", edges)
		}
		_ = d.m.Close()
	}
}

// The last picture stays until the new one is there, and a picture that comes
// after the user has moved on is not shown.
func TestTheLastPictureStays(t *testing.T) {
	d := start(t, testOptions(random(t, 80, 300), style.Mono, false), 120, 40)
	before := d.m.screen.pictures.line.Text()
	_, late := d.m.Update(keyMsg("enter"))
	if d.m.View(); d.m.screen.pictures.line.Text() != before ||
		d.m.screen.pictures.Ready(d.m.screen.shown.session.Cursor()) {
		t.Error("the picture changed before the new one was there")
	}
	d.press("enter")
	if !d.m.screen.pictures.Ready(d.m.screen.shown.session.Cursor()) ||
		d.m.screen.pictures.line.Text() == before {
		t.Error("the new picture is not shown")
	}
	now := d.m.screen.pictures.Now
	if d.run(late); d.m.screen.pictures.Now != now {
		t.Error("a late picture was shown")
	}
}

// A large picture begins as an overview.
func TestLargePicturesBeginAsAnOverview(t *testing.T) {
	m := New(testOptions(random(t, 250, 1000), style.Mono, false))
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	way := m.screen.pictures.Work(m.screen.shown.session, drawing.Windows{})
	if m.screen.pictures.drew(way.Draw(t.Context())); m.screen.pictures.Ready(0) ||
		!m.screen.pictures.Current(0) || !m.screen.pictures.Now.Line.Coarse() {
		t.Error("no overview")
	}
	way.Overview = false
	if m.screen.pictures.drew(way.Draw(t.Context())); !m.screen.pictures.Ready(0) ||
		m.screen.pictures.Now.Line.Coarse() {
		t.Error("the overview stays")
	}
}

// Pictures of hundreds of steps take little memory, and going back still shows
// the very same ones.
func TestPicturesOfManySteps(t *testing.T) {
	d := start(t, testOptions(random(t, 40, 100), style.Mono, false), 120, 40)
	d.check()
	var lines []string
	for range 60 {
		lines = append(lines, d.m.screen.pictures.line.Text())
		d.press("esc", "enter")
	}
	if bytes := d.m.screen.pictures.Bytes(); bytes > 4<<20 {
		t.Errorf("%d steps take %d bytes", len(lines), bytes)
	}
	for k := len(lines) - 1; k >= 0; k-- {
		d.press("esc", "u")
		if got := d.m.screen.pictures.line.Text(); got != lines[k] {
			t.Fatalf("step %d is shown otherwise than before", k)
		}
	}
}

// A picture that comes after another dag was opened is not taken for its own.
func TestPicturesOfAnotherDagAreDropped(t *testing.T) {
	o := testOptions(random(t, 80, 300), style.Mono, false)
	o.Shared = nil
	m := New(o)
	m.Init()
	_, late := m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.screen.open(session.New(sample(t, "bat")))
	_, own := m.Update(nil)
	d := &driver{t, m}
	d.run(late)
	if m.screen.pictures.Step >= 0 {
		t.Error("the picture of another dag is shown")
	}
	if d.run(own); !m.screen.pictures.Ready(0) || len(m.screen.pictures.Now.Dag.Graph().Vertices) != 8 {
		t.Error("the dag's own picture is not shown")
	}
	d.press("1", "down", "down", "2", "up")
}
