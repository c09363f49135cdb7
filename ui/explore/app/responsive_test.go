package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/generate"
	"facet/model/session"
	"facet/ui/draw/style"
)

func random(t *testing.T, vertices, edges int) *model.Dag {
	t.Helper()
	g, err := generate.Random(vertices, edges, generate.Elementals{MaxSize: 20, Jacobians: 0.3, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Where no job ever comes back, everything works but large pictures: neither
// Update nor View lays these out by itself. Small ones are there at once.
func TestNothingWaitsForPictures(t *testing.T) {
	for _, edges := range []int{9, 59, 300, 1000} {
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
		if small := edges < 60; small {
			p, screen := &d.m.screen.pictures, d.screen()
			if !p.Ready(p.shown.session.Cursor()) || strings.Contains(screen, "Drawing the picture") {
				t.Errorf("%d edges: the picture is not there:\n%s", edges, screen)
			}
		} else if d.m.screen.pictures.Step >= 0 || d.m.screen.pictures.Now.Dag != nil ||
			d.m.screen.pictures.dag.Text() != "" {
			t.Errorf("%d edges: a picture was laid out at once", edges)
		}
		if screen := d.screen(); edges >= 60 && !strings.Contains(screen, "Drawing the picture") {
			t.Errorf("%d edges: nothing says that a picture will come:\n%s", edges, screen)
		}
		if _, cmd := d.m.Update(keyMsg("q")); !d.m.files.gone || cmd == nil {
			t.Errorf("%d edges: q does not quit", edges)
		}
		_ = d.m.Close()
	}
}

// The last picture of a large dag stays until the new one is there. A picture that was begun is
// shown when it is done, though the user has moved on, and then comes the one that is wanted: so
// that keys that are held never leave the screen behind for long.
func TestTheLastPictureStays(t *testing.T) {
	o := testOptions(random(t, 80, 300), style.Mono, false)
	o.Shared = nil
	d := start(t, o, 120, 40)
	p := &d.m.screen.pictures
	before, shown := p.line.Text(), p.Now
	_, begun := d.m.Update(keyMsg("enter"))
	if d.m.View(); p.line.Text() != before || p.Ready(p.shown.session.Cursor()) {
		t.Error("the picture changed before the new one was there")
	}
	d.m.Update(keyMsg("enter"))
	if p.Now != shown {
		t.Error("another picture is shown")
	}
	_, next := d.m.Update(messageOf(begun))
	if p.Ready(p.shown.session.Cursor()) || p.Now == shown ||
		p.Step != p.shown.session.Path(p.shown.session.Cursor())[0] {
		t.Error("what was begun is not shown")
	}
	if d.run(next); !p.Ready(p.shown.session.Cursor()) || p.line.Text() == before {
		t.Error("the new picture is not shown")
	}
}

// messageOf is what the one job among commands brings.
func messageOf(cmd tea.Cmd) tea.Msg {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, c := range batch {
			if msg := messageOf(c); msg != nil {
				return msg
			}
		}
		return nil
	}
	return msg
}

// A picture that comes after another dag was opened is not taken for its own.
func TestPicturesOfAnotherDagAreDropped(t *testing.T) {
	o := testOptions(random(t, 80, 300), style.Mono, false)
	o.Shared = nil
	m := New(o)
	m.Init()
	_, late := m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.screen.open(session.New(sample(t, "bat")), false)
	_, own := m.Update(nil)
	d := &driver{t, m}
	d.run(late)
	if now := m.screen.pictures.Now.Dag; now != nil && len(now.Graph().Vertices) != 8 {
		t.Error("the picture of another dag is shown")
	}
	if d.run(own); !m.screen.pictures.Ready(0) || len(m.screen.pictures.Now.Dag.Graph().Vertices) != 8 {
		t.Error("the dag's own picture is not shown")
	}
	d.press("1", "down", "down", "2", "up")
}
