package start_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/change"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/plain"
	"facet/ui/explore/start"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/uitest"
	"facet/ui/uitest/whole"
)

// options are those of facet without a dag, with all wings.
func options(t *testing.T, theme *style.Theme, place *store.Directory) app.Options {
	t.Helper()
	disk := &files.Disk{}
	around := layer.Surroundings{Files: disk, Directory: place}
	o := app.Options{Dag: uitest.Sample(t, "bat"), Shared: shared, Theme: theme, Files: disk,
		Getenv: func(string) string { return "" }, Welcome: true,
		Parts: whole.Features().Parts(around), Home: intent.Lead{Kind: start.Kind, About: start.First}}
	o.Sources = append(layer.SourcesOf(o.Parts), change.Environment{}.Sources()...)
	if place != nil {
		o.Autosave, o.Directory = true, *place
	}
	page := start.Source(start.Options{Sources: o.Sources, Directory: place, Now: func() time.Time {
		return time.Now().Add(49 * time.Hour)
	}, Newcomer: func() bool {
		return place == nil || len(place.List()) == 0
	}})
	o.Sources = append(o.Sources, page)
	var err error
	if o.Leader, err = page.Open(t.Context(), start.First); err != nil {
		t.Fatal(err)
	}
	return o
}

// shared is what was laid out for the samples: tests begin with the same pictures, which take
// half a second of a processor.
var shared = app.NewShared(64 << 20)

// opened is the page on a terminal of that size.
func opened(t *testing.T, theme *style.Theme, place *store.Directory, width, height int) *uitest.Driver {
	t.Helper()
	m := app.New(options(t, theme, place))
	d := &uitest.Driver{T: t, Model: m, Width: width, Height: height}
	d.Begin()
	t.Cleanup(func() { _ = m.Close() })
	return d
}

func mono() *style.Theme { return style.Make(style.Mono, false, termenv.Ascii) }

