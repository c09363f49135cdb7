package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// themes are those in which a part of the page has to fit into its room.
func themes() []*style.Theme {
	return []*style.Theme{style.Make(style.Mono, false, termenv.Ascii),
		style.Make(style.Dark, true, termenv.TrueColor)}
}

// fits finds fault with rows that are wider or more than the room.
func fits(t *testing.T, what string, rows []string, width, height int) {
	t.Helper()
	if len(rows) > height {
		t.Errorf("%s: %d rows of %d", what, len(rows), height)
	}
	for _, row := range rows {
		if style.Width(row) > width {
			t.Errorf("%s: %d cells of %d: %s", what, style.Width(row), width, ansi.Strip(row))
		}
	}
}

// Each row of the form changes one option: once around its choices, and back, it is what it
// was. The line below starts the same run.
func TestForm(t *testing.T) {
	theme := themes()[0]
	first := planner.Options{Workers: 2, Memory: 1 << 30, Time: time.Minute}
	f := &Form{Options: first}
	for k := range fields() {
		name := fields()[k].name
		f.Change(1)
		if changed := f.Options.Text(); changed == first.Text() && name != "pace" {
			t.Errorf("%s does not change: %s", name, changed)
		}
		screen := ansi.Strip(strings.Join(f.Draw(theme, 3, 120, 24), "\n"))
		if !strings.Contains(screen, theme.Signs.Cursor+" "+name) ||
			!strings.Contains(screen, ":solve "+f.Options.Text()) ||
			!strings.Contains(screen, "after 3 steps") {
			t.Errorf("%s:\n%s", name, screen)
		}
		if f.Change(-1); f.Options.Text() != first.Text() {
			t.Errorf("%s there and back: %s", name, f.Options.Text())
		}
		f.Move(1)
	}
	if f.at != 0 {
		t.Errorf("after the last row comes row %d", f.at)
	}
	if f.Move(-1); f.at != len(fields())-1 {
		t.Errorf("before the first row comes row %d", f.at)
	}
	f.Options.Workers, f.Options.Seed = 1, 0
	f.at = 3
	f.Change(-1)
	f.at = 6
	f.Change(-1)
	if f.Options.Workers != 1 || f.Options.Seed != 0 {
		t.Errorf("there is something below the least: %d workers, seed %d", f.Options.Workers, f.Options.Seed)
	}
	for _, theme := range themes() {
		for _, width := range []int{40, 72, 120} {
			fits(t, "the form", f.Draw(theme, 1, width, 20), width, 20)
		}
	}
	for nodes, want := range map[float64]string{0: "full speed", 3: "3 nodes/s"} {
		if got := Pace(nodes); got != want {
			t.Errorf("a pace of %v is %q", nodes, got)
		}
	}
}

// The log has the chosen sequence in sight, or the last one; arrows count the others.
func TestSequences(t *testing.T) {
	theme := themes()[0]
	q := &Sequences{Spent: 50, Bound: 100}
	if rows := q.Draw(theme, 80, 5); rows[0] != " none yet" {
		t.Errorf("%q", rows)
	}
	for k := range 20 {
		q.Found = append(q.Found, planner.Incumbent{Time: time.Duration(k) * time.Second,
			Cost: model.Cost(500 - 20*k), Source: planner.FromSearch})
	}
	for _, c := range []struct {
		chosen int
		follow bool
		sees   []string
	}{
		{0, false, []string{"550", theme.Signs.Cursor, theme.Signs.Down + "16"}},
		{10, false, []string{"350", theme.Signs.Up + "8", theme.Signs.Down + "8"}},
		{0, true, []string{"170", theme.Signs.Up + "16"}},
	} {
		q.Chosen, q.Follow = c.chosen, c.follow
		rows := q.Draw(theme, 80, 5)
		fits(t, "the log", rows, 80, 5)
		for _, text := range c.sees {
			if !strings.Contains(strings.Join(rows, "\n"), text) {
				t.Errorf("%d, %v: no %q in\n%s", c.chosen, c.follow, text, strings.Join(rows, "\n"))
			}
		}
	}
	if rows := q.Draw(theme, 80, 30); !strings.Contains(rows[0], "saved") ||
		!strings.Contains(rows[2], "-20") {
		t.Errorf("what is saved: %q", rows[:3])
	}
	if rows := q.Draw(theme, 50, 30); strings.Contains(rows[0], "saved") {
		t.Errorf("in a narrow log: %q", rows[0])
	}
	for _, theme := range themes() {
		fits(t, "a narrow log", q.Draw(theme, 30, 6), 30, 6)
	}
}

