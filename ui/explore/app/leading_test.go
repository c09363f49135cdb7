package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// leader leads through a session of its own and allows no step back.
type leader struct {
	layer.Neutral
	own    *session.Session
	page   bool
	moved  int
	closed bool
}

func (l *leader) Title() string { return "lesson A line 1/3" }
func (l *leader) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	return nil, []intent.Intent{intent.Show{Session: l.own}}
}
func (l *leader) Bindings(*layer.View) []layer.Command {
	page := func() (tea.Cmd, []intent.Intent) {
		l.page = !l.page
		return nil, nil
	}
	return []layer.Command{
		layer.Means(intent.DoSelected{}, "pgdown").Help("Here", "the next step of the line").Foot("next"),
		layer.Means(intent.Undo{}, "pgup"), layer.On(page, "."),
	}
}
func (l *leader) Moved(*layer.View, bool) (tea.Cmd, []intent.Intent) {
	l.moved++
	return nil, nil
}
func (l *leader) Allows() intent.Effect { return intent.All &^ intent.Opens }
func (l *leader) Refuses(_ *layer.View, i intent.Intent) string {
	if _, ok := i.(intent.Undo); ok {
		return "Only PgUp goes back here."
	}
	return ""
}
func (l *leader) Conceals() bool { return true }
func (l *leader) Draw(_ *layer.View, b layer.Box) layer.Drawn {
	if !l.page {
		return layer.Drawn{Rows: []string{" the note of the step"}, Place: layer.Instead}
	}
	return layer.Drawn{Rows: []string{" prose " + strings.Repeat("·", b.Width)}, Place: layer.Whole}
}
func (l *leader) Close() { l.closed = true }

// A leader shows a session of its own, sees keys first and refuses intents; the
// user's session is put aside, saved as it was, and comes back.
func TestLed(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory = true, store.At(t.TempDir())
	d := start(t, o, 80, 24)
	d.press("enter", "enter")
	own := d.m.screen.shown.session
	l := &leader{own: session.New(sample(t, "lion"))}
	_, intents := d.m.leading.begin(l)
	d.send(Intents(intents))
	for _, want := range []string{"lesson A line 1/3", "the note of the step", "PgDn"} {
		if !strings.Contains(d.screen(), want) {
			t.Errorf("no %q on\n%s", want, d.screen())
		}
	}
	if d.press("pgdown", "pgdown"); d.m.screen.shown.session.Depth() != 2 || l.moved != 2 {
		t.Errorf("step %d, told %d times", d.m.screen.shown.session.Depth(), l.moved)
	}
	if d.press("u"); d.m.screen.shown.session.Depth() != 2 ||
		!strings.Contains(d.screen(), "Only PgUp goes back here.") {
		t.Errorf("u is not refused:\n%s", d.screen())
	}
	if d.press("pgup"); d.m.screen.shown.session.Depth() != 1 {
		t.Errorf("PgUp: step %d", d.m.screen.shown.session.Depth())
	}
	if d.press("."); !strings.Contains(d.screen(), "prose") {
		t.Errorf("no page:\n%s", d.screen())
	}
	if d.m.Session() != own || own.Depth() != 2 {
		t.Errorf("the user's session is at step %d", d.m.Session().Depth())
	}
	if d.press(":").typing("end").press("enter"); d.m.screen.shown.session != own || !l.closed ||
		d.m.screen.shown.session.Depth() != 2 {
		t.Errorf("it does not end:\n%s", d.screen())
	}
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	if saved, ok := o.Directory.LatestOfAll(); !ok || saved.Dag != "bat" || saved.Steps != 2 {
		t.Errorf("saved: %+v", saved)
	}
}

// withholding is a leader without keys who offers no command of others.
type withholding struct{ layer.Neutral }

func (withholding) Offers(*layer.Command) bool { return false }

// What a leader does not offer is missing from the foot, and from nothing else.
func TestFootLeavesTheCommandsAlone(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	_, intents := d.m.leading.begin(withholding{})
	d.send(Intents(intents))
	d.screen()
	for _, c := range d.m.table {
		if c.Name == "" && c.Intent == nil && c.Do == nil && c.Parse == nil {
			t.Fatal("commands are gone from the table")
		}
	}
}
