package sshd

import (
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"facet/ui/draw/style"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	gossh "golang.org/x/crypto/ssh"
)

// onBoard reports whether the board has a person of that name.
func (r *classroom) onBoard(name string) bool {
	for _, p := range r.class.See().People {
		if p.Name == name {
			return true
		}
	}
	return false
}

// Who has no name that is listed is asked for one once, can change it, and is known by it
// when they come back; what they write is clean and short.
func TestNames(t *testing.T) { synctest.Test(t, names) }

func names(t *testing.T) {
	o := standard(t)
	o.AskNames = true
	r := openWithin(t, o)
	own := key(t)
	print := fingerprint(own.PublicKey())[:6]
	x := r.sit(r.dial("root", own), device{"xterm", 80, 24, nil, "explore"})
	x.sees("Your name, as the lecturer's board shows it")
	x.press("Adaa\x7f \x1b[2J")
	x.press(strings.Repeat("漢", 100) + "\r")
	x.sees("step 0/0")
	full := ""
	for _, p := range r.class.See().People {
		full = p.Name
	}
	if !strings.HasPrefix(full, "Ada ") || len([]rune(full)) > longestName+7 ||
		strings.ContainsAny(full, "\x1b\n") {
		t.Errorf("the board has %q", full)
	}
	x.press(":name Ada L.\r")
	x.sees("The board calls you Ada L. " + print)
	if !r.onBoard("Ada L. " + print) {
		t.Errorf("the board has %+v", r.class.See().People)
	}
	x.press("\x03\x03")
	x.ends()
	x = r.sit(r.dial("root", own), device{"xterm", 80, 24, nil, "explore"})
	x.sees("step 0/0")
	until(t, "known", func() bool { return r.onBoard("Ada L. " + print) })
	if strings.Contains(ansi.Strip(x.all()), "Your name") {
		t.Error("it is asked again")
	}
	x.press("\x03\x03")
	x.ends()

	c := r.dial("guest", nil)
	for k, asked := range []bool{true, false} {
		y := r.sit(c, device{"xterm", 80, 24, nil, "explore"})
		if asked {
			y.sees("Your name")
			y.press("Ben\r")
		}
		y.sees("step 0/0")
		until(t, "Ben", func() bool { return r.onBoard("Ben 1") })
		if k == 1 && strings.Contains(ansi.Strip(y.all()), "Your name") {
			t.Error("it is asked again on one connection")
		}
		y.press("\x03\x03")
		y.ends()
	}
	m := r.sit(c, device{"xterm", 80, 24, nil, ""})
	m.sees("a class on")
	m.press("?")
	m.sees("You are Ben 1, a student")
	m.press("q")
	m.ends()
	if out, _, code := said(t, r.dial("root", nil), "show bat"); code != 0 || out == "" {
		t.Error("a word without a terminal asks for a name")
	}
}

// Where no names are shown, no guest is asked, and neither names nor keys stand on the
// board or in the results. A key that comes back has its number again.
func TestAnonymous(t *testing.T) { synctest.Test(t, anonymous) }

func anonymous(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.AskNames, o.Anonymous = true, true
	r := openWithin(t, o)
	own := key(t)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	var again []string
	for range 2 {
		var all []*screen
		for _, k := range []gossh.Signer{own, nil} {
			x := r.sit(r.dial("benjamin", k), device{"xterm", 80, 24, nil, "follow"})
			x.sees("with Ada")
			all = append(all, x)
		}
		names := ""
		for _, p := range r.class.See().People {
			names += p.Name + ", "
		}
		again = append(again, names)
		all[0].press(":name Ben\r")
		all[0].sees("shows no names")
		for _, x := range all {
			x.press("\x03\x03")
			x.ends()
		}
		until(t, "gone", func() bool { return r.class.Here() == 1 })
	}
	if again[0] != "Ada, student 1, student 2, " || again[1] != "Ada, student 1, student 3, " {
		t.Errorf("the board has %q", again)
	}
	x := r.sit(r.dial("benjamin", own), device{"xterm", 80, 24, nil, "puzzle lion-11"})
	x.sees("Find")
	ada.press(":class puzzle lion-11\r")
	ada.sees("Open for everybody")
	x.press("\x03\x03")
	x.ends()
	results := string(resultsText(r.class.Results()))
	if strings.Contains(results, "benjamin") || strings.Contains(results, fingerprint(own.PublicKey())) {
		t.Errorf("the results: %s", results)
	}
	ada.press("\x1b\x03\x03")
	ada.ends()
}

// Who is removed is told so, and does not come in with the same key; messages, clock and
// steps of others reach real screens, and the lecturer sees how many are on the step.
func TestLecturerAndPeople(t *testing.T) { synctest.Test(t, lecturerAndPeople) }

func lecturerAndPeople(t *testing.T) {
	o, lecturer := withLecturer(t)
	r := openWithin(t, o)
	r.greet(&net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 2222})
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	own := key(t)
	x := r.sit(r.dial("ben", own), device{"xterm-256color", 100, 30, nil, "follow"})
	x.sees("with Ada")
	y := r.sit(r.dial("kim", nil), device{"xterm-256color", 100, 30, nil, "explore"})
	y.sees("step 0/0")
	ada.sees("1 of 1 on your step")
	y.press("\r")
	y.sees("step 1/1")
	ada.press(":class say look up, please\r")
	ada.sees("Everybody reads")
	x.sees("look up, please")
	y.sees("look up, please")
	ada.press(":class show kim\r")
	x.sees("with kim 1")
	x.sees("step 1/1")
	ada.press(":class puzzle lion-11\r")
	x.sees("back to the lecturer")
	ada.press(":class freeze\r")
	x.sees("The lecturer has stopped the moves: look up.")
	x.forget()
	x.press("\r")
	x.sees("The lecturer has stopped the moves for now.")
	ada.press(":class go\r")
	x.sees("Go on.")
	x.press("\r")
	x.sees("step 1/1")
	ada.press("\x1b")
	ada.sees("comes back to the board")
	ada.forget()
	ada.press("C")
	ada.sees("people")
	ada.press("i")
	ada.sees("Join the class")
	ada.sees("ssh -p 2222 follow@192.0.2.7")
	ada.press("q")
	ada.press(":class remove ben\r")
	x.sees("facet: the lecturer has removed you from this class")
	x.ends()
	if _, told, _ := said(t, r.dial("ben", own), "help"); !strings.Contains(told, "has removed you") {
		t.Errorf("the key comes in again: %q", told)
	}
	y.press("\x03\x03")
	y.ends()
	ada.forget()
	ada.press("\x1b")
	ada.sees("comes back to the board")
	ada.press("\x03\x03")
	ada.ends()
}

// Who comes by a telephone reads the whole question.
func TestNamePromptOnATelephone(t *testing.T) {
	n := &namePrompt{theme: style.Make(style.Mono, false, termenv.Ascii), proposed: "student c5bce6"}
	n.Update(tea.WindowSizeMsg{Width: 42, Height: 24})
	text := strings.Join(strings.Fields(ansi.Strip(n.View())), " ")
	for _, part := range []string{"Your name, as the lecturer's board shows it (Enter for student c5bce6):",
		"Others can see it. :name changes it later."} {
		if !strings.Contains(text, part) {
			t.Errorf("there is no %q in %q", part, text)
		}
	}
}
