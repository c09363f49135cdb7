package class

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model/session"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
	ask "facet/ui/teach/puzzle"
	"facet/ui/uitest"
)

// ordered has an order of Ada's carried out.
func ordered(c *Class, line string) (string, error) {
	o, about, err := parseAll(line)
	if err != nil {
		return "", err
	}
	w := wish{class: c, about: about, by: New().Enter(Who{Name: "Ada", Lecturer: true})}
	err = o.carryOut(&w)
	return w.said, err
}

// message is what everybody gets who is said something.
func message(text string) []intent.Intent {
	return []intent.Intent{intent.Say{Text: text, As: intent.Message}}
}

// What a lecturer says, gives and stops reaches everybody; a person who comes late is told
// nothing of what was said before.
func TestOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New()
		task := bat22(t)
		task.Puzzle.Hints = []string{"look at (1,3)", "and at (3,5)"}
		s := session.New(task.Puzzle.Dag)
		p := c.Enter(Who{Name: "Ben", Key: "b"})
		news := c.News(t.Context(), p)
		do := func(line, says, reads string) {
			t.Helper()
			answer, err := ordered(c, line)
			if err == nil && answer != says {
				t.Errorf("%s: %q", line, answer)
			}
			if err != nil {
				if err.Error() != says {
					t.Errorf("%s: %v", line, err)
				}
				return
			}
			if reads != "" {
				got, err := news()
				if want := message(reads); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: everybody gets %v, %v", line, got, err)
				}
			}
		}
		do("hint", errNoPuzzle.Error(), "")
		do("freeze", "nothing is open for everybody: there are no moves to stop", "")
		c.open(task)
		if _, err := news(); err != nil {
			t.Fatal(err)
		}
		a := leads(t, c, p, ask.Kind, task, s)
		do("say look \x1b[2Jup", "Everybody reads: look ?[2Jup", "Ada: look ?[2Jup")
		do("hint", "Everybody reads the hint.", "Hint 1: look at (1,3)")
		do("hint", "Everybody reads the hint.", "Hint 2: and at (3,5)")
		do("hint", "bat-22 has 2 hints of its author, which are given: say one of your own with :class say",
			"")
		do("freeze", "Moves are stopped: :class go, or z on the board, lets them go on.",
			"The lecturer has stopped the moves: look up.")
		if a.Refuses(snap(s), intent.Undo{}) != "The lecturer has stopped the moves for now." || a.Allows().
			Has(intent.Edits) {
			t.Error("moves go on")
		}
		do("go", "Moves go on.", "Go on.")
		do("clock 2", "The clock runs: 2 minutes.", "You have 2 minutes from now.")
		do("clock 1.5", "The clock runs: 2 minutes.", "You have 2 minutes from now.")
		time.Sleep(89 * time.Second)
		if c.wanted().frozen {
			t.Error("time is up too early")
		}
		time.Sleep(2 * time.Second)
		if intents, _ := news(); !c.wanted().frozen || !slices.Equal(intents, message("Time is up.")) {
			t.Errorf("at the end: %v", intents)
		}
		time.Sleep(time.Hour) // the first clock was replaced
		c.open(task)
		if c.wanted().frozen {
			t.Error("another puzzle begins without moves")
		}
		late := c.News(t.Context(), c.Enter(Who{Name: "late", Key: "l"}))
		if intents, _ := late(); !strings.Contains(fmt.Sprint(intents),
			"The lecturer opened the puzzle bat-22") || len(intents) != 1 {
			t.Errorf("who comes late gets %v", intents)
		}
		do("clock 5", "The clock runs: 5 minutes.", "")
		c.open(task)
		if n := c.Now(); n.Said != "" || !n.Until.IsZero() {
			t.Errorf("of a clock that is over stays %+v", n)
		}
		for line, wrong := range map[string]string{"clock": "class clock takes a number of minutes",
			"clock 0":   "class clock takes a number of minutes up to 1440, as class clock 5",
			"clock x":   "class clock takes a number of minutes up to 1440, as class clock 5",
			"clock 1e9": "class clock takes a number of minutes up to 1440, as class clock 5",
			"say":       "class say takes a sentence", "hint 3": "class hint takes nothing more",
			"show": "class show takes a name", "show nobody": "nobody here is called nobody"} {
			do(line, wrong, "")
		}
	})
}

