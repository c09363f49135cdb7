package app

import (
	"strings"
	"testing"

	"facet/model/generate"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// What is sparse about a Jacobian is told beside its price, and drawn on a page of its own.
func TestPatternsAreShown(t *testing.T) {
	g, err := generate.Banded(16, 3, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		width, height int
		ascii         bool
		page          string // part of the plot
	}{
		{120, 40, false, "│ ⠈⠻⣿⣿⣦⡀│"},
		{80, 24, false, "│ ⠈⠻⣿⣿⣦⡀│"},
		{80, 24, true, "|xxxx............| |xxxxx...........|"},
	} {
		d := start(t, testOptions(g, style.Mono, c.ascii), c.width, c.height)
		sees := func(texts ...string) {
			t.Helper()
			for _, text := range texts {
				if !uitest.Sees(d.screen(), text) {
					t.Errorf("no %q on\n%s", text, d.screen())
				}
			}
		}
		dot := "·"
		if c.ascii {
			dot = "*"
		}
		d.command("acc tan (0 1)")
		sees("5 colours " + dot + " T 48 = 240")
		d.press("down")
		sees("3 colours " + dot + " T 48 = 144")
		d.command("eli tan (0 1)(1 2)").command("acc tan (2 3)")
		sees("sparse product: 216 multiplications")
		d.command("pattern")
		sees("pattern", "16 x 16", "colours of columns", "of rows", c.page)
		d.press("esc")
		d.check()
	}
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.command("pattern")
	if !strings.Contains(d.screen(), "All Jacobians of this dag are dense") {
		t.Errorf("a dense dag has a page of patterns:\n%s", d.screen())
	}
}
