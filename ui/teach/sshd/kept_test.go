package sshd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/planner/certificate"

	"github.com/charmbracelet/x/ansi"
)

// until waits until something holds.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never %s", what)
		}
	}
}

// What a search found without a lecturer is on the disk when the server ends, with a
// certificate, and lecturers take it, also into a session of their own.
func TestFoundIsKept(t *testing.T) { synctest.Test(t, foundIsKept) }

func foundIsKept(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	c := r.dial("ada", lecturer)
	if _, told, code := said(t, c, "found"); code != 1 || !strings.Contains(told, "no search has run") {
		t.Errorf("%q, %d", told, code)
	}
	if err := r.watch(); err != nil {
		t.Fatal(err)
	}
	until(t, "found", func() bool {
		found, ok := r.class.Searching().Found()
		return ok && found.Ended
	})
	out, told, code := said(t, c, "found")
	if code != 0 || !strings.HasPrefix(out,
		"# bat, total 32, lower bound 32, found by the search of this server, ") {
		t.Errorf("%q, %q, %d", out, told, code)
	}
	proof, told, code := said(t, c, "found certificate")
	if code != 0 {
		t.Fatalf("%q, %d", told, code)
	}
	read, err := certificate.Read(strings.NewReader(proof))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := certificate.Verify(o.Dags[0].Dag, read); err != nil || read.Bound != 32 {
		t.Errorf("the certificate proves %d: %v", read.Bound, err)
	}
	if _, told, code := said(t, r.dial("student", nil), "found"); code != 1 ||
		!strings.Contains(told, "found is for lecturers") {
		t.Errorf("a student is told %q", told)
	}
	ada := r.sit(c, device{"xterm-256color", 120, 40, nil, "watch"})
	ada.sees("finished")
	ada.sees("A applies it")
	ada.press("A")
	ada.sees("Applied")
	ada.press("\x03\x03")
	ada.ends()
	if out, _, code := said(t, c, "sequence"); code != 0 || !strings.HasPrefix(out, "# bat, total 32, ") {
		t.Errorf("the lecturer's own is %q", out)
	}
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"seq", "certificate.json"} {
		all, _ := filepath.Glob(filepath.Join(o.State, "found", "bat-*-32."+end))
		if len(all) != 1 {
			t.Errorf("%v", all)
		}
	}
}

// A search that is under way when the server ends leaves what it has.
func TestWhatIsUnderWayIsKept(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags, o.Search = hard(t), slow()
	r := open(t, o)
	if err := r.watch(); err != nil {
		t.Fatal(err)
	}
	until(t, "a sequence", func() bool { _, ok := r.class.Searching().Found(); return ok })
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"*.seq", "*.certificate.json"} {
		all, _ := filepath.Glob(filepath.Join(o.State, "found", end))
		// On a machine that is busy there may be no time for a certificate; that is said.
		if len(all) != 1 && (end == "*.seq" || !strings.Contains(r.log.String(), "no certificate")) {
			t.Errorf("%s: %v; the log: %s", end, all, r.log)
		}
	}
}

// Where the disk takes nothing, the operator reads what and where, the student reads a
// sentence without a path and is asked before work is lost.
func TestDiskThatTakesNothing(t *testing.T) { synctest.Test(t, diskThatTakesNothing) }

