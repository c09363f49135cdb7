package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/overlay"
	"facet/ui/files/store"
)

// leftUnfinished gives options of a place in which a session on bat was left
// after two steps.
func leftUnfinished(t *testing.T) Options {
	t.Helper()
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory = true, store.At(t.TempDir())
	d := start(t, o, 80, 24)
	d.press("enter", "enter")
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	if saved, ok := o.Directory.Latest(o.Dag); !ok || saved.All != 2 {
		t.Fatal("nothing was saved")
	}
	return o
}

func asked(d *driver) bool {
	_, ok := d.m.screen.where.top().(*overlay.Question)
	return ok
}

// A command that is typed while a question stands is a command, whatever letters
// are in it.
func TestCommandOverAQuestion(t *testing.T) {
	o := leftUnfinished(t)
	d := start(t, o, 80, 24)
	if !asked(d) {
		t.Fatalf("no question:\n%s", d.screen())
	}
	d.press(":").typing("edge")
	if f, ok := d.m.screen.where.top().(*overlay.Finder); !ok || f.Text() != "edge" {
		t.Errorf("the palette was not reached:\n%s", d.screen())
	}
	if got := o.Directory.List(); len(got) != 1 || len(o.Directory.Discarded()) != 0 {
		t.Errorf("the saved session is gone: %v", got)
	}
	if d.press("esc"); !asked(d) {
		t.Error("Esc does not go back to the question")
	}
}

// What is thrown away is only put aside, and comes back; it is deleted after a
// second question.
func TestThrownAwayComesBack(t *testing.T) {
	o := leftUnfinished(t)
	d := start(t, o, 80, 24)
	d.press("d")
	if len(o.Directory.List()) != 0 || len(o.Directory.Discarded()) != 1 ||
		!strings.Contains(d.screen(), ":sessions restores it") {
		t.Fatalf("not put aside:\n%s", d.screen())
	}
	d.command("sessions")
	if !strings.Contains(d.screen(), "bat at step 2") || !strings.Contains(d.screen(), "discarded") {
		t.Fatalf("not listed:\n%s", d.screen())
	}
	d.press("enter", "x", "enter")
	if len(o.Directory.Discarded()) != 1 {
		t.Fatal("it was deleted without a second yes")
	}
	d.command("sessions").press("enter", "o")
	if d.m.screen.shown.session.Steps() != 2 {
		t.Fatalf("it did not come back:\n%s", d.screen())
	}

	o = leftUnfinished(t)
	d = start(t, o, 80, 24)
	d.press("d").command("sessions").press("enter", "x", "y")
	if len(o.Directory.Discarded()) != 0 || !strings.Contains(d.screen(), "Deleted permanently") {
		t.Errorf("not deleted:\n%s", d.screen())
	}
}

// The palette is reached from every page, and nothing that was typed on the way
// becomes the name of a file.
func TestPaletteFromEveryPage(t *testing.T) {
	compares(t)
	dir := t.TempDir()
	t.Chdir(dir)
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter")
	for _, page := range [][]string{nil, {"?"}, {"t"}, {"s"}, {"/"}, {"E"}, {"V"}, {":"}, {"3"}} {
		d.press("esc", "esc").press(page...).press(":").typing("totals")
		if f, ok := d.m.screen.where.top().(*overlay.Finder); !ok || f.Text() != "totals" {
			t.Errorf("%v: no palette:\n%s", page, d.screen())
			continue
		}
		if d.press("enter"); !strings.Contains(d.screen(), "totals so far") {
			t.Errorf("%v: not carried out:\n%s", page, d.screen())
		}
	}
	d.press("esc", "esc", "s", ":").typing("solve bound=simple").press("enter")
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("a file was written: %v", files)
	}
	d.press("esc", "esc", "n").typing("a:b").press("enter")
	if step, _ := d.m.screen.shown.session.Step(d.m.screen.shown.session.Cursor()); step.Note != "a:b" {
		t.Errorf("a note cannot have a colon: %q", step.Note)
	}
}

// A command that was carried out leaves nothing on the screen.
func TestPaletteClosesAfterOpen(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Welcome = true
	d := start(t, o, 80, 24)
	d.typing("lion").press("enter")
	if d.m.screen.shown.dag().Name != "lion" || d.m.screen.where.top() != nil {
		t.Errorf("the palette lies over %s:\n%s", d.m.screen.shown.dag().Name, d.screen())
	}
}

