package ranges

import (
	"context"
	"math"
)

// classes finds an interval where numbers that differ by less than step are on
// different axes: it ends before the first number of any class that fails. The sequence
// is optimal at present.
type classes struct {
	*Range
	step int64
	axis func(number int64) (q *search, t int64) // of the class of a number, and its place
}

// byClasses looks at one class after the other.
func (r *Range) byClasses(ctx context.Context, a *asker, sequence *bill, step int64) error {
	least := r.Least
	all := make([]*search, step)
	for k := range all {
		all[k] = newSearch(ctx, a, axis{r.Parameter, least + int64(k), step, a.of}, sequence)
	}
	c := classes{r, step, func(number int64) (*search, int64) {
		q := all[(number-least)%step]
		return q, (number - q.first) / step
	}}
	c.upward()
	c.downward(least)
	for _, q := range all {
		if q.err != nil {
			return q.err
		}
	}
	return nil
}

// upward finds the upper end.
func (c *classes) upward() {
	inner, outer := int64(Unbounded), int64(Unbounded) // the first number that fails is between them
	for n := range c.step {
		if c.Value > math.MaxInt64-n {
			break
		}
		q, t := c.axis(c.Value + n)
		s := side{t - 1, true, t - 1}
		switch q.verdictAt(t, n == 0) {
		case optimal:
			s = q.up(t)
		case unknown:
			s = side{t - 1, false, q.upper(t)}
		}
		inner, outer = min(inner, q.after(s.t)), min(outer, q.after(s.most))
	}
	c.To, c.ToProved, c.Most = before(inner), inner == outer, before(outer)
	if c.ToProved && inner != Unbounded {
		c.Above = c.lossAt(inner, 1)
	}
}

// downward finds the lower end.
func (c *classes) downward(least int64) {
	inner, outer := least-1, least-1
	for n := range c.step {
		if c.Value-n < least {
			break
		}
		q, t := c.axis(c.Value - n)
		s := side{t + 1, true, t + 1}
		switch q.verdictAt(t, n == 0) {
		case optimal:
			s = q.down(t)
		case unknown:
			s = side{t + 1, false, q.lower(t)}
		}
		if s.t > 0 {
			inner = max(inner, q.value(s.t)-c.step)
		}
		if s.most > 0 {
			outer = max(outer, q.value(s.most)-c.step)
		}
	}
	c.From, c.FromProved, c.Least = inner+1, inner == outer, outer+1
	if c.FromProved && inner >= least {
		c.Below = c.lossAt(inner, -1)
	}
}

func (c *classes) lossAt(number int64, direction int) Loss {
	q, t := c.axis(number)
	l := q.loss(t, direction)
	l.PerUnit = 0 // costs rise in steps
	return l
}

// verdictAt is isOptimal, but for where that is known.
func (s *search) verdictAt(t int64, known bool) verdict {
	if known {
		return optimal
	}
	return s.isOptimal(t)
}

// after is the number that follows that of t on the axis.
func (s *search) after(t int64) int64 {
	if t >= s.last() {
		return Unbounded
	}
	return s.value(t + 1)
}

// before is the number before the first that fails, if there is one.
func before(fails int64) int64 {
	if fails == Unbounded {
		return Unbounded
	}
	return fails - 1
}
