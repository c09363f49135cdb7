package change_test

import (
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/planner/puzzle"
	"facet/ui/app"
	"facet/ui/change"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/style"
	"facet/ui/uitest"
)

// The puzzle is solved by any cost that solves to it; others are judged by what they cost.
func TestWalkOfOneCost(t *testing.T) {
	for _, size := range sizes {
		p, err := puzzle.RandomOneCost(t.Context(), 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		var results []store.Puzzle
		by := change.NewOneCost(t.Context(), p, func(_ *model.Dag, r store.Puzzle) error { results = append(results, r); return nil })
		m := app.New(app.Options{Dag: uitest.Sample(t, "bat"), Theme: style.Make(style.Mono, false, termenv.Ascii), Files: &files.Disk{}, Leader: by})
		s := &screen{Driver: &uitest.Driver{T: t, Model: m, Width: size[0], Height: size[1]}, app: m}
		s.Begin()
		s.note("start")
		for _, line := range []string{"enter", "$", "down $", "+ enter", "$ * * - tab + +", "enter", "r", "e", "b", "u", "4", "V", "h", "h", "S", "enter"} {
			s.keys(line)
		}
		s.Wants("Solved: edge elimination costs")
		s.types("cost " + p.Answer.From + " " + p.Answer.To + " 90/90")
		s.keys("enter")
		s.keys("N")
		s.types("end")
		s.Wants("Your own session on bat is back")
		s.golden("one-cost")
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		if n := len(results); n < 2 || !results[n-2].Solved && !results[n-1].Solved {
			t.Errorf("kept: %+v", results)
		}
	}
}
