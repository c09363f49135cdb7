package app

import (
	"testing"

	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// The panels with and without colours and signs, in windows of two sizes, of a small dag and a
// larger one. What lies over the panels has its goldens in package overlay, and the pictures of
// each step have theirs in package drawing.
func TestScreens(t *testing.T) {
	compares(t)
	cases := []struct {
		name, dag     string
		kind          style.Kind
		ascii         bool
		width, height int
		keys          []string
	}{
		{"bat-two-steps-80x24-dark", "bat", style.Dark, false, 80, 24, []string{"enter", "enter"}},
		{"bat-two-steps-120x40", "bat", style.Mono, false, 120, 40, []string{"enter", "enter"}},
		{"bat-ascii-80x24", "bat", style.Mono, true, 80, 24, []string{"2", "enter", "enter"}},
		{"bat-history-80x24", "bat", style.Mono, false, 80, 24, []string{"/", "-", "1", ",", "1", "enter",
			"V", "enter", "/", "3", "enter", "V", "enter", "/", "2", "enter", "V", "enter", "esc",
			"u", "down", "enter", "3"}},
		{"openfoam-80x24", "openfoam", style.Mono, false, 80, 24, []string{"2", "down"}},
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