// worked leaves a session on Bat after two steps of three, and a complete one on Lion.
func worked(t *testing.T) *store.Directory {
	t.Helper()
	place := store.At(t.TempDir())
	for _, name := range []string{"lion", "bat"} {
		m := app.New(app.Options{Dag: uitest.Sample(t, name).Classic(), Theme: mono(), Files: &files.Disk{},
			Getenv: func(string) string { return "" }, Autosave: true, Directory: place})
		d := &uitest.Driver{T: t, Model: m, Width: 80, Height: 24}
		d.Begin()
		for k := 0; name == "lion" && !m.Session().State().Done() || k < 3; k++ {
			best, _ := model.Cheapest(m.Session().State().Operations())
			d.Send(app.Intents{intent.Carry{Ops: []model.Op{best.Op}}})
		}
		if name == "bat" {
			d.Press("u")
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	all := place.List()
	for _, s := range all { // the one on Bat is the last one, however fast the machine is
		if s.Dag == "lion" {
			text, err := os.ReadFile(s.Path)
			if err != nil {
				t.Fatal(err)
			}
			old := strings.Replace(string(text), s.When.Format(time.RFC3339), s.When.Add(-3*time.Hour).
				Format(time.RFC3339), 1)
			if err := os.WriteFile(s.Path, []byte(old), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return &place
}

// The page for a newcomer and for a user who comes back, without colours and with them.
func TestScreens(t *testing.T) {
	before := worked(t)
	for _, kind := range []style.Kind{style.Mono, style.Dark} {
		theme := style.Make(kind, false, termenv.TrueColor)
		if kind == style.Mono {
			theme = mono()
		}
		uitest.Golden(t, fmt.Sprintf("again-80x24-%v", kind), opened(t, theme, before, 80, 24).Screen())
		if kind == style.Mono {
			uitest.Golden(t, fmt.Sprintf("newcomer-80x24-%v", kind), opened(t, theme, nil, 80, 24).Screen())
		}
	}
}

// Every section in turn, by its letter.
func TestSections(t *testing.T) {
	before := worked(t)
	d := opened(t, mono(), before, 80, 24)
	var w uitest.Walk
	w.See("begin", d.Screen())
	for _, keys := range [][]string{{"l", "down"}, {"p"}, {"s", "down", "down", "down", "down", "down"},
		{"r"}, {"esc"}, {"home"}, {"end"}} {
		w.See(strings.Join(keys, " "), d.Press(keys...).Screen())
	}
	w.Golden(t, "sections-80x24")
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := opened(t, style.Make(style.Mono, true, termenv.Ascii), nil, size[0], size[1])
		if ascii := d.Press("l").Screen(); strings.ContainsFunc(ascii, func(r rune) bool { return r > 127 }) {
			t.Errorf("not ASCII:\n%s", ascii)
		}
	}
}

// Each choice leads into what there is; what ends before anything was done comes back to
// the page.
func TestChoicesLeadOn(t *testing.T) {
	d := opened(t, mono(), nil, 80, 24)
	d.Wants("New here? Enter begins the tour.")
	d.Press("enter").Wants("an example: its dag")
	d.Press("esc").Wants("recent sessions", "samples")
	d.Press("l", "enter").Wants("chain rule is a sum over paths")
	d.Command("end").Wants("recent sessions")
	d.Press("p", "enter").Wants("sequence of cost 11")
	d.Command("end").Wants("recent sessions")
	d.Press("s", "down", "enter")
	if got := d.Model.(*app.Model).Session().Dag().Name; got != "diamond" || d.Sees("recent sessions") {
		t.Errorf("opened %s:\n%s", got, d.Screen())
	}
	d.Press("enter").Command("start").Wants("recent sessions")
	d.Press("esc")
	if s := d.Model.(*app.Model).Session(); s.Dag().Name != "diamond" || s.Depth() != 1 ||
		d.Sees("recent sessions") {
		t.Errorf("Esc does not lead back:\n%s", d.Screen())
	}
	d = opened(t, mono(), nil, 80, 24)
	d.Press("esc").Wants("q quits")
	d.Command("start").Wants("This is the first page.")
	d.Press("n", "enter").Wants("new")
	path := t.TempDir() + "/mine.seq"
	d = opened(t, mono(), nil, 80, 24)
	d.Press("o")
	for _, r := range path {
		d.Press(string(r))
	}
	d.Press("enter").Wants("recent sessions", "mine.seq")
}

// A session that was left goes on where it was, by a digit as by Enter.
func TestSessionsGoOn(t *testing.T) {
	for _, key := range []string{"1", "enter"} {
		d := opened(t, mono(), worked(t), 80, 24)
		d.Wants("step 2 of 3")
		if s := d.Press(key).Model.(*app.Model).Session(); s.Dag().Name != "bat" || s.Depth() != 2 {
			t.Errorf("%s opens %s at step %d:\n%s", key, s.Dag().Name, s.Depth(), d.Screen())
		}
	}
}

// A click goes to a section, or opens an entry; the wheel moves. The terminal reports the
// mouse as long as the page is there.
func TestMouse(t *testing.T) {
	d := opened(t, mono(), nil, 80, 24)
	at := func(text string) (x, y int) {
		for y, row := range strings.Split(d.Screen(), "\n") {
			if before, _, found := strings.Cut(row, text); found {
				return style.Width(before), y
			}
		}
		t.Fatalf("no %q on\n%s", text, d.Screen())
		return 0, 0
	}
	click := func(text string) {
		x, y := at(text)
		d.Send(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	}
	click("samples")
	d.Wants("the smallest dag on which")
	d.Send(tea.MouseMsg{X: 40, Y: 10, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	d.Wants("fill, absorb and merge on two paths and an edge beside them.")
	click("lion")
	if got := d.Model.(*app.Model).Session().Dag().Name; got != "lion" {
		t.Errorf("opened %s", got)
	}
	d = opened(t, mono(), nil, 80, 24)
	click("t  tour")
	d.Wants("an example: its dag")
}

// In words the page is text, whose lines can be typed as they stand.
func TestInWords(t *testing.T) {
	var out strings.Builder
	lines := "lesson lion\n:end\n1\nq\n"
	if err := plain.Run(t.Context(), options(t, style.Make(style.Mono, true, termenv.Ascii), worked(t)),
		strings.NewReader(lines), &out); err != nil {
		t.Fatal(err)
	}
	page, rest, _ := strings.Cut(out.String(), "\n> ")
	uitest.Golden(t, "words", page)
	for _, want := range []string{"Lion: vertices 12, edges 11", "lesson paths: The chain rule",
		"bat, classic: 8 vertices", "step 2"} {
		if !strings.Contains(rest, want) {
			t.Errorf("no %q in\n%s", want, rest)
		}
	}
	for row := range strings.SplitSeq(out.String(), "\n") {
		if style.Width(row) > 80 {
			t.Errorf("a row of %d cells: %s", style.Width(row), row)
		}
	}
}
