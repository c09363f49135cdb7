package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/files/store"
)

// After a look at the history the keys are where they were, in every window.
func TestEscGivesTheKeysBack(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for key, panel := range map[string]intent.Panel{"1": intent.Dag, "2": intent.LineDag,
			"tab": intent.Next} {
			d := start(t, testOptions(sample(t, "bat"), style.Mono, false), size[0], size[1])
			if d.press("2"); key != "tab" {
				d.press(key)
			} else {
				d.press("tab")
			}
			if d.m.screen.where.window.Focus != panel {
				t.Fatalf("%s: the keys are in %s", key, d.m.screen.where.window.Focus)
			}
			if d.press("3", "up", "esc"); d.m.screen.where.window.Focus != panel {
				t.Errorf("%v: from %s by 3 and Esc to %s", size, panel, d.m.screen.where.window.Focus)
			}
		}
	}
}

// The foot of a large picture begins with the key that ends it, and f ends it, too.
func TestEscEndsALargePicture(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, again := range []string{"esc", "f"} {
			d := start(t, testOptions(sample(t, "bat"), style.Mono, false), size[0], size[1])
			before := d.screen()
			d.press("f")
			if !strings.Contains(d.screen(), "\n Esc the panels again  Enter carry out") ||
				strings.Contains(d.screen(), "next:") {
				t.Errorf("a large picture:\n%s", d.screen())
			}
			if d.press(again); d.screen() != before {
				t.Errorf("%s does not end it:\n%s", again, d.screen())
			}
		}
	}
}

// The two keys of a clicker beside forth and back start and stop playing.
func TestClickersKeysPlay(t *testing.T) {
	for _, key := range []string{".", "f5", " "} {
		d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
		d.press("enter", "enter", "pgup", "pgup", key)
		if !d.m.screen.playback.running {
			t.Errorf("%s does not play", key)
		}
		if d.press(key); d.m.screen.playback.running {
			t.Errorf("%s does not stop", key)
		}
	}
}

// In the list of operations, which has the keys from the beginning, a clicker's keys step, which the
// help says, and others scroll; the history, which has to be asked for, scrolls by both.
func TestListsScrollByPages(t *testing.T) {
	d := start(t, testOptions(sample(t, "openfoam"), style.Mono, false), 80, 24)
	at := func() int { return d.m.screen.shown.next.At(d.m.snapshot()) }
	first := at()
	d.press("ctrl+d")
	page := at() - first
	if page < 2 || page > 10 {
		t.Errorf("a page has %d rows:\n%s", page, d.screen())
	}
	if d.press("ctrl+d", "ctrl+u"); at() != first+page {
		t.Errorf("two pages down and one up are %d rows", at()-first)
	}
	for range 30 {
		d.press("e", "a", "enter")
	}
	depth := d.m.screen.shown.session.Depth()
	if d.press("pgup"); d.m.screen.shown.session.Depth() != depth-1 {
		t.Errorf("PgUp in the list leads from step %d to %d", depth, d.m.screen.shown.session.Depth())
	}
	d.press("3", "home", "pgdown", "enter")
	if got := d.m.screen.shown.session.Depth(); got < 3 || got > 20 {
		t.Errorf("the second page of the history begins at step %d of %d:\n%s", got, depth, d.screen())
	}
	d.press("end", "pgup", "pgup", "enter")
	if got := d.m.screen.shown.session.Depth(); got > depth-4 || got < 1 {
		t.Errorf("two pages up are step %d of %d:\n%s", got, depth, d.screen())
	}
	d.press("esc", "?")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 80})
	if !strings.Contains(d.screen(), "PgUp PgDn step; ctrl+d a page") {
		t.Errorf("the help does not say it:\n%s", d.screen())
	}
}

// A colon belongs to a text that was begun. On an untouched proposal it
// opens the palette: what is typed after it shall not become the name of a file.
func TestColonIsTextInPrompts(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter", "s", "C", ":", "x")
	if len(d.m.screen.where.over) != 1 || !strings.Contains(d.screen(), "save C:x") {
		t.Errorf("the colon left the prompt:\n%s", d.screen())
	}
	d.press("esc", "n", ":")
	if len(d.m.screen.where.over) != 1 {
		t.Errorf("the colon left the note:\n%s", d.screen())
	}
}

// In a window that is too small for a moment, what is being typed goes on: q is a
// letter of it, and nothing ends without a trace.
func TestTypingInTooSmallAWindow(t *testing.T) {
	d := start(t, testOptions(sample(t, "bat"), style.Mono, false), 80, 24)
	d.press("enter", "n").typing("se")
	d.send(tea.WindowSizeMsg{Width: 40, Height: 10})
	if !strings.Contains(d.screen(), "ctrl+c") {
		t.Errorf("it does not say how to quit:\n%s", d.screen())
	}
	d.typing("quence")
	if d.m.files.gone {
		t.Fatal("q ended the program")
	}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if d.press("enter"); !strings.Contains(d.screen(), "✎ sequence") {
		t.Errorf("the note is lost:\n%s", d.screen())
	}
	d.send(tea.WindowSizeMsg{Width: 40, Height: 10})
	if d.press("q"); !d.m.files.gone {
		t.Error("q does not quit where nothing is typed")
	}
}

// A session that was put aside goes on in its own file when it is opened.
func TestPutAsideSessionGoesOn(t *testing.T) {
	o := testOptions(sample(t, "bat"), style.Mono, false)
	o.Autosave, o.Directory = true, store.At(t.TempDir())
	first := start(t, o, 80, 24)
	first.press("enter", "enter")
	if err := first.m.Close(); err != nil {
		t.Fatal(err)
	}
	saved, ok := o.Directory.LatestOfAll()
	if !ok {
		t.Fatal("not saved")
	}
	if err := o.Directory.Discard(saved); err != nil {
		t.Fatal(err)
	}
	aside := o.Directory.Discarded()
	d := start(t, o, 80, 24)
	d.send(Line("resume " + aside[0].Path))
	if d.m.screen.shown.session.Depth() != 2 {
		t.Fatalf("step %d:\n%s", d.m.screen.shown.session.Depth(), d.screen())
	}
	d.press("enter")
	if err := d.m.Close(); err != nil {
		t.Fatal(err)
	}
	if all, rest := o.Directory.List(), o.Directory.Discarded(); len(all) != 1 || len(rest) != 0 ||
		all[0].Steps != 3 {
		t.Errorf("saved %+v, discarded %+v", all, rest)
	}
}
