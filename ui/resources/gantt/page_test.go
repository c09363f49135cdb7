package gantt_test

import (
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
// step marked.
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