// A proposed file name is replaced by what is typed, and taken by Enter.
func TestProposedNameIsReplaced(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter", "s").typing("mine.seq").press("enter", "s", "enter", "s", "end", "backspace").
		typing("x").press("enter")
	for _, name := range []string{"mine.seq", "bat.seq", "bat.sex"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 3 {
		t.Errorf("%v", files)
	}
}

// A file that facet did not write is replaced only if the user says so.
func TestSavingAsksBeforeItReplaces(t *testing.T) {
	dir := t.TempDir()
	path, free := filepath.Join(dir, "a.seq"), filepath.Join(dir, "a-2.seq")
	for _, what := range []string{"save ", "export ", "save-session "} {
		for _, name := range []string{path, free} {
			_ = os.Remove(name)
		}
		if what == "export " {
			path, free = filepath.Join(dir, "a.xml"), filepath.Join(dir, "a-2.xml")
		}
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		content := func(name string) string { text, _ := os.ReadFile(name); return string(text) }
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
		d.press("enter").command(what + path)
		if !asked(d) || content(path) != "mine" {
			t.Fatalf("%s does not ask:\n%s", what, d.screen())
		}
		if d.press("esc"); content(path) != "mine" || !strings.Contains(d.screen(), "Nothing was written") {
			t.Errorf("%s: Esc wrote", what)
		}
		if d.command(what + path).press("enter"); content(path) != "mine" || content(free) == "" {
			t.Errorf("%s: Enter does not take the free name:\n%s", what, d.screen())
		}
		if d.command(what + path).press("o"); content(path) == "mine" {
			t.Errorf("%s: it cannot be overwritten:\n%s", what, d.screen())
		}
		if d.press("enter").command(what + path); asked(d) {
			t.Errorf("%s asks about a file of its own", what)
		}
	}
}

// Notes survive a sequence file, and a session file is opened like a dag.
func TestWhateverIsWrittenIsOpened(t *testing.T) {
	dir := t.TempDir()
	seq, whole := filepath.Join(dir, "a.seq"), filepath.Join(dir, "a.json")
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter", "n").typing("look # here").press("enter", "enter").command("save " + seq).
		command("save-session " + whole)

	e := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	e.command("replay " + seq)
	if step, _ := e.m.screen.shown.session.Step(1); e.m.screen.shown.session.Depth() != 2 ||
		step.Note != "look # here" {
		t.Errorf("replayed to step %d, note %q", e.m.screen.shown.session.Depth(), step.Note)
	}
	f := start(t, testOptions(sample(t, "lion"), style.Mono, false), 80, 24)
	f.command("open " + whole)
	if step, _ := f.m.screen.shown.session.Step(1); f.m.screen.shown.dag().Name != "bat" ||
		f.m.screen.shown.session.Depth() != 2 || step.Note != "look # here" {
		t.Errorf("opened %s at step %d, note %q", f.m.screen.shown.dag().
			Name, f.m.screen.shown.session.Depth(), step.Note)
	}
}

// A paste is text, however long, and is never taken for keys.
func TestLongPastes(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	text := []rune(strings.Repeat("aeq ", 10_000))
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: text})
	if d.m.screen.shown.session.Steps() != 0 || d.m.files.gone ||
		!strings.Contains(d.screen(), "Pasted text") {
		t.Errorf("a paste was taken for keys:\n%s", d.screen())
	}
	for _, paste := range []bool{true, false} {
		d.press("esc", ":", "x")
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: text, Paste: paste})
		d.check()
		if f, ok := d.m.screen.where.top().(*overlay.Finder); !ok || len(f.Text()) > 5000 ||
			!strings.HasPrefix(f.Text(), "xaeq") {
			t.Errorf("paste %v: the line does not hold it", paste)
		}
	}
}

// ctrl+z goes back to the shell from wherever one is.
func TestSuspendFromEverywhere(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Terminal.Suspend = func() {}
	d := start(t, o, 80, 24)
	for _, page := range []string{"1", "?", ":", "n", "t"} {
		d.press("esc", page)
		before := d.screen()
		if _, cmd := d.m.Update(keyMsg("ctrl+z")); cmd == nil {
			t.Errorf("on %q ctrl+z does nothing", page)
		}
		if d.screen() != before {
			t.Errorf("on %q ctrl+z changed the screen:\n%s", page, d.screen())
		}
	}
}

// What is not possible now says why in the palette.
func TestPaletteSaysWhyNot(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	if d.press(":").typing("und"); !strings.Contains(d.screen(), "not now: this is the start") {
		t.Errorf("no reason:\n%s", d.screen())
	}
}
