package sshd

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	gossh "golang.org/x/crypto/ssh"
)

// withLecturer are options for a class that a key may lead.
func withLecturer(t testing.TB) (Options, gossh.Signer) {
	o, lecturer := standard(t), key(t)
	o.Lecturers = filepath.Join(t.TempDir(), "lecturers")
	line := bytes.TrimSpace(gossh.MarshalAuthorizedKey(lecturer.PublicKey()))
	if err := os.WriteFile(o.Lecturers, append(line, " Ada\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	return o, lecturer
}

// Followers see the lecturer's steps in windows of their own, leave to try something,
// and come back; only a lecturer leads.
func TestFollowing(t *testing.T) { synctest.Test(t, following) }

func following(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "follow"})
	x.sees("no lecturer yet")
	x.press("\r")
	x.sees("There is no lecturer yet")
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	x.sees("with Ada")
	late := r.sit(r.dial("student", key(t)), device{"xterm-256color", 200, 60, nil, "follow"})
	late.sees("with Ada")
	for k := 1; k <= 5; k++ {
		ada.press("\r")
		for _, s := range []*screen{ada, x, late} {
			s.sees(fmt.Sprintf("step %d/%d", k, k))
		}
	}
	ada.press("nsee what becomes of (1,3)\r")
	x.sees("see what becomes of (1,3)")
	x.press("\r")
	x.sees("These are Ada's steps: press o to try your own.")
	x.forget()
	ada.press("uu")
	x.sees("step 3/5")

	late.press("o")
	late.sees("This is now a session of your own")
	late.press("j\r")
	late.sees("you try, Ada: step 3")
	late.forget()
	x.forget()
	ada.press("\x1b[6~\x1b[6~") // a clicker: forward
	x.sees("step 5/5")
	late.sees("you try, Ada: step 5")
	late.press("f")
	late.sees("step 5/5")
	late.sees("with Ada")
	late.press("q")
	late.ends()

	x.forget()
	ada.press(":open lion\r")
	x.sees("lion")
	x.sees("step 0/0")
	ada.press("q")
	ada.ends()
	x.sees("Ada has left")
	x.press("q")
	x.ends()

	if _, told, code := said(t, r.dial("ada", nil), "lead"); code != 1 ||
		!strings.Contains(told, "lead is for lecturers: choose one of follow, watch, explore") {
		t.Errorf("a student led: %q", told)
	}
}

// What was tried beside the lecturer is the student's own: it is kept, and goes on.
func TestTriesAreKept(t *testing.T) { synctest.Test(t, triesAreKept) }

func triesAreKept(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.press("\r\r")
	ada.sees("step 2/2")
	own := key(t)
	x := r.sit(r.dial("student", own), device{"xterm", 80, 24, nil, "follow"})
	x.sees("step 2/2")
	x.press("o")
	x.sees("This is now a session of your own")
	x.press("\r")
	x.sees("step 3/3")
	x.press("q")
	x.sees("Saved at step 3 of bat")
	x.ends()
	out, _, code := said(t, r.dial("student", own), "sequence")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); code != 0 || len(lines) != 4 ||
		!strings.HasPrefix(lines[0], "# bat, total ") {
		t.Errorf("%d: %q", code, out)
	}
	again := r.sit(r.dial("student", own), device{"xterm", 80, 24, nil, "explore"})
	again.sees("step 3/3")
	again.press("q")
	again.ends()
	// No other guest has it.
	if out, _, code := said(t, r.dial("student", key(t)), "sequence"); out != "" || code != 1 {
		t.Errorf("another key: %q", out)
	}
}
