package app

import (
	"strings"
	"testing"

	"facet/ui/draw/style"
	"facet/ui/explore/panel/drawing"
)

// A pinned picture holds still where another one tidies itself, and says so.
func TestPin(t *testing.T) {
	g := sample(t, "newton2")
	steps := optimalSteps(t, "newton2", g)
	for _, pinned := range []bool{false, true} {
		d := start(t, testOptions(g, style.Mono, false), 100, 30)
		d.press("2")
		if pinned {
			if d.press("P"); !strings.Contains(d.screen(), "Pinned") {
				t.Fatalf("nothing is said:\n%s", d.screen())
			}
		}
		zoom, tidied, zoomed := d.m.screen.pictures.line.Shown().Zoom, 0, 0
		for _, step := range steps[:len(steps)-1] {
			d.m.screen.notice = notice{now: d.m.screen.notice.now}
			d.send(Intents{step})
			d.check()
			tidied += strings.Count(d.screen(), "Layout changed to fit. P pins it.")
			if now := d.m.screen.pictures.line.Shown().Zoom; now != zoom {
				zoom = now
				zoomed++
			}
			if pinned && !strings.Contains(d.screen(), "pinned: P unpins") {
				t.Fatalf("it does not say that it is pinned:\n%s", d.screen())
			}
		}
		if moved := tidied > 0; moved && pinned {
			t.Errorf("pinned %v: placed anew %d times, zoomed %d times", pinned, tidied, zoomed)
		}
		if pinned {
			if d.press("P"); !strings.Contains(d.screen(), "Unpinned") ||
				strings.Contains(d.screen(), "P unpins") {
				t.Errorf("it was not let go:\n%s", d.screen())
			}
			checkWhole(t, d, d.m.screen.pictures.line, "let go")
		}
	}
}

// checkWhole holds of a panel that chooses by itself.
func checkWhole(t *testing.T, d *driver, p *drawing.Panel, where string) {
	t.Helper()
	l, v := p.Layout(d.m.screen.pictures.Now), p.Shown()
	if z := l.Fit(v.Width, v.Height, v.ASCII); l.Fits(z, v.Width, v.Height, v.ASCII) &&
		!l.Fits(v.Zoom, v.Width, v.Height, v.ASCII) {
		t.Errorf("%s: the picture is cut off at %s and fits at %s", where, v.Zoom, z)
	}
}
