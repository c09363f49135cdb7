package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"facet/ui/files/store"
	"facet/ui/style"
)

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
	if d.m.session.Depth() != 2 || d.m.state().Spent() != 6 {
		t.Errorf("resumed at step %d with %d", d.m.session.Depth(), d.m.state().Spent())
	}
	if step, _ := d.m.session.Step(d.m.session.Cursor()); step.Note != "a thought" {
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
	if d.m.session.Depth() != 2 {
		t.Errorf("the work stopped at step %d", d.m.session.Depth())
	}
}
