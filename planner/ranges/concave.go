package ranges

import (
	"context"
	"math"
	"slices"

	"facet/model"
)

// bend looks for the ends of the interval of a price of sparse products. Such a product
// costs min(dense, setup + cost·multiplications), so that the cost of a sequence is no
// line but concave, with a bend where a product of it gets as expensive as the dense one.
// So is the optimum. Between two bends of the sequence its cost is a line, and it is
// optimal on an interval there; another sequence is cheaper behind one place or nowhere,
// which bisection finds. The interval around the present price is put together of these.
//
// The set of all prices for which the sequence is optimal may have more parts.
type bend struct {
	*asker
	Parameter
	ctx      context.Context
	sequence *bill
	starts   []int64 // the first number of each line, from 0
	known    []*bill // of the pool, as far as it was read
	err      error
}

// between finds the interval around the present price.
func (r *Range) between(q *bend, present verdict) {
	q.lines()
	if present != optimal {
		r.Least, r.Most = q.lower(r.Value), q.upper(r.Value)
		return
	}
	low, high := q.down(r.Value), q.up(r.Value)
	r.From, r.FromProved, r.Least = low.t, low.proved, low.most
	r.To, r.ToProved, r.Most = high.t, high.proved, high.most
	if low.proved && low.t > 0 {
		r.Below = q.loss(low.t - 1)
	}
	if high.proved && high.t != unbounded {
		r.Above = q.loss(high.t + 1)
	}
}

// lines finds where the cost of the sequence bends.
func (q *bend) lines() {
	q.starts = []int64{0}
	now := view{of: q.of, p: Parameter{At: -1}}
	for _, k := range q.sequence.by[q.Parameter] {
		u := q.sequence.uses[k]
		dense := q.of.Product.Of(now.size(u.i), now.size(u.j), now.size(u.k))
		var first model.Cost // price at which the product is no cheaper than the dense one
		switch fixed := q.of.Sparse.Cost.Times(u.seeds); {
		case q.What == SparseProductSetup && dense > fixed:
			first = dense - fixed
		case q.What == SparseProductCost && dense > q.of.Sparse.Setup && u.seeds > 0:
			first = (dense-q.of.Sparse.Setup-1)/u.seeds + 1
		}
		if first > 0 && !first.IsSaturated() && !slices.Contains(q.starts, int64(first)) {
			q.starts = append(q.starts, int64(first))
		}
	}
	slices.Sort(q.starts)
}

// last is the last number on the line of t, unbounded for the last line.
func (q *bend) last(t int64) int64 {
	k, found := slices.BinarySearch(q.starts, t)
	if found {
		k++
	}
	if k == len(q.starts) {
		return unbounded
	}
	return q.starts[k] - 1
}

// first is the first number on the line of t.
func (q *bend) first(t int64) int64 {
	k, found := slices.BinarySearch(q.starts, t)
	if !found {
		k--
	}
	return q.starts[k]
}

// far is a price from which on no sparse product is taken at all, so that all costs stay
// as they are there; false where it does not fit into 64 bits. No dense product costs
// more than [worst].
func (q *bend) far() (int64, bool) {
	most := worst(q.of)
	return int64(most), !most.IsSaturated()
}

// price is what a sequence costs at a number.
func (q *bend) price(b *bill, t int64) model.Cost { return b.at(view{q.of, q.Parameter, t}) }

// below reports whether another sequence costs less at t.
func (q *bend) below(b *bill, t int64) bool { return q.price(b, t) < q.price(q.sequence, t) }

func (q *bend) read() []*bill {
	q.known = append(q.known, q.from(len(q.known))...)
	return q.known
}

// isOptimal is what is known at t.
func (q *bend) isOptimal(t int64) verdict {
	cost := q.price(q.sequence, t)
	if cost.IsSaturated() {
		return unknown
	}
	if slices.ContainsFunc(q.read(), func(b *bill) bool { return q.below(b, t) }) {
		return beaten
	}
	got, err := q.solve(q.ctx, q.Changed(q.of, t), cost)
	switch {
	case err != nil:
		q.err = err
	case got.bound >= cost:
		return optimal
	case got.cost < cost:
		return beaten
	}
	return unknown
}

// upper is the last number, of those from t on, that no known sequence takes away: before
// it none is cheaper. It is t-1 if one is at t.
func (q *bend) upper(t int64) int64 {
	all := q.read()
	for {
		end := q.last(t)
		if end == unbounded {
			far, ok := q.far()
			if end = max(t, far); !ok {
				end = t
			}
		}
		most := end
		for _, b := range all {
			switch {
			case q.below(b, t):
				return t - 1
			case q.below(b, most):
				low, high := t, most // not below at low, below at high
				for high-low > 1 {
					if middle := low + (high-low)/2; q.below(b, middle) {
						high = middle
					} else {
						low = middle
					}
				}
				most = low
			}
		}
		switch {
		case most < end:
			return most
		case q.last(t) == unbounded:
			return unbounded
		}
		t = end + 1
	}
}

// lower is the mirror image of upper.
func (q *bend) lower(t int64) int64 {
	all := q.read()
	for {
		end := q.first(t)
		least := end
		for _, b := range all {
			switch {
			case q.below(b, t):
				return t + 1
			case q.below(b, least):
				low, high := least, t // below at low, not below at high
				for high-low > 1 {
					if middle := low + (high-low)/2; q.below(b, middle) {
						low = middle
					} else {
						high = middle
					}
				}
				least = high
			}
		}
		if least > end || end == 0 {
			return least
		}
		t = end - 1
	}
}

// up finds the upper end of the interval that has t in it, line after line.
func (q *bend) up(t int64) side {
	for {
		end := q.upper(t)
		if end <= t {
			return side{t, true, t}
		}
		probe := min(end, q.last(t))
		if probe == unbounded {
			far, ok := q.far()
			if !ok {
				return side{t, false, end}
			}
			probe = max(t, far)
		}
		switch {
		case probe > t && q.isOptimal(probe) != optimal:
			if q.upper(t) >= end { // nothing new
				return side{t, false, end}
			}
			continue
		case q.last(t) == unbounded || probe == end:
			return side{end, true, end}
		}
		switch t = probe; q.isOptimal(t + 1) {
		case beaten:
			return side{t, true, t}
		case unknown:
			return side{t, false, end}
		}
		t++
	}
}

// down finds the lower end.
func (q *bend) down(t int64) side {
	for {
		end := q.lower(t)
		if end >= t {
			return side{t, true, t}
		}
		probe := max(end, q.first(t))
		switch {
		case probe < t && q.isOptimal(probe) != optimal:
			if q.lower(t) <= end {
				return side{t, false, end}
			}
			continue
		case probe == end:
			return side{end, true, end}
		}
		switch t = probe; q.isOptimal(t - 1) {
		case beaten:
			return side{t, true, t}
		case unknown:
			return side{t, false, end}
		}
		t--
	}
}

// loss is what the sequence loses at t, directly beyond an end. Costs bend, so that
// nothing is said about the numbers behind it.
func (q *bend) loss(t int64) Loss {
	l := Loss{At: t}
	price := q.price(q.sequence, t)
	if price.IsSaturated() {
		return l
	}
	best := func() model.Cost {
		least := model.Cost(math.MaxInt64)
		for _, b := range q.read() {
			least = min(least, q.price(b, t))
		}
		return min(least, price)
	}
	got, err := q.solve(q.ctx, q.Changed(q.of, t), best())
	if err != nil {
		q.err = err
		return l
	}
	if least := best(); least < price {
		l.Cost, l.Exact = price-least, got.bound >= least
	}
	return l
}