// A person's steps stand beside the lecturer's, are shown to all, and who is removed or
// hidden is.
func TestPeopleAreLookedAt(t *testing.T) {
	c := New()
	dag := fresh(t, "bat").Dag()
	ada := c.Enter(Who{Name: "Ada", Lecturer: true})
	ada.Lead()
	own, other := session.New(dag), session.New(dag)
	step := func(s *session.Session, which int) {
		t.Helper()
		if _, err := s.Do("", s.State().Operations()[which].Op); err != nil {
			t.Fatal(err)
		}
	}
	step(own, 0)
	step(other, 0)
	step(own, 0)
	step(other, 3)
	step(other, 1)
	ada.Shown(snap(own))
	removed := 0
	ben := c.Enter(Who{Name: "Ben Miller", Key: "b", Remove: func() { removed++ }})
	ben.Shown(snap(other))
	b := c.Board(c.Onlooker(), Invitation{Host: "192.0.2.7", Port: "2222", Fingerprint: "SHA256:0123456789"}, none, nil)
	v := snap(own)
	b.Begin(v)
	layer.Press(b, v, layer.Key("down"), false) // the lecturer is the first
	layer.Press(b, v, layer.Key("enter"), false)
	rows := strings.Join(rowsOf(b, v, 100, 12), "\n")
	uitest.Golden(t, "beside", rows)
	layer.Press(b, v, layer.Key("esc"), false)
	again := c.Enter(Who{Name: "Ben Miller", Key: "b", Remove: func() { removed++ }})
	if _, err := ordered(c, "show ben"); err == nil {
		t.Error("one of two is taken at random")
	}
	again.Leave()
	if said, err := ordered(c, "show ben"); err != nil ||
		!strings.Contains(said, "Who follows sees the steps of Ben Miller") {
		t.Errorf("%q, %v", said, err)
	}
	if at := c.Position(); len(at.Steps) != 3 || at.Lecturer != "Ben Miller" || c.Task().Kind != Kind {
		t.Errorf("all see %+v", at)
	}
	step(own, 0)
	ada.Shown(snap(own))
	if c.Position().Lecturer != "Ada" {
		t.Error("the lecturer does not come back with a step")
	}
	if _, err := ordered(c, "hide Ben"); err != nil || len(c.See().People) != 1 || c.See().
		Hidden != 1 {
		t.Errorf("hidden: %v, %+v", err, c.See().People)
	}
	if _, err := ordered(c, "unhide"); err != nil || len(c.See().People) != 2 {
		t.Error("nobody is back on the board")
	}
	if _, err := ordered(c, "remove Ben"); err != nil || removed != 1 || !c.Removed("b") ||
		c.Removed("a") || c.Removed("") {
		t.Errorf("removed %d times: %v", removed, err)
	}
}

// The page to join has the address, large where there is room, and a code.
func TestJoinPage(t *testing.T) {
	i := Invitation{Host: "class.example.org", Port: "2222",
		Fingerprint: "SHA256:0123456789012345678901234567890123456789012"}
	v := snap(session.New(fresh(t, "bat").Dag()))
	for _, size := range [][2]int{{80, 21}, {120, 37}, {200, 60}} {
		rows := i.rows(v.Theme, size[0], size[1])
		uitest.Golden(t, fmt.Sprintf("join-%d", size[0]), strings.Join(rows, "\n"))
		if len(rows) > size[1] {
			t.Errorf("%d rows of %d", len(rows), size[1])
		}
	}
	if (Invitation{Host: "h", Port: "22", Fingerprint: ""}).Command() != "ssh follow@h" ||
		i.Command() != "ssh -p 2222 follow@class.example.org" {
		t.Error(i.Command())
	}
	i.Alone = true
	if rows := strings.Join(i.rows(v.Theme, 80, 21), "\n"); !strings.Contains(rows,
		"Only this machine can connect.") ||
		!strings.Contains(i.line(120), "from this machine only: i says how to let others in") {
		t.Errorf("a class that nobody reaches says nothing of it: %s\n%s", i.line(120), rows)
	}
}

// Who tries for long without a step is marked and comes first; a solution says how many
// hints it took.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New()
		task := bat22(t)
		c.open(task)
		for k, name := range []string{"quick", "stuck", "done"} {
			p := c.Enter(Who{Name: name, Key: name})
			s := session.New(task.Puzzle.Dag)
			leads(t, c, p, ask.Kind, task, s)
			if k == 2 {
				p.Tried(store.Puzzle{Name: "bat-22", Best: 22, Solved: true,
					Hints: 2})
			}
			time.Sleep(3 * time.Minute)
			if k == 1 {
				time.Sleep(3 * time.Minute)
			}
		}
		v := snap(session.New(task.Puzzle.Dag))
		b := c.Board(c.Onlooker(), Invitation{}, none, nil)
		b.Begin(v)
		layer.Press(b, v, layer.Key("t"), false)
		rows := strings.Join(rowsOf(b, v, 110, 30), "\n")
		for _, want := range []string{"no step for 12 minutes", "no step for 9 minutes", "solved, 2 hints"} {
			if !strings.Contains(rows, want) {
				t.Errorf("%q is missing:\n%s", want, rows)
			}
		}
		if strings.Index(rows, "quick") > strings.Index(rows, "stuck") ||
			strings.Index(rows, "stuck") > strings.Index(rows, "done") {
			t.Errorf("the order:\n%s", rows)
		}
	})
}
