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
	inner, outer := c.fails(1, Unbounded)
	c.To, c.ToProved, c.Most = before(inner), inner == outer, before(outer)
	if c.ToProved && inner != Unbounded {
		c.Above = c.lossAt(inner, 1)
	}
	inner, outer = c.fails(-1, least-1)
	c.From, c.FromProved, c.Least = inner+1, inner == outer, outer+1
	if c.FromProved && inner >= least {
		c.Below = c.lossAt(inner, -1)
	}
	for _, q := range all {
		if q.err != nil {
			return q.err
		}
	}
	return nil
}

// fails gives two numbers between which the first one lies, in a direction, that fails, or the
// limit that none of them reaches.
func (c *classes) fails(direction, limit int64) (inner, outer int64) {
	inner, outer = limit, limit
	for n := range c.step {
		if direction > 0 && c.Value > math.MaxInt64-n || direction < 0 && c.Value-n <= limit {
			break
		}
		q, t := c.axis(c.Value + n*direction)
		s := side{t - direction, true, t - direction}
		switch q.verdictAt(t, n == 0) {
		case optimal:
			s = q.side(t, direction)
		case unknown:
			s = side{t - direction, false, q.reach(t, direction)}
		}
		inner = nearer(inner, q.after(s.t, direction, limit), direction)
		outer = nearer(outer, q.after(s.most, direction, limit), direction)
	}
	return inner, outer
}

func (c *classes) lossAt(number, direction int64) Loss {
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

// after is the number that follows that of t on the axis, in a direction; the limit where
// there is none.
func (s *search) after(t, direction, limit int64) int64 {
	if direction > 0 && t >= s.last() || direction < 0 && t <= 0 {
		return limit
	}
	return s.value(t + direction)
}

// before is the number before the first that fails, if there is one.
func before(fails int64) int64 {
	if fails == Unbounded {
		return Unbounded
	}
	return fails - 1
}
