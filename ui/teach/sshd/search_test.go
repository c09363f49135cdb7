package sshd

import (
	"context"
	"testing"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/planner"

	gossh "golang.org/x/crypto/ssh"
)

// hard is a dag whose search takes longer than the test waits.
func hard(t *testing.T) []Served {
	t.Helper()
	e := generate.Elementals{Seed: 7, MaxSize: 20, Jacobians: 0.2}
	g, err := generate.Random(200, 900, e)
	if err != nil {
		t.Fatal(err)
	}
	return []Served{{Name: "hard", Dag: g}}
}

// slow is a search that goes on and leaves the processor to the rest of the test.
func slow() planner.Options {
	return planner.Options{Workers: 1, Pace: 20, Bound: planner.BoundSimple,
		WarmStart: planner.WarmHeuristics}
}

// The lecturer's search is everybody's: it is watched by who came before it and after
// it, held by the lecturer alone, and left by each who leaves it.
func TestSharedSearch(t *testing.T) {
	t.Parallel()
	o, lecturer := withLecturer(t)
	o.Dags, o.Search = hard(t), slow()
	r := open(t, o)
	early := r.sit(r.dial("student", nil), device{"xterm", 80, 24, nil, "watch"})
	early.sees("No search is running")
	ada := r.sit(r.dial("ada", lecturer), device{"xterm-256color", 120, 40, nil, "lead"})
	ada.sees("step 0/0")
	ada.press("\r")
	ada.sees("step 1/1")
	ada.press("b4")
	early.sees("the search of Ada")
	early.sees("running · ")
	early.press("p")
	early.sees("You are watching: only the lecturer can pause")
	late := r.sit(r.dial("student", key(t)), device{"xterm-256color", 120, 40, nil, "watch"})
	late.sees("running · ")
	early.forget()
	late.forget()
	ada.press("p")
	early.sees("paused")
	late.sees("paused")
	late.press("q")
	late.ends()
	late.forget()
	ada.forget()
	early.forget()
	ada.press("p")
	early.sees("running · ")
	early.press(":acc tan (0 1)")
	early.sees("acc tan (0 1)") // the palette, over what was said to p
	early.forget()
	early.press("\r")
	early.sees("You are watching")
	early.forget()
	ada.press("x")
	early.sees("stopped")
	early.press("q")
	early.ends()
	ada.press("q")
	ada.ends()
}

// watched is a class whose search begins with it, and the key of its lecturer.
func watched(t *testing.T) (r *classroom, lecturer gossh.Signer) {
	t.Helper()
	o, lecturer := withLecturer(t)
	o.Dags, o.Search = hard(t), slow()
	r = open(t, o)
	if err := r.watch(); err != nil {
		t.Fatal(err)
	}
	return r, lecturer
}

// A search begins with the class where that is wanted, without a lecturer at a screen.
func TestWatchedFromTheStart(t *testing.T) {
	t.Parallel()
	r, lecturer := watched(t)
	x := r.sit(r.dial("student", nil), device{"dumb", 80, 24, nil, "watch"})
	x.sees("the search of this")
	x.sees("running")
	ada := r.sit(r.dial("ada", lecturer), device{"xterm", 100, 30, nil, "watch"})
	ada.sees("running · ")
	x.forget()
	ada.press("p") // a lecturer steers also from here
	x.sees("paused")
	x.press("q")
	x.ends()
	ada.press("q")
	ada.ends()
}

// Students' searches wait for each other in a queue that they see, and end by
// themselves.
func TestSearchesWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags = hard(t)
	o.Limits.Search = 100 * time.Millisecond
	r := open(t, o)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	// the only place
	r.pool.StartFirst(ctx, model.NewState(o.Dags[0].Dag), planner.Options{Workers: 1, Time: patience,
		Memory: o.Limits.Memory})
	var screens []*screen
	for range 3 {
		x := r.sit(r.dial("student", nil), device{"xterm-256color", 120, 40, nil, "explore"})
		x.sees("step 0/0")
		screens = append(screens, x)
	}
	for _, x := range screens {
		x.press("b4")
	}
	for _, x := range screens {
		x.sees("in the queue")
	}
	leave()
	for _, x := range screens {
		x.sees("stopped")
		x.press("q")
		x.ends()
	}
}
