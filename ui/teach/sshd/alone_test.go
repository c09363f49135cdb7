package sshd

import (
	"io"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	asked "facet/planner/teach/puzzle"
	"facet/samples/lessons"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach/class"
	"facet/ui/teach/presenter"
	"facet/ui/teach/puzzle"
	"facet/ui/terminal"
	"facet/ui/uitest"

	"github.com/charmbracelet/x/ansi"
)

// beside are two explorers in which the same leads: of a user alone and of a guest of a class.
// They get the same keys.
type beside struct {
	*testing.T
	alone, guest *uitest.Driver
	by           layer.Leader // of the user alone
}

// besides opens them. The guest is one whom the lecturer took there, or one who came by
// themselves.
func besides(t *testing.T, s *Server, kind, about string, taken bool) *beside {
	t.Helper()
	b := &beside{T: t}
	b.alone, b.by = shows(t, aloneOptions(t, s), kind, about)
	if taken {
		eva := s.class.Enter(class.Who{Name: "Eva", Lecturer: true})
		all := s.class.LecturersLeaders(eva, s.libraries(), s.board)
		if _, err := all[len(all)-1].Open(t.Context(), kind+" "+about); err != nil { // :class lesson bat
			t.Fatal(err)
		}
		kind, about = class.AllKind, ""
	}
	b.guest, _ = shows(t, guestOptions(t, s), kind, about)
	b.same("it opens")
	return b
}

// shows opens an explorer in which something leads.
func shows(t *testing.T, o app.Options, kind, about string) (*uitest.Driver, layer.Leader) {
	t.Helper()
	o.FPS, o.Theme = 0, style.Make(style.Mono, false, 0) // nothing moves
	by, err := class.Open(t.Context(), o.Sources, kind, about)
	if err != nil {
		t.Fatal(err)
	}
	o.Leader = by
	m := app.New(o)
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	d := &uitest.Driver{T: t, Model: m, Width: 80, Height: 24}
	d.Begin()
	return d, o.Leader
}

// aloneOptions are the options of an explorer on the user's own terminal.
func aloneOptions(t *testing.T, s *Server) app.Options {
	t.Helper()
	place := store.At(t.TempDir())
	o, err := launch.Assemble(t.Context(),
		shell.Explorer{Options: app.Options{Terminal: nowhere(), Files: &files.Disk{}}, Place: &place,
			Unasked: "off", Wings: s.options.Parts,
			Planning: &solver.Options{}, Leaders: func(around layer.Surroundings) []layer.Source {
				return []layer.Source{presenter.LibraryIn(around).Source(), puzzle.LibraryIn(around).Source()}
			}})
	if err != nil {
		t.Fatal(err)
	}
	o.Dag = s.options.Dags[0].Dag
	return o
}

// nowhere is a terminal that nobody looks at.
func nowhere() terminal.Terminal {
	return terminal.Terminal{Out: io.Discard, Getenv: func(string) string { return "" }}
}

