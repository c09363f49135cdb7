package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// What is shown without the word unsaved is on the disk.
func TestShownStepsAreOnTheDisk(t *testing.T) {
	directory := store.At(t.TempDir())
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory, o.Now = true, directory, time.Now
	d := start(t, o, 80, 24)
	for step := 1; step < 8; step++ {
		m, _ := d.m.Update(layer.Key("enter")) // what follows is not awaited
		screen := m.View()
		if all := directory.List(); !strings.Contains(screen, "unsaved") &&
			(len(all) != 1 || all[0].Steps < step) {
			t.Fatalf("step %d is shown, and %+v saved", step, all)
		}
		d.m.sessions.saver.Wait()
		d.send(SavingChanged{})
		if all := directory.List(); strings.Contains(d.screen(), "unsaved") || len(all) != 1 ||
			all[0].Steps != step {
			t.Fatalf("step %d: %+v\n%s", step, all, d.screen())
		}
	}
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
}

// The next start offers what was left, and r takes it.
func TestResumeOffer(t *testing.T) {
	directory := store.At(t.TempDir())
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory, o.Now = true, directory, time.Now
	d := start(t, o, 80, 24)
	d.press("enter", "enter", "n").typing("a thought").press("enter", "q")
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	d = start(t, o, 80, 24)
	if !strings.Contains(d.screen(), "unfinished session") {
		t.Fatalf("nothing is offered:\n%s", d.screen())
	}
	d.press("r")
	if d.m.screen.shown.session.Depth() != 2 || d.m.screen.shown.state().Spent() != 6 {
		t.Errorf("resumed at step %d with %d", d.m.screen.shown.session.Depth(), d.m.screen.shown.state().
			Spent())
	}
	if step, _ := d.m.screen.shown.session.Step(d.m.screen.shown.session.Cursor()); step.Note != "a thought" {
		t.Errorf("the note is %q", step.Note)
	}
	d.press("enter")
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	all := directory.List()
	if len(all) != 1 || all[0].Steps != 3 {
		t.Errorf("saved sessions: %+v", all)
	}
}

// A folder that cannot be written says so and does not stop the work.
func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory = true, store.At(file)
	d := start(t, o, 80, 24)
	d.press("enter")
	if !strings.Contains(d.screen(), " · unsaved") {
		t.Errorf("the header does not say that the step is lost when the program is killed:\n%s", d.screen())
	}
	<-d.m.Saving()
	d.send(SavingChanged{})
	if !strings.Contains(d.screen(), "The session on bat cannot be saved") {
		t.Errorf("no word about saving:\n%s", d.screen())
	}
	if d.press("enter"); strings.Contains(d.screen(), "cannot be saved") {
		t.Errorf("it is said again and again:\n%s", d.screen())
	}
	var said bytes.Buffer
	if err := d.m.Close(); err == nil {
		t.Error("nothing is said at the end")
	}
	if d.m.Farewell(&said); said.Len() > 0 {
		t.Errorf("it is said to be saved: %s", said.String())
	}
	if d.m.screen.shown.session.Depth() != 2 {
		t.Errorf("the work stopped at step %d", d.m.screen.shown.session.Depth())
	}
}