func diskThatTakesNothing(t *testing.T) {
	o := standard(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	own := key(t)
	home := r.places.home(fingerprint(own.PublicKey()))
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "sessions"), nil, 0o600); err != nil {
		// in the place of a folder
		t.Fatal(err)
	}
	x := r.sit(r.dial("student", own), device{"xterm-256color", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	x.press("\r")
	x.sees("The session on bat cannot be saved: the server cannot write it")
	x.forget()
	x.press("q")
	x.sees("q again quits and loses")
	x.press("q")
	x.ends()
	if strings.Contains(x.all(), o.State) {
		t.Error("the student reads where the files are")
	}
	if text := r.log.String(); !strings.Contains(text, "not saved") || !strings.Contains(text, home) {
		t.Errorf("the log: %s", text)
	}
}

// Who has no key reads that nothing is saved, everywhere, and is asked before leaving.
func TestWithoutAKeyNothingIsPromised(t *testing.T) { synctest.Test(t, withoutAKeyNothingIsPromised) }

func withoutAKeyNothingIsPromised(t *testing.T) {
	r := openWithin(t, standard(t))
	x := r.sit(r.dial("student", nil), device{"xterm-256color", 120, 50, nil, "explore"})
	x.sees("step 0/0")
	x.press(":export x.xml\r")
	x.sees("is written over ssh, and nothing")
	x.press("?")
	x.sees("quit; nothing is saved here")
	x.forget()
	x.press("\x1b")
	x.sees("Tab pane")
	x.press("\r")
	x.sees("step 1/1")
	x.forget()
	x.press("q")
	x.sees("Your work is printed when you leave, and not kept")
	x.sees("q again quits")
	x.press("q")
	x.ends()
	y := r.sit(r.dial("student", nil), device{"xterm", 40, 10, nil, "explore"})
	y.sees("Your work is not saved")
	y.press("q")
	y.ends()
	for _, one := range []*screen{x, y} {
		seen := ansi.Strip(one.all())
		for _, promise := range []string{"verything is saved", "brings it home", "fetch your sequence"} {
			if strings.Contains(seen, promise) {
				t.Errorf("%q is promised", promise)
			}
		}
	}
	p := r.sit(r.dial("student", nil), device{"xterm-256color", 120, 40, nil, "puzzle lion-11"})
	p.sees("Find")
	p.sees("▸") // an operation is selected
	p.press("\r")
	p.sees("step 1/1")
	p.press("q")
	p.sees("q again quits")
	p.press("q")
	p.ends()
}

// A lecturer who leads from two sessions has not left with one of them.
func TestLeadingTwice(t *testing.T) { synctest.Test(t, leadingTwice) }

func leadingTwice(t *testing.T) {
	o, lecturer := withLecturer(t)
	r := openWithin(t, o)
	first := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	first.sees("step 0/0")
	second := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	second.sees("step 0/0")
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "follow"})
	x.sees("with Ada")
	second.press("\x03\x03")
	second.ends()
	first.press("\r")
	x.sees("step 1/1")
	if strings.Contains(ansi.Strip(x.all()), "Ada has left") {
		t.Error("Ada is said to have left")
	}
	first.press("\x03\x03")
	first.ends()
	x.sees("Ada has left")
	x.press("q")
	x.ends()
}

// Who comes back goes on on the dag that is served, and sees the pictures that are there:
// neither is made for each session anew.
func TestComingBackMakesNothingAnew(t *testing.T) { synctest.Test(t, comingBackMakesNothingAnew) }

func comingBackMakesNothingAnew(t *testing.T) {
	r := openWithin(t, standard(t))
	r.sit(r.dial("other", nil), device{"xterm", 80, 24, nil, "explore"}).sees("step 0/0")
	own := key(t)
	come := func(begin, press, then string) int {
		x := r.sit(r.dial("student", own), device{"xterm", 80, 24, nil, "explore"})
		x.sees(begin)
		x.forget()
		x.press(press)
		x.sees(then)
		x.forget()
		x.press("\x12")
		x.sees("step 1/1")
		x.press("q")
		x.ends()
		return r.shared.Made()
	}
	come("step 0/0", "\ru", "step 0/1")
	// Who left before all pictures were there has the next one make the rest.
	before, after := 0, come("step 1/1", "u", "step 0/1")
	for try := 0; try < 5 && after != before; try++ {
		before, after = after, come("step 1/1", "u", "step 0/1")
	}
	if after != before {
		t.Errorf("%d pictures were made for another session", after-before)
	}
}
