package solver

import (
	"time"

	"facet/planner"
	"facet/ui/explore/solver/page"
)

// chartOf is what a run's chart shows. A running chart moves on once a second,
// later every other second.
func (r *run) chartOf(d *display) page.Chart {
	c := page.Chart{Bound: page.Staircase{At: r.bounds.At}, Now: r.snap.Elapsed, Over: !r.live(), Log: d.log,
		Close: d.close}
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