// guestOptions are the options of an explorer of a guest with a key, as over ssh.
func guestOptions(t *testing.T, s *Server) app.Options {
	t.Helper()
	g := &guestSession{server: s, guest: guest{name: "ben", key: "SHA256:" + t.Name()}, ctx: t.Context(),
		person: s.class.Enter(class.Who{Name: "ben"})}
	o, err := g.assembled(nowhere(), s.options.Dags[0].Dag)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// press gives both keys by name, and lines for the palette after a colon, and compares the
// screens after each.
func (b *beside) press(keys ...string) {
	b.Helper()
	for _, k := range keys {
		for _, d := range []*uitest.Driver{b.alone, b.guest} {
			if line, is := strings.CutPrefix(k, ":"); is {
				d.Command(line)
			} else {
				d.Press(k)
			}
		}
		b.same(k)
	}
}

// wayBack is what a class adds for one whom the lecturer took there: the key that leads back,
// first in the foot. So there is room for fewer of the others, but for help, which a foot
// with less than all keys has at its end.
const (
	wayBack = " C back to the lecturer"
	atEnd   = "? help"
)

// same compares the screens, which are equal but for the way back in the foot.
func (b *beside) same(after string) {
	b.Helper()
	want, got := ansi.Strip(b.alone.Screen()), ansi.Strip(b.guest.Screen())
	above, foot := cut(got)
	if others, taken := strings.CutPrefix(foot, wayBack); taken {
		if upper, keys := cut(want); above == upper && isFoot(others, keys) {
			return
		}
	}
	if got != want {
		b.Fatalf("after %s in a class:\n%s\nalone:\n%s", after, got, want)
	}
}

// cut parts the foot from what is above.
func cut(screen string) (above, foot string) {
	at := strings.LastIndex(screen, "\n")
	return screen[:at], screen[at+1:]
}

// isFoot reports whether a foot has the keys of another one, in their order, as far as
// there is room.
func isFoot(foot, of string) bool {
	for word := range strings.FieldsSeq(strings.TrimSuffix(strings.TrimSpace(foot), atEnd)) {
		_, after, has := strings.Cut(of, word)
		if !has {
			return false
		}
		of = after
	}
	return true
}

// quietClass is a class that is reached by no network.
func quietClass(t *testing.T) *Server {
	t.Helper()
	o := standard(t)
	o.Dags = []Served{{Name: "face", Dag: sample(t, "face")}}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Each page of each lesson is seen in a class as alone. Short runs have one.
func TestLessonsInAClass(t *testing.T) {
	extent.NoRace(t)
	s := quietClass(t)
	for _, name := range lessons.Names() {
		if !extent.Full && name != "lion" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			b := besides(t, s, presenter.Kind, name, name != "bat")
			for over := false; !over; {
				b.press("pgdown")
				_, _, over = b.by.Page()
			}
		})
	}
}

// A puzzle of each kind is solved in a class as alone: with hints and a review on the way,
// by the student, or by looking at the solution.
func TestPuzzlesInAClass(t *testing.T) {
	extent.NoRace(t)
	s := quietClass(t)
	cost, err := asked.RandomOneCost(t.Context(), 7, 2)
	if err != nil {
		t.Fatal(err)
	}
	looked := []string{"h", "h", "h", "enter", "enter", "u", "p", "esc", "S", "S"}
	for range 20 {
		looked = append(looked, " ")
	}
	looked = append(looked, "r", "N")
	for _, c := range []struct {
		about  string
		taken  bool // there by the lecturer
		keys   []string
		solved string // on the last screen
	}{
		{"lion-11", true, []string{"h", ":puzzle share", "esc", ":eli (1 2)(2 4)", "p", "esc", "u", "ctrl+r",
			":eli (0 1)(1 2)", ":eli (0 1)(1 4)", ":eli (0 1 2)(2 3)"}, "Solved, total 11"},
		{"lion-11", false, looked, ""},
		{"bat-22", false, looked, ""},
		{"level 1 seed 7 number 1", true, looked, ""},
		{"A1-1R8", true, looked, ""},
		{"level 5 patterns seed 2 number 1", true, looked, ""},
		{"lion", true, looked, ""},
		{"classic newton1", false, looked, ""},
		{"one-cost seed 7 number 2", false, []string{"down", "right", "$", "+", "enter", "esc", "h", "h", "r",
			"S", "r", ":" + cost.Answer.String(), "enter"}, "Solved: edge elimination costs"},
	} {
		if c.solved == "" && c.about != "lion-11" && !extent.Full {
			continue // looking at the solution of one is enough
		}
		t.Run(c.about, func(t *testing.T) {
			b := besides(t, s, puzzle.Kind, c.about, c.taken)
			b.press(c.keys...)
			if !b.guest.Sees(c.solved) {
				t.Errorf("it is not solved:\n%s", b.guest.Screen())
			}
		})
	}
}
