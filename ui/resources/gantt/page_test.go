package gantt_test

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

// explorer is an explorer with this wing alone, on bat.
func explorer(t *testing.T, kind style.Kind, ascii bool, width, height int) *uitest.Driver {
	depth := termenv.TrueColor
	if kind == style.Mono {
		depth = termenv.Ascii
	}
	m := app.New(app.Options{Dag: uitest.Sample(t, "bat"), Theme: style.Make(kind, ascii, depth),
		Files: &files.Disk{},
		Parts: feature.List{resources.Feature()}.Parts(layer.Surroundings{})})
	d := &uitest.Driver{T: t, Model: m, Width: width, Height: height}
	d.Begin()
	t.Cleanup(func() { _ = m.Close() })
	return d
}

// wholeBat eliminates the junctions of bat one after another.
var wholeBat = []string{"/", "-", "1", ",", "1", "enter", "V", "enter", "/", "3", "enter", "V", "enter", "/",
	"2", "enter", "V", "enter", "esc"}

// The page shows the steps of the session on machines, with the operation of the current
// step marked; keys change machines, model and axis, and Enter goes to a step.
func TestTimetable(t *testing.T) {
	d := explorer(t, style.Mono, false, 80, 24)
	d.Press("W")
	if !strings.Contains(d.Screen(), "There are no steps yet") {
		t.Errorf("without steps:\n%s", d.Screen())
	}
	d.Press("esc").Press(wholeBat...).Press("W")
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
			d := explorer(t, c.kind, c.ascii, c.width, c.height)
			d.Press(wholeBat...).Press(c.keys...)
			uitest.Golden(t, c.name, d.Screen())
		})
	}
}
