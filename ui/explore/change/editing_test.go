package change_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/files"
	"facet/ui/uitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// screen is an explorer into which a test presses keys, with the screens on the way.
type screen struct {
	*uitest.Walker
	app *app.Model
}

// shared is what was laid out for the samples: most tests begin with the same pictures.
var shared = app.NewShared(64 << 20)

// open shows an explorer. about is what is edited from the start; empty for no editor.
func open(t *testing.T, dag *model.Dag, about string, width, height int, e change.Environment) *screen {
	t.Helper()
	o := app.Options{Dag: dag, Shared: shared, Theme: style.Make(style.Mono, false, termenv.Ascii),
		Files: &files.Disk{}, Sources: e.Sources()}
	if about != "" {
		var err error
		if o.Leader, err = o.Sources[0].Open(t.Context(), about); err != nil {
			t.Fatal(err)
		}
	}
	m := app.New(o)
	s := &screen{Walker: &uitest.Walker{Driver: &uitest.Driver{T: t, Model: m, Width: width, Height: height}},
		app: m}
	s.Begin()
	t.Cleanup(func() { _ = m.Close() })
	return s
}

// said is what a screen says above its pictures, and from a row on below them: they have goldens in
// package drawing.
func said(from int) func(screen string) string {
	return func(screen string) string {
		rows := strings.Split(screen, "\n")
		return strings.Join(append(rows[:1:1], rows[from:]...), "\n")
	}
}

// text is a whole session with its dag.
func text(t *testing.T, s *session.Session) string {
	t.Helper()
	all, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func (s *screen) isBat() {
	s.T.Helper()
	bat := modeltest.Sample(s.T, "bat")
	if g := s.app.Session().Dag(); g.Fingerprint() != bat.Fingerprint() || g.Name != bat.Name {
		s.T.Errorf("this is not Bat: %s %+v %+v\n%s", g.Name, g.Vertices, g.Edges, s.Screen())
	}
}

// Bat is drawn from an empty dag by keys alone.
func TestBatByKeys(t *testing.T) {
	s := open(t, uitest.Sample(t, "lion"), "new bat", 80, 24, change.Environment{})
	s.Shows = said(18)
	s.Whole("start")
	for _, vertex := range []string{"-1 space 2", "0 space 2", "1", "2", "3", "4", "5 space 2", "6"} {
		s.Keys("a " + vertex + " enter")
	}
	for _, edge := range []string{"-1 1 2/4", "0 2 2/4", "1 3 1/2", "1 4 1/2", "2 3 1/2", "2 6 1/2",
		"3 4 1/2", "3 5 2/4", "3 6 1/2"} {
		var from, to, costs string
		fmt.Sscan(edge, &from, &to, &costs)
		s.Keys("/ " + from + " enter c / " + to + " enter enter " + costs + " enter")
	}
	s.Whole("all of it")
	s.Keys("D")
	s.isBat()
	s.Golden("bat-by-keys")
}

// Bat is drawn from an empty dag by the palette alone. The golden has what is said of it; the
// pictures are those of the keys.
func TestBatByPalette(t *testing.T) {
	s := open(t, uitest.Sample(t, "lion"), "", 80, 24, change.Environment{})
	var all uitest.Walk
	for _, line := range []string{"new", "name bat", "vertex -1 2", "vertex 0 2", "vertex 1", "vertex 2",
		"vertex 3", "vertex four", "vertex 5 1", "vertex 6",
		"rename four 4", "size 5 2", "edge -1 1 2/4", "edge 0 2 2/4", "edge 1 3 1/2", "edge (1,4) 1/2",
		"edge 2 3 1/2", "edge 2 6 1/2", "edge 3 4 j", "cost 3 4 1/2", "jacobian 3 4",
		"edge 3 5", "cost 3 5 2/4", "edge 3 6 1/2", "edge -1 6 1/2", "delete -1 6", "model 3 6", "vertex 7",
		"delete 7", "undo", "redo", "done"} {
		s.Command(line)
		all.See(":"+line, said(18)(s.Screen()))
	}
	s.isBat()
	all.Golden(t, "bat-by-palette-80x24")
}

// A dag is drawn with the arrow keys, changed, taken back and done again.
func TestWalkOfTheEditor(t *testing.T) {
	s := open(t, uitest.Sample(t, "bat"), "", 80, 24, change.Environment{})
	s.Shows = said(18)
	s.Keys("enter enter enter") // three steps
	s.Types("edit")
	for _, line := range []string{
		"down", "enter 7/9 enter", "j", "m", "u u u", "ctrl+r", // costs, Jacobian and model of an edge
		"down", "x", "u", // a vertex is deleted with its edges and steps
		"n eins enter", "enter 3 enter", // its name and size
		"c enter", "c down enter", "esc", // a loop; an edge is no vertex
		"c down down enter", "c right enter 1/1 enter",
		"/ -1 enter", "c up up enter", // a circle, where it is one
		"e 0 enter", "e 99999999999999999999 enter", "n 4 enter", "a 4 enter", "a enter",
		"g", "V", "b", "esc", "w esc",
	} {
		s.Keys(line)
	}
	s.Press("?")
	s.Wants("Editing", "connect: walk to the other vertex, Enter")
	s.Press("esc")
	s.Keys("D")
	s.Types("before")
	s.Types("before")
	s.Types("edit")
	s.Keys("D")
	s.Types("edit")
	s.Keys("x")
	s.Types("end")
	s.Golden("editing")
}
