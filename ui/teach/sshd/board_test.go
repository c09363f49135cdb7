package sshd

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/samples/lessons"
	"facet/ui/teach/class"

	"github.com/charmbracelet/x/ansi"
)

// optimal are the operations of an optimum, as they are typed.
func optimal(t *testing.T, g *model.Dag) []string {
	t.Helper()
	found, err := planner.Solve(t.Context(), model.NewState(g), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(g)
	for _, op := range found.Incumbent.Ops {
		if _, err := s.Do("", op); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Split(strings.TrimSpace(s.Sequence()), "\n")
}

// solve types them.
func (x *screen) solve(ops []string) {
	x.Helper()
	for _, op := range ops {
		x.press(":" + op + "\r")
	}
	x.sees("Solved, total")
}

// The lecturer opens a puzzle for all: who follows is there, who works alone is told
// and goes there with a key, and the board's histogram fills while they solve it.
func TestPuzzleForAll(t *testing.T) { synctest.Test(t, puzzleForAll) }

func puzzleForAll(t *testing.T) {
	o, lecturer := withLecturer(t)
	o.Dags = bat(t)
	r := openWithin(t, o)
	p, err := r.puzzles.Find(t.Context(), "level 1 seed 7")
	if err != nil {
		t.Fatal(err)
	}
	ops := optimal(t, p.Dag)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	follower := r.sit(r.dial("ben", nil), device{"xterm-256color", 100, 30, nil, "follow"})
	follower.sees("with Ada")
	keyed := r.sit(r.dial("eva", key(t)), device{"xterm", 80, 24, nil, "follow"})
	keyed.sees("with Ada")
	alone := r.sit(r.dial("kim", key(t)), device{"xterm-256color", 120, 40, nil, "explore"})
	alone.sees("step 0/0")

	ada.press("C")
	ada.sees("4 here · 2 follow, 2 on your step · 1 explores")
	ada.press("plevel 1 seed 7\r")
	ada.sees("Open for everybody: the puzzle " + p.Name)
	follower.sees("back to the lecturer")
	keyed.sees("back to the lecturer")
	alone.sees("The lecturer opened the puzzle " + p.Name + ": C goes there.")
	ada.sees("2 are trying")
	alone.press("C")
	alone.sees("back to the lecturer")
	ada.sees("3 are trying")
	for k, x := range []*screen{follower, keyed, alone} {
		ada.forget()
		x.solve(ops)
		solved := []string{"1 has solved it · 2 are trying", "2 have solved it · 1 is trying",
			"3 have solved it · 0 are trying"}[k]
		ada.await(solved, func(string) bool {
			all := r.class.See()
			return len(all.Answers) == k+1
		})
	}
	ada.forget()
	ada.press("\x0c") // drawn anew, without the best total: all look at it
	ada.sees("solved █")
	ada.forget()
	ada.press("L") // which the lecturer shows
	ada.press("\x0c")
	ada.await("the histogram", func(seen string) bool {
		for row := range strings.SplitSeq(ansi.Strip(seen), "\n") {
			if strings.Contains(row, " par ") && strings.Contains(row, "██ 3") {
				return strings.Contains(ansi.Strip(seen), "3 have solved it")
			}
		}
		return false
	})

	// A dag for all: who follows follows again.
	ada.press("dlion\r")
	ada.sees("lion")
	follower.sees("with Ada")
	follower.sees("lion")
	// And who has left the lecturer is not torn away.
	follower.press("o")
	follower.sees("This is now a session of your own")
	ada.press(":class lesson " + lessons.Names()[0] + "\r")
	follower.sees(": f goes there.")
	follower.press("f")
	follower.sees("lesson")
	follower.sees("back to the lecturer")
	follower.press("C")
	follower.sees("with Ada")
	// The board stands in front of what leads the lecturer, and goes back there.
	ada.press("\x1b")
	ada.sees("C comes back to the board")
	ada.press(":lesson " + lessons.Names()[0] + "\r")
	ada.sees("(1/")
	ada.press("C")
	ada.sees("people")
	ada.forget()
	ada.press(":class follow\r")
	ada.sees("Open for everybody: the lecturer's own steps")
	ada.forget()
	ada.press("\x1b")
	ada.sees("(1/")
	for _, x := range []*screen{follower, keyed, alone, ada} {
		x.press("\x03\x03")
		x.ends()
	}
	synctest.Wait() // it ends after the client has
	if here := r.class.Here(); here > 0 {
		t.Fatalf("%d people are left", here)
	}
	if all := r.class.See(); len(all.Answers) != 3 {
		t.Errorf("%d answers are left", len(all.Answers))
	}
}

// A search for all: followers see it in their own explorers, and come back.
func TestSearchForAll(t *testing.T) {
	t.Parallel()
	o, lecturer := withLecturer(t)
	o.Dags, o.Search = hard(t), slow()
	r := open(t, o)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	x := r.sit(r.dial("ben", nil), device{"xterm", 80, 24, nil, "follow"})
	x.sees("with Ada")
	ada.press(":class search\r")
	x.sees("the search of Ada")
	x.sees("running · ")
	ada.forget()
	x.forget()
	ada.press("C")
	ada.sees("1 watches")
	ada.press("f")
	ada.sees("1 follows")
	x.sees("with Ada")
	x.press("\x03\x03")
	x.ends()
	ada.press("\x1b\x03\x03")
	ada.ends()
}

// Students neither see the board nor open anything for all.
func TestBoardIsTheLecturers(t *testing.T) { synctest.Test(t, boardIsTheLecturers) }

func boardIsTheLecturers(t *testing.T) {
	r := openWithin(t, standard(t))
	if _, told, code := said(t, r.dial("student", nil), "board"); code != 1 ||
		!strings.Contains(told, "board is for lecturers") {
		t.Errorf("a student sees the board: %q", told)
	}
	x := r.sit(r.dial("student", nil), device{"xterm-256color", 120, 40, nil, "explore"})
	x.sees("step 0/0")
	x.press(":class puzzle bat-22\r")
	x.forget()
	x.press("\x1b")
	x.sees("carry out") // Esc and a letter at once would be Alt and the letter
	x.press("C")        // nothing is open: to the lecturer's steps
	x.sees("no lecturer yet")
	if r.class.Task() != nil {
		t.Error("a student has opened something for all")
	}
	x.press("\x03\x03")
	x.ends()
}

// A whole class is taken to a puzzle at once, and to another one before all are there.
func TestManyAreTakenThere(t *testing.T) { synctest.Test(t, manyAreTakenThere) }

func manyAreTakenThere(t *testing.T) {
	people := size(4, 150)
	o, lecturer := withLecturer(t)
	o.Limits.PerAddress, o.Limits.Rate = 1000, 10_000
	r := openWithin(t, o)
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	var all []*screen
	for range people {
		all = append(all, r.sit(r.dial("ben", nil), device{"xterm-256color", 80, 24, nil, "follow"}))
	}
	count := func(holds func(class.Seen) bool) int {
		n := 0
		for _, p := range r.class.See().People {
			if holds(p) {
				n++
			}
		}
		return n
	}
	until := func(text, what string, holds func(class.Seen) bool) {
		t.Helper()
		for _, x := range all {
			x.sees(text)
			x.forget()
		}
		synctest.Wait()
		if n := count(holds); n < people {
			t.Errorf("only %d %s", n, what)
		}
	}
	until("with Ada", "follow, on the step", func(p class.Seen) bool { return p.On })
	ada.press(":class puzzle bat-22\r")
	ada.sees("Open for everybody: the puzzle bat-22")
	ada.press(":class puzzle lion-11\r")
	until("lion-11", "solve", func(p class.Seen) bool {
		return p.Doing == class.Solves && p.Puzzle == "lion-11"
	})
	ada.sees(fmt.Sprintf("%d are trying", people))
	ada.press("f")
	until("with Ada", "are back on the step", func(p class.Seen) bool { return p.On })
	for _, x := range append(all, ada) {
		x.press("\x03\x03")
		x.ends()
	}
}
