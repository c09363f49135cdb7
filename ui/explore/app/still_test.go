package app

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/panel/drawing"
)

// atStart gives an explorer that stands before the first step of an optimal
// sequence.
func atStart(t *testing.T, o Options, steps []intent.Intent, width, height int) *driver {
	t.Helper()
	d := start(t, o, width, height)
	d.send(Intents(steps))
	d.press("esc")
	d.send(Intents{intent.JumpTo{}})
	return d
}

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

// A picture whose vertices move shows frames of the way there, and none after a
// key; on a terminal that is not worth them, it is there at once.
func TestTidyingIsPlayed(t *testing.T) {
	compares(t)
	g := sample(t, "newton2")
	steps := optimalSteps(t, "newton2", g)
	for _, term := range []string{"xterm-256color", "dumb"} {
		synctest.Test(t, func(t *testing.T) {
			o := testOptions(g, style.Mono, false)
			o.Shared = nil // a channel of a bubble stays in it
			o.Getenv = func(name string) string { return map[string]string{"TERM": term}[name] }
			d := atStart(t, o, steps, 100, 30)
			d.press("2")
			played := 0
			for range len(steps) - 1 {
				frames := d.until(keyMsg("pgdown"))
				if played += frames; frames == 0 {
					continue
				}
				between := d.screen()
				if !strings.Contains(between, "·") {
					t.Errorf("no frame:\n%s", between)
				}
				if d.press("?", "esc"); d.m.screen.pictures.motion.Playing() ||
					strings.Contains(d.screen(), "·   ·") {
					t.Errorf("a key does not end the way:\n%s", d.screen())
				}
			}
			if (played > 0) == (term == "dumb") {
				t.Errorf("%s: %d frames", term, played)
			}
			_ = d.m.Close()
		})
	}
}

// until sends a message, and what comes of it, up to the first frame of a way.
func (d *driver) until(msg tea.Msg) (frames int) {
	queue := []tea.Msg{msg}
	for len(queue) > 0 {
		msg, queue = queue[0], queue[1:]
		switch msg := msg.(type) {
		case nil:
		case tea.BatchMsg:
			for _, cmd := range msg {
				if cmd != nil {
					queue = append(queue, cmd())
				}
			}
		case drawing.Frame:
			frames++
			if d.screen(); frames == 2 {
				return frames
			}
			if _, cmd := d.m.Update(msg); cmd != nil {
				queue = append(queue, cmd())
			}
		default:
			_, cmd := d.m.Update(msg)
			d.screen()
			if cmd != nil {
				queue = append(queue, cmd())
			}
		}
	}
	return frames
}
