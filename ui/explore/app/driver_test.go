package app

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/uitest"
)

// driver presses keys into a model without a Program: commands are carried out
// at once and their messages handed back.
type driver struct {
	t testing.TB
	m *Model
}

func sample(t testing.TB, name string) *model.Dag { t.Helper(); return uitest.Sample(t, name) }

// shared is what was laid out for the samples: most tests begin with the same picture, which
// takes half a second of a processor.
var shared = NewShared(64 << 20)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func testOptions(g *model.Dag, kind style.Kind, ascii bool) Options {
	depth := termenv.TrueColor
	if kind == style.Mono {
		depth = termenv.Ascii
	}
	return Options{
		Dag: g, Theme: style.Make(kind, ascii, depth), Files: &files.Disk{}, Shared: shared,
		Getenv: func(string) string { return "" }, Now: func() time.Time { return noon },
	}
}

func start(t testing.TB, o Options, width, height int) *driver {
	t.Helper()
	d := &driver{t, New(o)}
	d.run(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	t.Cleanup(func() { _ = d.m.Close() })
	return d
}

func (d *driver) send(msg tea.Msg) {
	_, cmd := d.m.Update(msg)
	d.run(cmd)
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil || d.m.screen.playback.running {
		return // a tick would sleep
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case tea.QuitMsg:
	default:
		d.send(msg)
	}
}

var keyMsg = layer.Key

// press presses keys by name.
func (d *driver) press(names ...string) *driver {
	d.t.Helper()
	for _, n := range names {
		d.send(keyMsg(n))
		d.check()
	}
	return d
}

// typing presses the keys of a text one by one.
func (d *driver) typing(text string) *driver {
	for _, r := range text {
		d.press(string(r))
	}
	return d
}

// command has a line carried out by the palette, into which it comes at once.
func (d *driver) command(line string) *driver {
	d.press(":").send(uitest.Paste(line))
	return d.press("enter")
}

// check holds for every screen: it fits into the window.
func (d *driver) check() {
	d.t.Helper()
	view := d.m.View()
	rows := strings.Split(view, "\n")
	if len(rows) > max(1, d.m.screen.where.window.Height) {
		d.t.Fatalf("the view has %d rows, the window %d", len(rows), d.m.screen.where.window.Height)
	}
	for k, row := range rows {
		if w := style.Width(row); w > d.m.screen.where.window.Width {
			d.t.Fatalf("row %d is %d wide, the window %d:\n%s", k, w, d.m.screen.where.window.Width, row)
		}
	}
}

func (d *driver) screen() string { return d.m.View() }

// compares marks a test that compares screens along long walks, on one goroutine: a race
// needs none of them, and the race detector takes minutes for them.
func compares(t *testing.T) {
	t.Helper()
	extent.NoRace(t)
}
