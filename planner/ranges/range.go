package ranges

import (
	"context"
	"math"

	"facet/model"
)

// Range is the whole numbers for which the sequence is optimal, all other parameters as they
// are.
type Range struct {
	Parameter
	Value int64

	// From and To are the ends of the interval; To is Unbounded where nothing bounds
	// it. It contains Value if the sequence is optimal at present. Where Never is set
	// there is no number for which the sequence is optimal.
	// Where Unknown is set, none was found in the time: From and To say nothing then.
	From, To       int64
	Never, Unknown bool

	// Unexamined is set for what was not looked at, however much time there was: a size
	// where costs rise in steps of more than 64 of its numbers, the widths of batches, or
	// where patterns fix it; and the price of sparse products or the width of a band for
	// a sequence that is not optimal at present. From and To are Value then.
	Unexamined bool

	// FromProved reports whether it is proved that the sequence is not optimal below From, or
	// From is the least number that is allowed; ToProved likewise. Where an end is not proved, the
	// interval is an inner one: it may reach as far as Least or Most and no farther.
	FromProved, ToProved bool
	Least, Most          int64

	Below, Above Loss
}

// Unbounded is the end of an interval that has none.
const Unbounded = math.MaxInt64

// Proved reports whether the interval is exact.
func (r *Range) Proved() bool { return r.FromProved && r.ToProved }

// isComplete reports whether more time would change nothing.
func (r *Range) isComplete() bool {
	return r.Unexamined || r.Proved() && (r.Below.Exact || !r.Below.IsKnown()) &&
		(r.Above.Exact || !r.Above.IsKnown())
}

// Loss is by how much the sequence costs more than the optimum beyond an end of an
// interval. The zero value is that of an end with nothing beyond it, or nothing known.
type Loss struct {
	At      int64      // the first number beyond the end
	Cost    model.Cost // more than the optimum there; at least, if it is not Exact
	PerUnit model.Cost // what each unit beyond costs more at first; 0 where it is not known
	Exact   bool
}

// IsKnown reports whether there is something beyond the end.
func (l Loss) IsKnown() bool { return l.Cost > 0 }

// rangeOf finds the interval of one parameter. present is what is known about the
// sequence as things are.
func rangeOf(ctx context.Context, a *asker, sequence *bill, p Parameter, present verdict) (Range, error) {
	r := Range{Parameter: p, Value: p.Value(a.of), Most: Unbounded}
	r.Least = p.Least(a.of)
	r.From, r.To, r.Unknown = r.Value, r.Value, present != optimal
	step := p.step(a.of)
	switch {
	case p.What > Size && present == beaten:
		r.Unexamined = true
	case p.What == BandLower || p.What == BandUpper:
		return r, r.byNumbers(ctx, a, sequence.ops, present)
	case step == 1:
		q := newSearch(ctx, a, axis{p, r.Least, 1, a.of}, sequence)
		r.along(q, present)
		return r, q.err
	case step == 0:
		r.Unexamined = true
	case step > 1 && present == optimal:
		return r, r.byClasses(ctx, a, sequence, step)
	}
	return r, nil
}

// along finds the interval where all numbers are on one axis.
func (r *Range) along(q *search, present verdict) {
	t := r.Value - q.first
	if present == beaten {
		var found verdict
		if t, found = q.nearest(t); found == beaten {
			r.Never, r.Unknown, r.FromProved, r.ToProved = true, false, true, true
			return
		} else if found == unknown {
			present = unknown
		}
	}
	if present == unknown || q.ctx.Err() != nil {
		r.Least, r.Most = q.number(q.reach(t, -1)), q.number(q.reach(t, 1))
		return
	}
	r.Unknown = false
	low, high := q.side(t, -1), q.side(t, 1)
	r.From, r.FromProved, r.Least = q.number(low.t), low.proved, q.number(low.most)
	r.To, r.ToProved, r.Most = q.number(high.t), high.proved, q.number(high.most)
	if low.proved && low.t > 0 {
		r.Below = q.loss(low.t-1, -1)
	}
	if high.proved && high.t != unbounded {
		r.Above = q.loss(high.t+1, 1)
	}
}

// number is the parameter at t, which may be unbounded.
func (s *search) number(t int64) int64 {
	if t > s.last() {
		return Unbounded
	}
	return s.value(t)
}

// nearest looks for the t nearest to one at which the sequence is not optimal where it
// is; beaten if there is none. What a line says at one t it says on that whole side of
// its crossing, so that the candidates lie between two crossings that come nearer.
func (s *search) nearest(t int64) (int64, verdict) {
	for {
		low, high := int64(0), int64(unbounded)
		for _, c := range s.read() {
			switch {
			case c.slope > s.sequence.slope:
				low = max(low, s.sequence.until(c.line, -1))
			case c.slope < s.sequence.slope:
				high = min(high, s.sequence.until(c.line, 1))
			case c.at < s.sequence.at:
				return 0, beaten
			}
		}
		if low > high || low > s.last() {
			return 0, beaten
		}
		t = min(max(t, low), high)
		known := len(s.known)
		found := s.isOptimal(t)
		if found == optimal || len(s.read()) == known && found == unknown {
			return t, found
		}
		if found == beaten && !s.anyBelow(t) {
			return 0, unknown
		}
	}
}

// loss is what the sequence loses at t, directly beyond an end, and then for each
// unit in that direction, unless costs bend there.
func (s *search) loss(t, direction int64) Loss {
	price := s.price(s.sequence, t)
	l := Loss{At: s.value(t)}
	if price.IsSaturated() {
		return l
	}
	got, err := s.solve(s.ctx, s.at(t), s.best(t).bill.ops)
	if err != nil {
		s.err = err
		return l
	}
	best, slope := price, model.Cost(0)
	for _, c := range s.read() {
		cost := s.price(c, t)
		if cost < best || cost == best && cost < price && (direction > 0) == (c.slope < slope) {
			best, slope = cost, c.slope
		}
	}
	if best == price {
		return l
	}
	l.Cost, l.Exact = price-best, got.bound >= best
	if direction > 0 {
		l.PerUnit = s.sequence.slope - min(slope, s.sequence.slope)
	} else {
		l.PerUnit = max(slope, s.sequence.slope) - s.sequence.slope
	}
	return l
}

// best is the cheapest sequence at t that is known.
func (s *search) best(t int64) curve {
	best := s.sequence
	for _, c := range s.read() {
		if s.price(c, t) < s.price(best, t) {
			best = c
		}
	}
	return best
}
