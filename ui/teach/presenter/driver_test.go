package presenter

import (
	"context"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/teach/author"
	"facet/ui/uitest"
)

// class is a lesson on a projector: keys are pressed and the screen is read.
type class struct {
	*uitest.Driver
	m *app.Model
	g *Leader
}

var mono = style.Make(style.Mono, false, termenv.Ascii)

// teach opens a lesson in an explorer with a solver, as facet lesson does.
// shared is what was laid out: tests begin with the same pictures.
var shared = app.NewShared(64 << 20)

func teach(t testing.TB, s Library, name string, look *style.Theme, w, h int) *class {
	t.Helper()
	return teachBy(t, solver.Options{Theme: look}, s, name, look, w, h)
}

// teachBy is teach with a solver of these options.
func teachBy(t testing.TB, by solver.Options, s Library, name string, look *style.Theme, w, h int) *class {
	t.Helper()
	if s.Files == nil {
		s.Files = &files.Disk{}
	}
	g, err := s.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	o := app.Options{
		Dag: uitest.Sample(t, "face"), Shared: shared, Theme: look, Files: s.Files,
		Getenv: func(string) string { return "" },
		Solver: solver.New(context.Background(), by),
		Parts: []layer.Part{{Commands: func(layer.Host) []layer.Command {
			return []layer.Command{author.Command()}
		}}},
		Sources: []layer.Source{s.Source()}, Leader: g,
	}
	m := app.New(o)
	c := &class{&uitest.Driver{T: t, Model: m, Width: w, Height: h}, m, g}
	c.Begin()
	t.Cleanup(func() { _ = c.m.Close() })
	return c
}

// plainText is a screen without its colours and frames.
func plainText(screen string) string { return ansi.Strip(screen) }

// asPlain is a text as a terminal without signs beyond ASCII and others show it.
func asPlain(text string) string { return style.Printable(text) }
