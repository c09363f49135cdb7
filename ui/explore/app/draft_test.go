package app

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/modeltest/extent"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// each looks at every screen on the way: at once after a message, and after each result
// that a background job brings.
func (d *driver) each(msg tea.Msg, look func(screen string)) {
	queue := []tea.Msg{msg}
	for len(queue) > 0 {
		msg, queue = queue[0], queue[1:]
		switch msg := msg.(type) {
		case nil:
			continue
		case tea.BatchMsg:
			for _, cmd := range msg {
				if cmd != nil {
					queue = append(queue, cmd())
				}
			}
			continue
		}
		_, cmd := d.m.Update(msg)
		look(d.screen())
		if cmd != nil {
			queue = append(queue, cmd())
		}
	}
}

// draft reports whether a screen shows a picture in dots, or none yet.
func draft(screen string) bool {
	return strings.ContainsFunc(screen, func(r rune) bool {
		return r > '\u2800' && r <= '\u28ff'
	}) || strings.Contains(screen, "Drawing the picture")
}

// Pictures of small dags are never seen in dots: not after a step, not while others are laid
// out, not where panels get other sizes. Each step is there at once.
func TestSmallPicturesAreNeverDrafts(t *testing.T) {
	extent.NoRace(t)
	for k, name := range []string{"lion", "bat --classic", "hierarchy", "newton1"} {
		file, classic := strings.CutSuffix(name, " --classic")
		g := sample(t, file)
		if classic {
			g = g.Classic()
		}
		for _, size := range windows(k) {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(t *testing.T) {
				o := testOptions(g, style.Mono, false)
				o.Shared = nil
				d := start(t, o, size.X, size.Y)
				send := func(msg tea.Msg, what string) {
					d.each(msg, func(screen string) {
						if draft(screen) {
							t.Errorf("after %s:\n%s", what, screen)
						}
					})
				}
				for n := range 3 { // the selected operation
					_, cmd := d.m.Update(keyMsg("enter"))
					if p := &d.m.screen.pictures; !p.Ready(p.shown.session.Cursor()) {
						t.Errorf("step %d is not there at once", n+1)
					}
					d.run(cmd)
				}
				send(Intents{intent.JumpTo{}}, "going to the start")
				for n, step := range optimalRun(t, name, g) {
					send(Intents{step}, fmt.Sprintf("step %d", n+1))
				}
				for _, key := range []string{"esc", "u", "u", "u", "ctrl+r", "ctrl+r", "tab", "tab", "tab",
					"tab", "1", "2", "3", "esc", "f", "f", "up", "down", "enter", "="} {
					send(keyMsg(key), key)
				}
				send(Intents{intent.JumpTo{}}, "going to the start again")
				send(tea.WindowSizeMsg{Width: 90, Height: 28}, "another size")
			})
		}
	}
}

// Where costs are written as times, those in the dag are, too, and are costs again afterwards.
func TestTimesInThePicture(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 120, 40)
	label := func() string { return d.m.screen.pictures.Now.Dag.Graph().Edges[0].Label }
	before := label()
	d.m.settings.theme = d.m.settings.theme.WithUnit(1e-6)
	if d.m.screen.pictures.Price(1e-6); d.m.screen.pictures.Ready(0) {
		t.Error("the picture stays as it was")
	}
	work := d.m.screen.pictures.Work(d.m.screen.shown.session, d.m.screen.pictures.space())
	d.m.screen.pictures.drew(work.Draw(t.Context()))
	if now := label(); before != "2/4" || now != "2us/4us" {
		t.Errorf("the label is %q and was %q", now, before)
	}
	if d.press("down"); label() != before {
		t.Errorf("the label is %q again", label())
	}
}
