package class

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/solver"
	"facet/ui/terminal"
	"facet/ui/uitest"
)

// What a leader may do is known before the run that is watched has begun: no frame offers a
// student to pause or to stop the search of the class, nor does the help.
func TestWatchersAreOfferedNothingThatSteersFromTheFirstFrameOn(t *testing.T) {
	c := New()
	run, err := c.Share("Ada")(t.Context(), fresh(t, "lion"), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Stop()
	for _, steers := range []bool{false, true} {
		w, theme := c.Watch(steers), style.Make(style.Mono, false, termenv.Ascii)
		m := app.New(app.Options{Dag: uitest.Sample(t, "lion"), Leader: w, Theme: theme,
			Solver:   solver.New(t.Context(), solver.Options{Theme: theme, Start: c.View(steers)}),
			Terminal: terminal.Terminal{Width: 120, Height: 40}})
		m.Init() // what the run begins with is not waited for
		for _, offer := range []string{"p pause", "x stop"} {
			if screen := m.View(); uitest.Sees(screen, offer) != steers {
				t.Errorf("a watcher who steers=%t: %q on\n%s", steers, offer, screen)
			}
		}
		if screen := m.View(); uitest.Sees(screen, "o options") {
			t.Errorf("steers=%t: another run is offered on\n%s", steers, screen)
		}
		d := &uitest.Driver{T: t, Model: m, Width: 120, Height: 150}
		d.Resize()
		if d.Press("?"); d.Sees("pause or resume the run") != steers {
			t.Errorf("a watcher who steers=%t has the keys\n%s", steers, d.Screen())
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
