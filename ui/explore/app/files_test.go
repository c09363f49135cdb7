package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/draw/style"
	"facet/ui/files/store"
)

// What is saved can be replayed, by the same command line.
func TestSaveAndReplay(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bat.seq")
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.command("vertex 3").command("undo").command("vertex 1").command("acc adj (0 2)").command("save " + file)
	if !strings.Contains(d.screen(), "Saved 4 operations") {
		t.Errorf("no word of it:\n%s", d.screen())
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := "# bat, total 12\nACC TAN (-1 1) 4\n"; !strings.HasPrefix(string(content), want) {
		t.Errorf("saved:\n%s", content)
	}
	e := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	e.command("replay " + file)
	if e.m.screen.shown.state().String() != d.m.screen.shown.state().String() {
		t.Errorf("another state came back:\n%s", e.screen())
	}
	if e.command("replay " + file); !strings.Contains(e.screen(), "is a sequence from the start on") {
		t.Errorf("it does not say where the sequence begins:\n%s", e.screen())
	}
	e.command("jump 2").command("jump 99")
	if e.m.screen.shown.session.Depth() != 2 || !strings.Contains(e.screen(), "from 0 to 4") {
		t.Errorf("jump:\n%s", e.screen())
	}
}

func TestExport(t *testing.T) {
	dir := t.TempDir()
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	for name, want := range map[string]string{"a.xml": "<graphml", "a.dot": "digraph",
		"a.Line.dot": "digraph"} {
		path := filepath.Join(dir, name)
		d.command("export " + path)
		if content, err := os.ReadFile(path); err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s: %v\n%s", name, err, content)
		}
	}
	d.command("save-session " + filepath.Join(dir, "s.json")) // nothing was done, and that is a session, too
	if s, err := store.Load(filepath.Join(dir, "s.json")); err != nil || s.Steps() != 0 {
		t.Error(err)
	}
}

// The pictures of the state on the screen are written with what the screen marks.
func TestFigure(t *testing.T) {
	dir := t.TempDir()
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.command("acc tan (-1 1)").command("acc tan (0 2)").command("eli tan (-1 1)(1 3)")
	for name, want := range map[string]string{
		"a.svg": "class=\"star\"", "a.tex": "\\star", "a.html": "<h1>bat after 3 of 3 steps</h1>",
		"a.txt": "✶(-1,1,3)",
	} {
		path := filepath.Join(dir, name)
		d.command("figure " + path)
		if content, err := os.ReadFile(path); err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s: %v\n%s", name, err, content)
		}
	}
	if d.command("figure a.png"); !strings.Contains(d.screen(), ".svg, .tex for TikZ") {
		t.Errorf("no word of what can be written:\n%s", d.screen())
	}
	for name, want := range map[string]string{"t.tex": "\\begin{tabular}",
		"t.md": "| 3 | F'(-1,1,3) := Ḟ(1,3)·F'(-1,1) | 2 | 10 |"} {
		path := filepath.Join(dir, name)
		d.command("table " + path)
		if content, err := os.ReadFile(path); err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s: %v\n%s", name, err, content)
		}
	}
	if d.press("w"); !strings.Contains(d.screen(), "figure bat-3.svg") {
		t.Errorf("no name is proposed:\n%s", d.screen())
	}
}

// What cannot be done says why, in the words of the user.
func TestRefusals(t *testing.T) {
	compares(t)
	cases := []struct {
		keys []string
		want string
	}{
		{[]string{"u"}, "This is the start"},
		{[]string{"ctrl+r"}, "none to redo"},
		{[]string{"e"}, "(-1,1) is not a face: press a"},
		{[]string{"enter", "tab", "tab", "tab", "1", "up", "up", "e"}, "is not a face"},
		{[]string{"/", "1", "enter", "e"}, "A vertex is not a face: V eliminates"},
		{[]string{"/", "-", "1", "enter", "V"}, "only a junction can be eliminated"},
		{[]string{"/", "1", "3", "enter", "esc", "/", "1", ",", "3", ",", "3", ",", "4", "enter", "e"},
			"no Jacobian on either side: press a"},
		{[]string{"enter", "m"}, "Only TAN is possible: ADJ needs"},
		{[]string{"4"}, "There is no solver here"},
		{[]string{"i"}, "The key i has no meaning here"},
		{[]string{":", "n", "o", "p", "e", "enter"}, "There is no command nope"},
		{[]string{":", "e", "l", "i", " ", "(", "1", " ", "9", ")", "(", "9", " ", "3", ")", "enter"},
			"no vertex 9"},
		{[]string{"s", "enter"}, "nothing to save"},
		{[]string{" "}, "no steps ahead to play"},
	}
	for _, c := range cases {
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
		d.press(c.keys...)
		screen := strings.Join(strings.Fields(strings.ReplaceAll(d.screen(), "\n", " ")), " ")
		if !strings.Contains(screen, c.want) {
			t.Errorf("%q lacks %q:\n%s", c.keys, c.want, d.screen())
		}
	}
}

func TestOpenAnother(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	directory := store.At(t.TempDir())
	o.Autosave, o.Directory = true, directory
	d := start(t, o, 80, 24)
	d.press("enter").command("open lion")
	if d.m.screen.shown.dag().Name != "lion" || d.m.screen.shown.session.Steps() != 0 {
		t.Errorf("not opened:\n%s", d.screen())
	}
	d.press("enter").command("restart")
	if d.m.screen.shown.session.Steps() != 0 {
		t.Error("restart keeps the steps")
	}
	if err := d.m.Close(); err != nil {
		t.Error(err)
	}
	if saved, ok := directory.Latest(sample(t, "bat")); !ok || saved.Steps != 1 {
		t.Errorf("what was left is not saved: %+v", saved)
	}
}

// What was chosen once is chosen the next time.
func TestSettingsAreKept(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory = true, store.At(t.TempDir())
	d := start(t, o, 80, 24)
	d.press("o", "o").command("theme light")
	if got := o.Directory.Settings(); got.Sort != "price" || got.Theme != "light" {
		t.Errorf("%+v", got)
	}
}

// The palette proposes nothing under a line that is complete, and says so.
func TestPaletteKnowsACompleteLine(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat").Classic(), style.Mono, false), 80, 24)
	d.press(":").typing("eli mul (-1 1)(1 3)")
	if screen := d.screen(); strings.Contains(screen, "Nothing matches") {
		t.Errorf("a line that can be carried out does not fit:\n%s", screen)
	}
	if d.press("enter"); d.m.screen.shown.session.Depth() != 1 {
		t.Errorf("it was not carried out:\n%s", d.screen())
	}
	d.press(":").typing("eli (9 9)(1 3)")
	if screen := d.screen(); !strings.Contains(screen, "Nothing matches") {
		t.Errorf("a face that is not there fits:\n%s", screen)
	}
}
