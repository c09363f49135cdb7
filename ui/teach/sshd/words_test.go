package sshd

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/charmbracelet/x/ansi"

	"facet/ui/terminal"
)

// Each word does what it says without a terminal, or says that it needs one.
func TestWordsWithoutATerminal(t *testing.T) { synctest.Test(t, wordsWithoutATerminal) }

func wordsWithoutATerminal(t *testing.T) {
	o := standard(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	c := r.dial("student", key(t))
	for _, word := range []struct {
		said      string
		out, told string
		code      int
	}{
		{"", "", "there is no terminal for the menu: use ssh -t, or one of show, sequence, help", 1},
		{"show bat", "bat: 8 vertices, 9 edges, 10 faces, 8 paths", "", 0},
		{"show lion", "lion: 5 vertices, 5 edges", "", 0},
		{"show", "", "show takes one NAME: bat, face", 1},
		{"show bat lion", "", `show takes one NAME, "lion" is too much`, 1},
		{"show nothing", "", `there is no dag "nothing" here: choose one of bat, face`, 1},
		{"show /etc/passwd", "", `there is no dag "/etc/passwd" here`, 1},
		{"show --help", "", `there is no dag "--help" here`, 1},
		{"show -", "", `there is no dag "-" here`, 1},
		{"sequence", "", "you have no saved work yet: start with ssh HOST explore", 1},
		{"sequence bat", "", `sequence takes nothing, "bat" is too much`, 1},
		{"help", "print a dag and its line dag", "", 0},
		{"explore", "", "explore needs a terminal: ssh -t HOST explore, or ssh explore@HOST", 1},
		{"explore lion", "", "ssh -t HOST explore lion", 1},
	} {
		out, told, code := said(t, c, word.said)
		if !strings.Contains(out, word.out) || !strings.Contains(told, word.told) || code != word.code ||
			(word.out == "") != (out == "") || (word.told == "") != (told == "") ||
			strings.Contains(out+told, "\x1b") {
			t.Errorf("%q gives %q, %q and %d", word.said, out, told, code)
		}
	}
	if out, told, code := said(t, r.dial("student", nil), "sequence"); out != "" || code != 1 ||
		!strings.Contains(told, "saved without a key") {
		t.Errorf("without a key: %q, %q, %d", out, told, code)
	}
}

// The menu leads to every word that needs a terminal and back, and says what is
// possible.
func TestMenu(t *testing.T) { synctest.Test(t, menuLeads) }

func menuLeads(t *testing.T) {
	o := standard(t)
	o.Dags = append(bat(t), o.Dags...)
	r := openWithin(t, o)
	for _, at := range []device{
		{"xterm-256color", 80, 24, nil, ""}, {"dumb", 80, 24, nil, ""}, {"xterm", 30, 5, nil, ""},
		{"vt100", 200, 60, []string{"LANG", "C"}, ""},
	} {
		x := r.sit(r.dial("student", nil), at)
		x.sees("facet  a class on bat, lion"[:min(27, at.width-2)])
		x.press("?")
		if at.height > 10 {
			x.sees("You came without a key")
		}
		x.press("?")
		if at.width >= 72 {
			x.press("G\r")
			x.sees("5 vertices, 5 edges"[:5])
			x.sees("step 0/0")
			x.press("q")
			x.forget()
			x.press("\x0cj")
			x.sees("leave")
		}
		x.press("q")
		if code := x.ends(); code != 0 {
			t.Errorf("%v: exit code %d", at, code)
		}
		if at.term == "dumb" && strings.Contains(x.all(), "\x1b[38") {
			t.Errorf("colours on %v", at)
		}
	}
}

// A user's name that is a word stands for it, with a terminal as ssh gives it.
func TestWordsAsUsers(t *testing.T) { synctest.Test(t, wordsAsUsers) }

func wordsAsUsers(t *testing.T) {
	r := openWithin(t, standard(t))
	x := r.sit(r.dial("explore", nil), device{term: "xterm", width: 80, height: 24})
	x.sees("step 0/0")
	x.press("q")
	if code := x.ends(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// The screen is as large as the window, also when it changes, however often.
func TestResizes(t *testing.T) { synctest.Test(t, resizes) }

func resizes(t *testing.T) {
	r := openWithin(t, standard(t))
	x := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	for k := range size(100, 500) { // always large enough for keys
		if err := x.WindowChange(20+k%30, 72+k%80); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.WindowChange(40, 120); err != nil {
		t.Fatal(err)
	}
	x.await("a frame of 40 rows", func(string) bool {
		seen := x.frame()
		return strings.Count(seen, "\r\n") == 39
	})
	if err := x.WindowChange(1<<30, 1<<30); err != nil {
		t.Fatal(err)
	}
	x.await("a frame of 200 rows", func(string) bool {
		return strings.Count(x.frame(), "\r\n") == terminal.Highest-1
	})
	x.press("q")
	x.ends()
}

// Lessons and puzzles lead from the first screen on, and what was solved is remembered
// under the key.
func TestLessonsAndPuzzles(t *testing.T) { synctest.Test(t, lessonsAndPuzzles) }

func lessonsAndPuzzles(t *testing.T) {
	o := standard(t)
	o.Lessons = map[string][]byte{"mine": []byte("---\ntitle: Of my own\ndag: bat\n---\n\n# First\n\nSomething that only I say.\n")}
	r := openWithin(t, o)
	own := key(t)
	for _, c := range []struct{ word, sees string }{
		{"lesson", "paths"}, {"lesson lion", "lion"}, {"lesson mine", "something that only i say"},
		{"puzzle", "find a sequence of"}, {"puzzle level 1 seed 7", "level 1"},
	} {
		x := r.sit(r.dial("student", own), device{"xterm-256color", 120, 40, nil, c.word})
		x.await(c.sees, func(seen string) bool {
			return strings.Contains(strings.ToLower(ansi.Strip(seen)), c.sees)
		})
		x.press("\x03")
		x.ends()
	}
	for word, told := range map[string]string{
		"lesson nothing": "nothing", "lesson ../../etc/passwd": "no file is read over ssh",
		"puzzle /etc/passwd": "there is no dag",
	} {
		x := r.sit(r.dial("student", own), device{"xterm-256color", 120, 40, nil, word})
		x.sees("facet: ")
		x.sees(told)
		if code := x.ends(); code != 1 {
			t.Errorf("%s: exit code %d", word, code)
		}
	}
}
