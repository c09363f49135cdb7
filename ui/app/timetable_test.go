package app

import (
	"strings"
	"testing"

	"facet/ui/style"
	"facet/ui/uitest"
)

// whole eliminates the bat's junctions one after the other.
var wholeBat = []string{"/", "-", "1", ",", "1", "enter", "V", "enter", "/", "3", "enter", "V", "enter", "/", "2", "enter", "V", "enter", "esc"}

// The page shows the steps of the session on machines, with the operation of the current
// step marked; keys change machines, model and axis, and Enter goes to a step.
func TestTimetable(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("W")
	if !strings.Contains(d.screen(), "There are no steps yet") {
		t.Errorf("without steps:\n%s", d.screen())
	}
	d.press("esc").press(wholeBat...).press("W")
	for _, c := range []struct{ key, want string }{
		{"+", "schedule on 3 machines"}, {"-", "schedule on 2 machines"}, {"s", "seeds shared out"}, {"s", "schedule on 2 machines ━"},
		{"x", "steps 0"}, {"left", "[─"},
	} {
		if d.press(c.key); !strings.Contains(d.screen(), c.want) {
			t.Errorf("%s: %q is missing:\n%s", c.key, c.want, d.screen())
		}
	}
	d.press("esc").command("schedule 4 split").press("left", "left", "left", "left", "left", "left", "enter")
	if strings.Contains(d.screen(), "schedule on") || d.m.session.Depth() == len(d.m.session.Line()) {
		t.Errorf("Enter does not go to the step:\n%s", d.screen())
	}
	d.press("W")
	if !strings.Contains(d.screen(), "schedule on 4 machines, seeds shared out") {
		t.Errorf("the choice is forgotten:\n%s", d.screen())
	}
}

func TestTimetableScreens(t *testing.T) {
	for _, c := range []struct {
		name          string
		kind          style.Kind
		ascii         bool
		width, height int
		keys          []string
	}{
		{"schedule-80x24", style.Mono, false, 80, 24, []string{"W"}},
		{"schedule-80x24-ascii", style.Mono, true, 80, 24, []string{"W", "x"}},
		{"schedule-120x40-dark", style.Dark, false, 120, 40, []string{"W", "+", "left", "left"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := start(t, testOptions(sample(t, "bat"), c.kind, c.ascii), c.width, c.height)
			d.press(wholeBat...).press(c.keys...)
			d.check()
			uitest.Golden(t, c.name, d.screen())
		})
	}
}
