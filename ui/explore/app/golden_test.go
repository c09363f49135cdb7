package app

import (
	"fmt"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/uitest"
)

func TestScreens(t *testing.T) {
	compares(t)
	whole := []string{"/", "-", "1", ",", "1", "enter", "V", "enter", "/", "3", "enter", "V", "enter", "/",
		"2", "enter", "V", "enter"}
	cases := []struct {
		name, dag     string
		kind          style.Kind
		ascii         bool
		width, height int
		keys          []string
	}{
		{"bat-start-80x24", "bat", style.Mono, false, 80, 24, nil},
		{"bat-line-80x24", "bat", style.Mono, false, 80, 24, []string{"2", "enter", "enter", "down"}},
		{"bat-two-steps-80x24-dark", "bat", style.Dark, false, 80, 24, []string{"enter", "enter"}},
		{"bat-two-steps-120x40", "bat", style.Mono, false, 120, 40, []string{"enter", "enter"}},
		{"bat-ascii-80x24", "bat", style.Mono, true, 80, 24, []string{"2", "enter", "enter"}},
		{"bat-history-80x24", "bat", style.Mono, false, 80, 24, append(append([]string{}, whole...), "esc",
			"u", "down", "enter", "3")},
		{"bat-complete-80x24", "bat", style.Mono, false, 80, 24, whole},
		{"help-80x24", "bat", style.Mono, false, 80, 24, []string{"?"}},
		{"glossary-80x24", "bat", style.Mono, false, 80, 24, []string{"?", "tab"}},
		{"palette-80x24", "bat", style.Mono, false, 80, 24, []string{":", "e", "l", "i", " "}},
		{"openfoam-80x24", "openfoam", style.Mono, false, 80, 24, []string{"2", "down"}},
		{"too-small-60x15", "bat", style.Mono, false, 60, 15, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := start(t, testOptions(sample(t, c.dag), c.kind, c.ascii), c.width, c.height)
			d.press(c.keys...)
			d.check()
			uitest.Golden(t, c.name, d.screen())
		})
	}
}

// Before any size there is nothing to draw on.
func TestFirstView(t *testing.T) {
	m := New(testOptions(sample(t, "bat"), style.Mono, false))
	if got := m.View(); got != "" {
		t.Errorf("drew %q", got)
	}
}

// Going back shows the very same screen again.
func TestUndoRestoresThePicture(t *testing.T) {
	for _, name := range []string{"bat", "newton2", "openfoam"}[:extent.Of(1, 3)] {
		d := start(t, testOptions(sample(t, name), style.Mono, false), 120, 40)
		d.press("2")
		var before []string
		const steps = 6
		for range steps {
			before = append(before, fmt.Sprint(d.m.screen.pictures.line.Text(),
				d.m.screen.pictures.dag.Text()))
			d.press("enter")
		}
		for k := steps - 1; k >= 0; k-- {
			d.press("u")
			after := fmt.Sprint(d.m.screen.pictures.line.Text(), d.m.screen.pictures.dag.Text())
			if after != before[k] {
				t.Errorf("%s, step %d:\n%s\nwas\n%s", name, k, after, before[k])
			}
		}
	}
}

// A sequence that is applied as a whole is taken back on pictures that stay
// still: those that stepping forward would have shown.
func TestApplyingKeepsPicturesStill(t *testing.T) {
	one := start(t, testOptions(sample(t, "hierarchy"), style.Mono, false), 120, 40)
	whole := start(t, testOptions(sample(t, "hierarchy"), style.Mono, false), 120, 40)
	var intents []intent.Intent
	for !one.m.screen.shown.state().Done() {
		all := one.m.screen.shown.state().Operations()
		op := all[len(all)-1].Op
		intents = append(intents, intent.Carry{Ops: []model.Op{op}})
		one.send(Intents{intents[len(intents)-1]})
		one.check()
	}
	whole.send(Intents(intents))
	whole.check()
	for range 5 {
		one.press("esc", "u")
		whole.press("esc", "u")
	}
	a, b := one.m.screen.pictures.Now, whole.m.screen.pictures.Now
	view := picture.View{Zoom: picture.ZoomRows}
	if got, want := b.Line.Render(view).String(), a.Line.Render(view).String(); got != want {
		t.Errorf("applied as a whole:\n%s\nstep by step:\n%s", got, want)
	}
}
