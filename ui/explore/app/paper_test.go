package app

import (
	"strings"
	"testing"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// batFaces is the paper's face elimination sequence of 22 fma on Bat.
var batFaces = []string{
	"eli (1 3)(3 4)", "eli (2 3)(3 6)", "eli (-1 1)(1 3 4)", "eli (-1 1)(1 3)", "eli (-1 1 3)(3 5)",
	"eli (-1 1 3)(3 6)", "eli (0 2)(2 3 6)", "eli (0 2)(2 3)", "eli (0 2 3)(3 4)", "eli (0 2 3)(3 5)",
}

func TestBatIn22(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat").Classic(), style.Mono, false), 80, 24)
	for _, line := range batFaces {
		d.command(line)
	}
	if got := d.m.screen.shown.state().Spent(); got != 22 {
		t.Errorf("total %d", got)
	}
	screen := d.screen()
	for _, want := range []string{"total 22", "✓ checked", "yours          22"} {
		if !strings.Contains(screen, want) {
			t.Errorf("the screen lacks %q:\n%s", want, screen)
		}
	}
	d.press("esc", "2", "up")
	if strings.Contains(d.screen(), "✓ checked") || !strings.Contains(d.screen(), "line dag") {
		t.Errorf("the explorer is not usable behind the last page:\n%s", d.screen())
	}
}

func TestNewton(t *testing.T) {
	tangents := []string{"acc tan (-1 1)", "acc tan (0 1)", "acc tan (-1 2)", "acc tan (0 2)",
		"acc tan (-1 3)"}
	cases := []struct {
		name  string
		lines []string
		total model.Cost
	}{
		{"sparse tangent", []string{"eli tan (-1 1)(1 3)", "eli tan (0 1)(1 3)", "eli tan (-1 2)(2 3)",
			"eli tan (0 2)(2 3)"}, 80000},
		{"optimum", []string{"eli tan (-1 1)(1 3)", "eli tan (0 1)(1 3)", "acc tan (2 3)",
			"eli mul (-1 2)(2 3)", "eli mul (0 2)(2 3)"}, 74000},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := start(t, testOptions(sample(t, "newton1"), style.Mono, false), 80, 24)
			for _, line := range append(append([]string{}, tangents...), c.lines...) {
				d.command(line)
			}
			if got := d.m.screen.shown.state().Spent(); got != c.total || !d.m.screen.shown.state().Done() ||
				d.m.screen.proof.Verdict != layer.Holds {
				t.Errorf("total %d, done %v, verdict %v\n%s", got, d.m.screen.shown.state().
					Done(), d.m.screen.proof.Verdict, d.screen())
			}
		})
	}
}

// The eight ways of the composition, by keys alone: labels choose, m, a and e do.
func TestComposition(t *testing.T) {
	const first, second, face = "/0,1\n", "/1,2\n", "/0,1,1,2\n"
	cases := []struct {
		keys  string
		total model.Cost
	}{
		{first + "mae", 20000}, {first + "ae", 14000}, {second + "mae", 20000}, {second + "ae", 12000},
		{first + "a" + second + "a" + face + "e", 6100}, {first + "a" + second + "ma" + face + "e", 14100},
		{first + "ma" + second + "ma" + face + "e", 20100}, {first + "ma" + second + "a" + face + "e", 12100},
	}
	for _, c := range cases {
		d := start(t, testOptions(sample(t, "composition"), style.Mono, false), 80, 24)
		for _, r := range c.keys {
			if r == '\n' {
				d.press("enter")
				continue
			}
			d.press(string(r))
		}
		if got := d.m.screen.shown.state().Spent(); got != c.total || !d.m.screen.shown.state().Done() {
			t.Errorf("%q: total %d, want %d\n%s", c.keys, got, c.total, d.screen())
		}
	}
}
