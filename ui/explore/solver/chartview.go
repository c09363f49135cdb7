package solver

import (
	"time"

	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/solver/page"
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
	theme           *style.Theme
	over, log       bool
	close           bool
}

// chartOf is what a run's chart shows. A running chart moves on once a second,
// later every other second.
func (r *run) chartOf(d *display) page.Chart {
	c := page.Chart{Bound: page.Staircase{At: r.bounds.At}, Now: r.snap.Elapsed, Over: r.ended, Log: d.log, Close: d.close}
	if r.live() && c.Now > 2*time.Second {
		c.Now = c.Now.Truncate(time.Second)
		if c.Now > 10*time.Second {
			c.Now = c.Now.Truncate(2 * time.Second)
		}
	}
	for _, v := range r.bounds.Value {
		c.Bound.Value = append(c.Bound.Value, r.total(v))
	}
	for _, i := range r.incumbents {
		c.Best.At = append(c.Best.At, i.Time)
		c.Best.Value = append(c.Best.Value, r.total(i.Cost))
		c.Letters = append(c.Letters, planner.Letter(i.Source))
		c.Now = max(c.Now, i.Time)
	}
	return c
}

func (d *display) chartRows(r *run, width, height int) []string {
	c := r.chartOf(d)
	key := chartKey{r.id, len(r.incumbents), c.Now, width, height, d.theme, c.Over, d.log, d.close}
	if d.drawn.key == key && d.drawn.rows != nil {
		return d.drawn.rows
	}
	d.drawn = chartCache{key, c.Framed(d.theme, width, height)}
	return d.drawn.rows
}
