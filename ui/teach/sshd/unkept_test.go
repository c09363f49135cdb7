package sshd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model/modeltest/extent"
	"github.com/charmbracelet/x/ansi"
)

// What a student without a key has done is printed once the screen is restored, in lines
// that can be copied, and is in a file of the class: on leaving, after idle time, at the end
// of the class, and where the client has gone.
func TestWorkWithoutAKeyIsPrinted(t *testing.T) {
	for name, ends := range map[string]func(r *classroom, x *screen, drop func()){
		"leaving": func(_ *classroom, x *screen, _ func()) {
			x.press("q")
			x.sees("q again quits")
			x.press("q")
		},
		"idle":    func(*classroom, *screen, func()) {},
		"the end": func(r *classroom, _ *screen, _ func()) { go func() { _ = r.end() }() },
		"gone":    func(_ *classroom, _ *screen, drop func()) { drop() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := standard(t)
				o.Dags = bat(t)
				if name == "idle" {
					o.Limits.Idle = 2 * time.Second
				}
				r := openWithin(t, o)
				c := r.dial("ada", nil)
				x := r.sit(c, device{"xterm-256color", 120, 40, nil, "explore"})
				x.sees("step 0/0")
				x.press("\r\r")
				x.sees("step 2/2")
				ends(r, x, func() { c.Close() })
				if name != "gone" {
					x.ends()
					_, after, restored := strings.Cut(x.all(), ansi.ResetModeAltScreenSaveCursor)
					_, work, printed := strings.Cut(after, "facet replay reads:\r\n# bat, total ")
					head, lines, _ := strings.Cut(work, "\r\n")
					if !restored || !printed || !strings.Contains(head, "2 steps") ||
						strings.Count(lines, "\r\n") < 2 || !strings.Contains(lines, "(") {
						t.Errorf("printed is %q", after)
					}
				}
				var content []byte
				until(t, "a file of the class", func() bool {
					all, _ := filepath.Glob(filepath.Join(o.State, "unkept", "*.txt"))
					if len(all) == 1 {
						content, _ = os.ReadFile(all[0])
					}
					return strings.Contains(string(content), "# bat, total")
				})
				if text := string(content); !strings.HasPrefix(text, "# ada 1, ") ||
					strings.Count(text, "\n") != 5 {
					t.Errorf("the file has %q", text)
				}
			})
		})
	}
}

// A minute before idle time ends a session it is said, and a key keeps the session; what the
// warning draws does not.
func TestIdleTimeWarns(t *testing.T) { synctest.Test(t, idleTimeWarns) }

func idleTimeWarns(t *testing.T) {
	o := standard(t)
	o.Limits.Idle = 6 * time.Second
	r := openWithin(t, o)
	x := r.sit(r.dial("student", key(t)), device{"xterm", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	x.sees("this session ends in 3 seconds. Any key keeps it open.")
	x.press("\r")
	x.sees("step 1/1")
	x.forget()
	x.sees("this session ends in 3 seconds. Any key keeps it open.")
	x.sees("the session was idle for too long")
	x.ends()
}

// A window that is too small says what to do with a telephone, and who has one is not
// counted among those who solve.
func TestTelephones(t *testing.T) {
	extent.NoRace(t)
	synctest.Test(t, telephones)
}

func telephones(t *testing.T) {
	o, lecturer := withLecturer(t)
	r := openWithin(t, o)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "board"})
	ada.sees("1 here")
	ada.press(":class puzzle bat-22\r")
	ada.sees("Open for everybody: the puzzle bat-22")
	x := r.sit(r.dial("student", key(t)), device{"xterm-256color", 42, 24, nil, "follow"})
	x.sees("This window is too small:")
	x.sees("42x24, facet needs 72x20.")
	x.sees("Turn the telephone sideways, or")
	until(t, "the student is taken to the puzzle", func() bool {
		for _, p := range r.class.See().People {
			if p.Doing.String() == "solves" && p.Unseen {
				return true
			}
		}
		return false
	})
	ada.sees("1 has too small a window")
	ada.sees("0 are trying")
	ada.forget()
	if err := x.WindowChange(30, 90); err != nil { // turned
		t.Fatal(err)
	}
	x.sees("Find a")
	ada.sees("1 is trying")
}

// The menu says what the lecturer has opened, also when that comes later.
func TestMenuSaysWhatIsOpen(t *testing.T) { synctest.Test(t, menuSaysWhatIsOpen) }

func menuSaysWhatIsOpen(t *testing.T) {
	o, lecturer := withLecturer(t)
	r := openWithin(t, o)
	x := r.sit(r.dial("student", key(t)), device{"xterm", 100, 30, nil, ""})
	x.sees("what is possible")
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "board"})
	ada.sees("2 here")
	ada.press(":class puzzle bat-22\r")
	x.sees("Open for everybody: the puzzle bat-22. follow goes there.")
	ada.press(":class lesson lion\r")
	x.sees("Open for everybody: the lesson lion. follow goes there.")
	x.press("q")
	x.ends()
}

// Where a disk takes nothing the board says so; once it does, what was not saved is saved
// without a key.
func TestSavedAgainByItself(t *testing.T) { synctest.Test(t, savedAgainByItself) }

func savedAgainByItself(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	own := key(t)
	home := r.places.home(fingerprint(own.PublicKey()))
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	full := filepath.Join(home, "sessions")
	if err := os.WriteFile(full, nil, 0o600); err != nil { // in the place of a folder
		t.Fatal(err)
	}
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "board"})
	ada.sees("1 here")
	x := r.sit(r.dial("student", own), device{"xterm-256color", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	x.press("\r")
	x.sees("The session on bat cannot be saved")
	ada.sees("Work of students is not saved: not a directory.")
	if strings.Contains(ada.all(), o.State) {
		t.Error("the board shows a path")
	}
	if err := os.Remove(full); err != nil {
		t.Fatal(err)
	}
	x.sees("The session is saved again.")
	until(t, "saved", func() bool {
		all, _ := filepath.Glob(filepath.Join(full, "*.json"))
		return len(all) == 1
	})
}