// A worker is where its junction is; more than there is room for are counted.
func TestWorkers(t *testing.T) {
	theme, g := themes()[0], uitest.Sample(t, "bat")
	all := []planner.Worker{{Junction: 3, Depth: 7}, {Junction: -1}, {Junction: 99}}
	if rows := Workers(theme, all, g, 60, 3); len(rows) != 3 ||
		!strings.Contains(rows[0], "at "+model.QuoteID(g.Vertices[3].ID)+", depth 7") ||
		!strings.Contains(rows[1], "waits") || !strings.Contains(rows[2], "waits") {
		t.Errorf("%q", rows)
	}
	if rows := Workers(theme, all, g, 60, 2); len(rows) != 2 || !strings.Contains(rows[1], "and 2 more") {
		t.Errorf("in two rows %q", rows)
	}
}

// What is said of an operation, of steps and of totals is no more than what is known.
func TestWords(t *testing.T) {
	theme, s := themes()[0], model.NewState(uitest.Sample(t, "bat"))
	op := s.Operations()[0].Op
	hint := func(change func(*analysis.Hint)) string {
		h := analysis.Hint{Op: op, Price: 4, Total: 32, AtLeast: 24, Least: 2, Source: "search",
			Optimal: true, Equal: 1, Worse: 4}
		change(&h)
		return Reason(theme, s, h, false, "")
	}
	value := func(best, bound model.Cost, hasBest, hasBound bool) string {
		return SoFar(theme, 10, analysis.Value{Best: best, Bound: bound, HasBest: hasBest,
			HasBound: hasBound})
	}
	loss := func(least, most model.Cost) analysis.Regret {
		return analysis.Regret{Loss: analysis.Loss{Least: least, Most: most}}
	}
	exact := func(lost model.Cost) analysis.Regret { return loss(lost, lost) }
	open := loss(0, model.Saturated)
	for _, c := range []struct{ got, want string }{
		{hint(func(h *analysis.Hint) {
			h.Source = ""
		}), "Lowest bound: TAN F'(-1,1) for 4, total at least 32."},
		{hint(func(h *analysis.Hint) {
			h.Optimal = false
		}), "begins the best known completion: total 32 (search), lower bound 24."},
		{hint(func(h *analysis.Hint) {
			h.Unknown = 1
		}), "total 32, optimal. It begins an optimal completion."},
		{hint(func(h *analysis.Hint) { h.Equal, h.Worse = 5, 0 }), "Every operation is optimal."},
		{hint(func(*analysis.Hint) {}), "It is the only optimal one: all others lose 2 or more."},
		{hint(func(h *analysis.Hint) {
			h.Equal = 3
		}), "3 operations are optimal, the others lose 2 or more."},
		{Reason(theme, s, analysis.Hint{Op: op, Source: "x", Optimal: true, Equal: 2, Worse: 1}, true,
			"It saves 3."), "the best from here on. It saves 3."},
		{Lost(theme, nil, 0, 0), "no step yet."},
		{Lost(theme, []analysis.Regret{exact(0)}, 0, 0),
			"no step lost anything: the optimum can still be reached."},
		{Lost(theme, []analysis.Regret{open}, 0, model.Saturated), "their losses are not known yet."},
		{Lost(theme, []analysis.Regret{exact(0), exact(3)}, 3, 3), "lost 3: step 2 +3."},
		{Lost(theme, []analysis.Regret{exact(3), open}, 3, model.Saturated),
			"lost at least 3: step 1 +3 (1 step not known)."},
		{Lost(theme, []analysis.Regret{exact(3), loss(0, 4)}, 3, 7),
			"lost between 3 and 7: step 1 +3 (1 step not known)."},
		{value(22, 22, true, true), " So far 10 + best completion 22 = 32, optimal from here."},
		{value(22, 14, true, true), " So far 10 + best known completion 22 = 32; lower bound 24."},
		{value(0, 14, false, true), " So far 10 + at least 14 = at least 24."},
		{value(0, 0, false, false), " So far 10."},
		{Complete(theme, 32, 32, 40), " Your sequence is complete: 32, optimal."},
		{Complete(theme, 34, 32, 32), " Your sequence is complete: 34, 2 above the optimum 32."},
		{Complete(theme, 34, 24, 32), " Your sequence is complete: 34; best known 32, lower bound 24."},
		{Complete(theme, 34, 24, 34), " Your sequence is complete: 34; lower bound 24."},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%q has no %q", c.got, c.want)
		}
	}
}

