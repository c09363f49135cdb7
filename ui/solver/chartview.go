package solver

import (
	"time"

	"facet/planner"
	"facet/ui/theme"
)

// chartCache keeps the drawn chart.
type chartCache struct {
	key  chartKey
	rows []string
}

type chartKey struct {
	run, incumbents int
	now             time.Duration
	width, height   int
	theme           *theme.Theme
	over, log       bool
}

// chartOf is what a run's chart shows. A running chart moves on once a second,
// later every other second.
func (r *run) chartOf(log bool) chart {
	c := chart{bound: staircase{at: r.bounds.at}, now: r.snap.Elapsed, over: r.ended, log: log}
	if r.live() && c.now > 2*time.Second {
		c.now = c.now.Truncate(time.Second)
		if c.now > 10*time.Second {
			c.now = c.now.Truncate(2 * time.Second)
		}
	}
	for _, v := range r.bounds.value {
		c.bound.value = append(c.bound.value, r.total(v))
	}
	for _, i := range r.incumbents {
		c.best.at = append(c.best.at, i.Time)
		c.best.value = append(c.best.value, r.total(i.Cost))
		c.letters = append(c.letters, planner.Letter(i.Source))
		c.now = max(c.now, i.Time)
	}
	return c
}

func (m *Model) chartRows(r *run, width, height int) []string {
	c := r.chartOf(m.log)
	key := chartKey{r.id, len(r.incumbents), c.now, width, height, m.theme, c.over, m.log}
	if m.drawn.key == key && m.drawn.rows != nil {
		return m.drawn.rows
	}
	t := m.theme
	title := "best and bound over time"
	if m.log {
		title += ", logarithmic"
	}
	w, h := theme.Rule.Inner(width, height)
	rows := t.Draw(theme.Rule, title, m.legend(), c.draw(t, w, h), width, height, false)
	m.drawn = chartCache{key, rows}
	return rows
}

func (m *Model) legend() string {
	line, ground := "━", "▆"
	if m.theme.ASCII {
		line, ground = "=", ":"
	}
	return m.theme.Paint(theme.Good, line) + " best  " + m.theme.Paint(theme.Faint, ground) + " bound"
}
