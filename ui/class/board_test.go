package class

import (
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"facet/model/session"
	"facet/planner"
	"facet/ui/pane"
	"facet/ui/theme"
)

// The best total of each person counts once, however often they come; who follows
// reaches nothing of their own.
func TestResults(t *testing.T) {
	c := New()
	state := fresh(t, "bat")
	solve := func(name, key string, methods ...planner.Method) {
		p := c.Enter(name, "explore", key)
		defer p.Leave()
		for _, method := range methods {
			run, err := NewPool(1, time.Minute, 32<<20).Start(t.Context(), state, planner.Options{Method: method})
			if err != nil {
				t.Fatal(err)
			}
			found, err := run.Wait()
			if err != nil {
				t.Fatal(err)
			}
			s := session.New(state.Dag())
			for _, op := range found.Incumbent.Ops {
				if _, err := s.Do("", op); err != nil {
					t.Fatal(err)
				}
				p.Shown(&pane.Snapshot{Steps: s})
			}
		}
	}
	solve("ada", "key", planner.GreedyMinFill, planner.BranchAndBound, planner.GreedyMinFill)
	solve("ada", "key", planner.GreedyMinFill)
	solve("ben", "", planner.BranchAndBound)
	solve("ben", "", planner.BranchAndBound)
	follower := c.Enter("eva", "follow", "")
	follower.follows(true, true)
	total := 0
	for _, r := range c.Results("bat") {
		total += r.People
	}
	if total != 3 || len(c.Asked()) != 1 {
		t.Errorf("%d people have results on %v", total, c.Asked())
	}
	if people := c.People(); len(people) != 1 || !people[0].On {
		t.Errorf("%+v are here", people)
	}
	b := c.Board("ssh HOST", func() int { return 4 })
	for _, size := range [][2]int{{120, 40}, {72, 12}, {80, 3}} {
		rows := b.Page(&pane.Snapshot{Theme: theme.Make(theme.Mono, true, termenv.Ascii), Steps: session.New(state.Dag())}, size[0], size[1])
		text := strings.Join(rows, "\n")
		if len(rows) > size[1] || !strings.Contains(text, "1 person is here - 1 follow, 1 on your step - 4 searches wait") {
			t.Errorf("%v: %s", size, text)
		}
		for _, row := range rows {
			if theme.Width(row) > size[0] {
				t.Errorf("%v: %q", size, row)
			}
		}
	}
}

// What does not fit into a histogram is counted together.
func TestHistogram(t *testing.T) {
	plain := theme.Make(theme.Mono, true, termenv.Ascii)
	rows := histogram(plain, []Result{{22, 3}, {23, 1}, {24, 2}, {30, 4}}, 30, 3)
	if len(rows) != 3 || !strings.Contains(rows[0], "22 #") || !strings.HasSuffix(rows[0], " 3") || !strings.Contains(rows[2], "more") || !strings.HasSuffix(rows[2], " 6") {
		t.Errorf("%q", rows)
	}
}