// The chart fits into its room, has the letters of what was found, and a legend.
func TestFramedChart(t *testing.T) {
	c := &Chart{Now: 70 * time.Second, Letters: []byte("HS")}
	c.Best.Add(0, 212_345)
	c.Best.Add(31*time.Second, 176_001)
	c.Bound.Add(0, 61_234)
	c.Bound.Add(67*time.Second, 118_567)
	for _, theme := range themes() {
		for _, way := range []string{"", "log", "close", "over"} {
			c.Log, c.Close, c.Over = way == "log", way == "close", way == "over"
			for _, size := range [][2]int{{40, 8}, {80, 14}, {160, 30}} {
				rows := c.Framed(theme, size[0], size[1])
				fits(t, fmt.Sprint(way, size), rows, size[0], size[1])
				if text := ansi.Strip(strings.Join(rows, "\n")); way == "" && !strings.Contains(text, "S") {
					t.Errorf("%v: no letter in\n%s", size, text)
				}
			}
		}
	}
}

// What a page is made of, with colours, and in ASCII without them.
func TestColours(t *testing.T) {
	c := &Chart{Now: 70 * time.Second, Letters: []byte("HS")}
	c.Best.Add(0, 212_345)
	c.Best.Add(31*time.Second, 176_001)
	c.Bound.Add(0, 61_234)
	c.Bound.Add(67*time.Second, 118_567)
	q := &Sequences{Spent: 12_345, Bound: 106_222, Chosen: 1, Found: []planner.Incumbent{
		{Cost: 200_000, Source: planner.FromSearch}, {Time: 31 * time.Second, Cost: 163_656,
			Source: planner.FromSearch}}}
	tree := searched(t, "lion", planner.Options{Bound: planner.BoundSimple})
	tree.Move(-3)
	for name, theme := range map[string]*style.Theme{"ascii": style.Make(style.Mono, true, termenv.Ascii),
		"dark": style.Make(style.Dark, false, termenv.ANSI256)} {
		f := &Form{Options: planner.Options{Workers: 2, Memory: 1 << 30}}
		f.Move(1)
		nodes, _ := tree.Draw(theme, 78, 12)
		rows := slices.Concat(c.Framed(theme, 78, 10), q.Draw(theme, 78, 4), f.Draw(theme, 1, 78, 16), nodes,
			[]string{tree.Sentence(theme)})
		uitest.Golden(t, name, strings.Join(rows, "\n"))
	}
}

// Numbers are short, and say no more than they know.
func TestFigures(t *testing.T) {
	theme := themes()[0]
	if m := theme.Gauge(0.5, 10); style.Width(m) != 10 {
		t.Errorf("a meter of %d cells: %q", style.Width(m), m)
	}
	for _, c := range []struct{ got, want string }{
		{Percent(0), "0 %"}, {Percent(0.5), "50"}, {fmt.Sprint(Gap(200, 100)), "0.5"},
		{fmt.Sprint(Gap(0, 0)), "0"},
		{Clock(90 * time.Second), "1:30"}, {Rough(12), "12"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%q, wanted %q", c.got, c.want)
		}
	}
}
