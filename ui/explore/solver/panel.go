package solver

import (
	"fmt"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/solver/page"
)

// panel draws the small panel beside the history. Its numbers change once a
// second at most: it shares its rows with the list of operations.
func (d *display) panel(width, height int) []string {
	r := d.study.run()
	if d.study.session == nil || width < 1 || height < 1 {
		return nil
	}
	if r == nil {
		return d.panelIdle(width, height)
	}
	t := d.theme
	var rows []string
	add := func(text string) {
		if len(rows) < height && text != "" {
			rows = append(rows, t.Left(" "+text, width))
		}
	}
	best, ok := r.best()
	switch {
	case r.err != nil:
		add(t.Paint(style.Bad, "failed: see 4"))
	case !ok:
		add("no sequence yet")
	default:
		text := t.Paint(style.Strong, t.Cost(r.total(best.Cost)))
		if v := r.verdict(); v != "" {
			text += " " + t.Paint(style.Good, v)
		}
		add(text)
		if d.study.standing(r) != r.verdict() {
			add(fmt.Sprintf("from step %d on", r.depth))
		}
	}
	if !r.proven() && r.err == nil {
		add(t.Signs.AtLeast + " " + t.Cost(r.total(r.slow.Bound)))
		if ok {
			add("gap " + page.Percent(r.gap(best.Cost, r.slow.Bound)))
		}
	}
	if n := d.study.moved(r); n > 0 && d.study.kept != r.id {
		add(t.Paint(style.Selected, fmt.Sprintf("you moved %s", style.Plural(n, "step", "steps"))))
	}
	phase := r.doing()
	if r.snap.Phase == planner.Finished && r.proven() && r.phase != restored {
		phase = "proved in" // it stands in a narrow panel
	}
	add(phase + " " + page.Clock(r.slow.Elapsed))
	if r.slow.Explored > 0 {
		add(page.Rough(float64(r.slow.Explored)) + " nodes")
	}
	if rest := height - len(rows); rest >= 2 && !r.proven() && len(r.incumbents) > 0 {
		for _, row := range d.small(r, max(1, width-2), min(rest, 4)) {
			add(row)
		}
	}
	return rows
}

// small is the chart without axes, drawn anew every few seconds: its rows are
// shared with the list and the history.
func (d *display) small(r *run, width, height int) []string {
	c := r.chartOf(d)
	if r.live() && c.Now > 10*time.Second {
		c.Now = c.Now.Truncate(5 * time.Second)
	}
	return c.Plot(d.theme, width, height)
}

// panelIdle says what could be done, and what the hand-made steps have lost.
func (d *display) panelIdle(width, height int) []string {
	t := d.theme
	key := func(k, does string) string { return " " + t.Paint(style.Key, k) + " " + does }
	rows := []string{key("b", "branch and bound"), key("g", "greedy"), key("h", "hint")}
	if d.study.session.Depth() > 0 && height > 4 {
		rows = append(rows, "")
		for line := range style.Wrap(d.study.advisor.lossText(d.theme), width-2) {
			rows = append(rows, " "+line)
		}
	}
	return rows[:min(len(rows), height)]
}

// idle is the page before the first run.
func (d *display) idle(height int) []string {
	t := d.theme
	s := d.study.session.State()
	rows := []string{"", " " + t.Paint(style.Title, "No run yet.") +
		" The planner can complete the sequence from any step:", ""}
	for _, k := range [][2]string{
		{"b", "branch and bound: the optimal completion, with a proof, in the background"},
		{"o", "another method, bound, start, limit, or speed"},
		{"g", "complete the sequence with the greedy heuristic"},
		{"h", "the best next operation, and why"},
		{"c", "compare runs, classical methods and your own sequence"},
	} {
		rows = append(rows, "   "+t.Paint(style.Key, k[0])+"  "+k[1])
	}
	rows = append(rows, "", d.totalLine(s), " Steps so far: "+d.study.advisor.lossText(d.theme))
	return rows[:min(len(rows), height)]
}

// totalLine is "yours so far + best completion".
func (d *display) totalLine(s *model.State) string {
	if s.Done() {
		low, high := d.study.advisor.known.Total(d.study.advisor.line, 0)
		return page.Complete(d.theme, s.Spent(), low, high)
	}
	return page.SoFar(d.theme, s.Spent(), d.study.advisor.here())
}
