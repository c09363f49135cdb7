package lesson

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/ui/door"
	"facet/ui/explorer"
	"facet/ui/guide"
	"facet/ui/solver"
	"facet/ui/theme"
	"facet/ui/uitest"
)

// class is a lesson on a projector: keys are pressed and the screen is read.
type class struct {
	t    testing.TB
	m    *explorer.Model
	g    *Guide
	w, h int
	quit bool
}

var mono = theme.Make(theme.Mono, false, termenv.Ascii)

// teach opens a lesson in an explorer with a solver, as facet lesson does.
func teach(t testing.TB, s Shelf, name string, look *theme.Theme, w, h int) *class {
	t.Helper()
	if s.Files == nil {
		s.Files = &door.Disk{}
	}
	g, err := s.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	o := explorer.Options{
		Dag: uitest.Sample(t, "face"), Theme: look, Door: s.Files, Getenv: func(string) string { return "" },
		Solver: solver.New(context.Background(), solver.Options{Theme: look}),
		Guides: []guide.Source{s.Source()}, Guide: g,
	}
	c := &class{t: t, m: explorer.New(o), g: g, w: w, h: h}
	c.send(tea.WindowSizeMsg{Width: w, Height: h})
	c.run(c.m.Init())
	t.Cleanup(func() { _ = c.m.Close() })
	return c
}

func (c *class) send(msg tea.Msg) {
	_, cmd := c.m.Update(msg)
	c.run(cmd)
}

func (c *class) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		c.quit = true
	case tea.BatchMsg:
		for _, one := range msg {
			c.run(one)
		}
	default:
		c.send(msg)
	}
}

// press presses keys by name and looks whether every screen fits.
func (c *class) press(names ...string) *class {
	c.t.Helper()
	for _, n := range names {
		c.send(uitest.Key(n))
		rows := strings.Split(c.m.View(), "\n")
		if len(rows) > c.h {
			c.t.Fatalf("the screen has %d rows", len(rows))
		}
		for _, row := range rows {
			if theme.Width(row) > c.w {
				c.t.Fatalf("a row is %d wide:\n%s", theme.Width(row), row)
			}
		}
	}
	return c
}

func (c *class) command(line string) *class {
	c.press(":")
	for _, r := range line {
		c.press(string(r))
	}
	return c.press("enter")
}

func (c *class) screen() string { return c.m.View() }

func (c *class) sees(text string) bool {
	return strings.Contains(strings.Join(strings.Fields(c.screen()), " "), text)
}

func (c *class) wants(texts ...string) {
	c.t.Helper()
	for _, text := range texts {
		if !c.sees(text) {
			c.t.Errorf("no %q on\n%s", text, c.screen())
		}
	}
}

// plainText is a screen without its colours and frames.
func plainText(screen string) string { return ansi.Strip(screen) }

// asPlain is a text as a terminal without signs beyond ASCII and others show it.
func asPlain(text string) string { return theme.Printable(text) }
