package onecost_test

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach/onecost"
	"facet/ui/uitest"
)

// The puzzle is solved by any cost that solves to it; others are judged by what they cost.
func TestWalkOfOneCost(t *testing.T) {
	p, err := puzzle.RandomOneCost(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	var results []store.Puzzle
	by := onecost.New(t.Context(), p, func(_ *model.Dag, r store.Puzzle) error {
		results = append(results, r)
		return nil
	})
	m := app.New(app.Options{Dag: uitest.Sample(t, "bat"),
		Theme: style.Make(style.Mono, false, termenv.Ascii), Files: &files.Disk{}, Leader: by})
	s := &uitest.Walker{Driver: &uitest.Driver{T: t, Model: m, Width: 80, Height: 24}}
	s.Begin()
	s.Note("start")
	for _, line := range []string{"enter", "$", "down $", "+ enter", "$ * * - tab + +", "enter", "r", "e",
		"b", "u", "4", "V", "h", "h", "S", "enter"} {
		s.Keys(line)
	}
	s.Wants("Solved: edge elimination costs")
	s.Types("cost " + p.Answer.From + " " + p.Answer.To + " 90/90")
	s.Keys("enter")
	s.Keys("N")
	s.Types("end")
	s.Wants("Your own session on bat is back")
	s.Golden("one-cost")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(results); n < 2 || !results[n-2].Solved && !results[n-1].Solved {
		t.Errorf("kept: %+v", results)
	}
}
