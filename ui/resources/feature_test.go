package resources_test

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/ui/cli/feature"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/resources"
	"facet/ui/uitest"
)

// The page shows the steps of the session on machines; keys change machines, model and axis,
// Enter goes to a step, and what the page showed last it shows again.
func TestTimetable(t *testing.T) {
	m := app.New(app.Options{Dag: uitest.Sample(t, "bat"), Theme: style.Make(style.Mono, false, termenv.Ascii),
		Files: &files.Disk{}, Parts: feature.List{resources.Feature()}.Parts(layer.Surroundings{})})
	d := &uitest.Driver{T: t, Model: m, Width: 80, Height: 24}
	d.Begin()
	t.Cleanup(func() { _ = m.Close() })
	d.Press("W")
	if !strings.Contains(d.Screen(), "There are no steps yet") {
		t.Errorf("without steps:\n%s", d.Screen())
	}
	d.Press("esc").Command("vertex 1").Command("vertex 3").Command("vertex 2").Press("esc", "W")
	for _, c := range []struct{ key, want string }{
		{"+", "schedule on 3 machines"}, {"-", "schedule on 2 machines"}, {"s", "seeds shared out"},
		{"s", "schedule on 2 machines ━"},
		{"x", "steps 0"}, {"left", "[─"},
	} {
		if d.Press(c.key); !strings.Contains(d.Screen(), c.want) {
			t.Errorf("%s: %q is missing:\n%s", c.key, c.want, d.Screen())
		}
	}
	d.Press("esc").Command("schedule 4 split").Press("left", "left", "left", "left", "left", "left", "enter")
	if strings.Contains(d.Screen(), "schedule on") || d.Sees("step 3/3") {
		t.Errorf("Enter does not go to the step:\n%s", d.Screen())
	}
	d.Press("W")
	if !strings.Contains(d.Screen(), "schedule on 4 machines, seeds shared out") {
		t.Errorf("the choice is forgotten:\n%s", d.Screen())
	}
	for _, words := range []string{"0", "1000001", "two", "2 spilt"} {
		d.Press("esc").Command("schedule " + words)
		if !d.Sees("Schedule takes a number of machines from 1 to 1000000, and split") {
			t.Errorf("schedule %s:\n%s", words, d.Screen())
		}
	}
}
