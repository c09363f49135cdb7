package serve

import (
	"testing"
)

// The lecturer sees who is here, who follows and what totals were reached, and opens a
// puzzle for all who follow.
func TestBoard(t *testing.T) {
	t.Parallel()
	o, lecturer := withLecturer(t)
	r := open(t, o)
	ada := r.dial("ada", lecturer)
	lead := r.sit(ada, desk{"xterm-256color", 120, 40, nil, "lead"})
	lead.press("\r")
	lead.sees("step 1/1")
	board := r.sit(ada, desk{"xterm-256color", 120, 40, nil, "board"})
	board.sees("2 people are here · 0 follow")
	follower := r.sit(r.dial("ben", nil), desk{"xterm-256color", 120, 40, nil, "follow"})
	follower.sees("with Ada")
	board.sees("1 follow, 1 on your step")
	for range 2 {
		x := r.sit(r.dial("eva", key(t)), desk{"xterm-256color", 120, 40, nil, "explore"})
		x.sees("step 0/0")
		x.press("g") // greedy, in the queue of searches
		x.sees("complete")
		x.press("\x03\x03")
		x.ends()
	}
	board.sees("bat  best totals")
	board.await("the results of two", func(string) bool {
		got := r.class.Results("bat")
		return len(got) == 1 && got[0].People == 2
	})
	lead.press(":all puzzle level 1 seed 7\r")
	lead.sees("the class")
	follower.sees("level 1")
	board.press("q")
	follower.press("\x03\x03")
	follower.ends()
	board.sees("0 follow")
	lead.press("q")
	lead.forget()
	lead.press("\x0c")
	lead.sees("step 1/1")
	for _, x := range []*screen{board, lead} {
		x.press("\x03\x03")
		x.ends()
	}
}
