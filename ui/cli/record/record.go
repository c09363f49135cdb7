package record

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/terminal"
)

// Options choose how a recording looks.
type Options struct {
	Width, Height int           // of the terminal; 0 for 80 by 24
	Pace          time.Duration // how long each step is shown; 0 for three seconds
	Theme         *style.Theme
	Title         string
	SVG           bool // an animated SVG in place of an asciicast
	Step          int  // with SVG: only the screen after this step, from 1; 0 for all
}

func (o Options) complete() Options {
	o.Width, o.Height = cmp.Or(o.Width, 80), cmp.Or(o.Height, 24)
	o.Pace = cmp.Or(o.Pace, 3*time.Second)
	return o
}

// Session records a session from its start along its line, step by step, as a presenter's
// clicker does. The session is left at the end of its line.
func Session(ctx context.Context, out io.Writer, s *session.Session, o Options) error {
	o = o.complete()
	line := s.Line()
	if err := s.Jump(0); err != nil {
		return err
	}
	r, err := begin(ctx, out, func(a *app.Options) { a.Session = s }, o)
	if err != nil {
		return err
	}
	defer r.close()
	if err := r.show("start"); err != nil {
		return err
	}
	for k, step := range line {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r.wait(o.Pace)
		r.press(tea.KeyMsg{Type: tea.KeyPgDown})
		if s.Depth() != k+1 {
			return fmt.Errorf("step %d of %s could not be shown", k+1, style.Printable(s.Dag().Name))
		}
		if err := r.show(fmt.Sprintf("step %d: %s", k+1, step.Title)); err != nil {
			return err
		}
	}
	if s.State().Done() { // close the summary, back to the pictures
		r.wait(o.Pace)
		r.press(tea.KeyMsg{Type: tea.KeyPgDown})
		if err := r.show("end"); err != nil {
			return err
		}
	}
	return r.finish(o.Pace)
}

// MostPages is the most times that PgDn is pressed: a longer recording would not be
// watched, and each page has to be laid out.
const MostPages = 10_000

// Lesson records a leader, driven by the clicker alone, from its first page to its last.
// A page is shown longer the more new words it has.
func Lesson(ctx context.Context, out io.Writer, g *model.Dag, led layer.Leader, o Options) error {
	o = o.complete()
	r, err := begin(ctx, out, func(a *app.Options) { a.Dag, a.Leader = g, led }, o)
	if err != nil {
		return err
	}
	defer r.close()
	last := ""
	for range MostPages {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		_, begins, over := led.Page()
		if begins == last { // a long page continues
			begins = ""
		} else if begins != "" {
			last = begins
		}
		words := r.read()
		if err := r.show(begins); err != nil {
			return err
		}
		o := o.Pace + reading*time.Duration(max(0, r.read()-words-glance))
		if over {
			return r.finish(o)
		}
		r.wait(o)
		r.press(tea.KeyMsg{Type: tea.KeyPgDown})
		if r.gone {
			return r.finish(0)
		}
	}
	return fmt.Errorf("it does not end after %d pages", MostPages)
}

// glance is the number of words that are read at a glance; reading is how long each
// further one takes.
const (
	glance  = 60
	reading = 100 * time.Millisecond
)

// film is the output of a recording, to which screens are written one after the other.
type film interface {
	frame(view string) error
	marker(text string) error
	wait(d time.Duration)
	read() int // number of new words so far
	end() error
}

// still is a film of one screen.
type still struct {
	film
	at, now int
}

func (s *still) frame(view string) error {
	if s.now++; s.now-1 == s.at { // the first screen is the start, before step 1
		return s.film.frame(view)
	}
	return nil
}

// recorder drives an explorer and writes its screens.
type recorder struct {
	film
	model *app.Model
	gone  bool // the explorer has ended
}

// begin opens an explorer that reads and saves no files.
func begin(ctx context.Context, out io.Writer, explore func(*app.Options), o Options) (*recorder, error) {
	var f film = newDrawing(out, o)
	switch {
	case !o.SVG:
		c, err := newCast(out, o.Width, o.Height, o.Title)
		if err != nil {
			return nil, err
		}
		f = c
	case o.Step > 0:
		f = &still{film: f, at: o.Step}
	}
	none := func(string) string { return "" }
	a, err := launch.Assemble(ctx, shell.Explorer{Options: app.Options{Files: &files.Disk{}, Theme: o.Theme,
		Getenv: none, Terminal: terminal.Terminal{Getenv: none}}})
	if err != nil {
		return nil, err
	}
	explore(&a)
	r := &recorder{film: f, model: app.New(a)}
	r.carry(r.model.Init())
	r.press(tea.WindowSizeMsg{Width: o.Width, Height: o.Height})
	return r, nil
}

func (r *recorder) close() { _ = r.model.Close() }

// press sends a message and runs all commands that follow from it.
func (r *recorder) press(msg tea.Msg) {
	_, cmd := r.model.Update(msg)
	r.carry(cmd)
}

func (r *recorder) carry(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			r.carry(c)
		}
	case tea.QuitMsg:
		r.gone = true
	default:
		r.press(msg)
	}
}

// show writes a frame, and a marker if its text is not empty.
func (r *recorder) show(marker string) error {
	if marker != "" {
		if err := r.marker(marker); err != nil {
			return err
		}
	}
	return r.frame(r.model.View())
}

// finish shows the last frame as long as the others, and ends the film.
func (r *recorder) finish(pace time.Duration) error {
	r.wait(pace)
	return r.film.end()
}
