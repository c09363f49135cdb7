package ranges

import (
	"slices"

	"facet/model"
)

// Along a price of sparse products costs are no lines. Such a product costs
// min(dense, setup + cost·multiplications), so that the cost of a sequence is concave, with
// a bend where a product of it gets as expensive as the dense one. So is the optimum.
// Between two bends of the sequence its cost is a line, and it is optimal on an interval
// there; another sequence is cheaper behind one place or nowhere, which bisection finds. The
// interval around the present price is put together of these.
//
// The set of all prices for which the sequence is optimal may have more parts.

// curve is the cost of a sequence along an axis: a line, or what the bill says where it bends.
type curve struct {
	bill *bill
	line // where it does not bend
}

// isBending reports whether costs along the axis are no lines.
func (x *axis) isBending() bool {
	return x.What == SparseProductCost || x.What == SparseProductSetup
}

func (x *axis) curve(b *bill) curve {
	if x.isBending() {
		return curve{bill: b}
	}
	return curve{b, x.line(b)}
}

// bends finds the first numbers of the lines that the cost of a sequence consists of.
func (x *axis) bends(b *bill) []int64 {
	starts := []int64{0}
	if !x.isBending() {
		return starts
	}
	now := view{of: x.of, p: Parameter{At: -1}}
	for _, k := range b.by[x.Parameter] {
		u := b.uses[k]
		dense := x.of.Product.Of(now.size(u.i), now.size(u.j), now.size(u.k))
		var first model.Cost // price at which the product is no cheaper than the dense one
		switch fixed := x.of.Sparse.Cost.Times(u.seeds); {
		case x.What == SparseProductSetup && dense > fixed:
			first = dense - fixed
		case x.What == SparseProductCost && dense > x.of.Sparse.Setup && u.seeds > 0:
			first = (dense-x.of.Sparse.Setup-1)/u.seeds + 1
		}
		if first > 0 && !first.IsSaturated() && !slices.Contains(starts, int64(first)) {
			starts = append(starts, int64(first))
		}
	}
	slices.Sort(starts)
	return starts
}

// edge is the last t, in a direction, on the line of t: unbounded on the last line, 0 on the
// first one.
func (s *search) edge(t, direction int64) int64 {
	k, found := slices.BinarySearch(s.starts, t)
	if direction < 0 {
		if !found {
			k--
		}
		return s.starts[k]
	}
	if found {
		k++
	}
	if k == len(s.starts) {
		return unbounded
	}
	return s.starts[k] - 1
}

// dense is a t from which on no sparse product is taken at all, so that all costs stay as
// they are there; false where it does not fit into 64 bits. No dense product costs more than
// [worst].
func (s *search) dense() (int64, bool) {
	most := worst(s.axis.of)
	return int64(most), !most.IsSaturated()
}

// until is the last t between two, on one line of the sequence, at which another one that is
// not below at the first is not below.
func (s *search) until(c curve, from, to, direction int64) int64 {
	if !s.isBending() {
		if int64(c.slope-s.sequence.slope)*direction < 0 {
			to = nearer(to, s.sequence.until(c.line, direction), direction)
		}
		return to
	}
	at := to
	if to == unbounded {
		at = from
		if far, ok := s.dense(); ok {
			at = max(from, far)
		}
	}
	if !s.below(c, at) {
		return to
	}
	return bisect(from, at, func(t int64) bool { return s.below(c, t) })
}

// nearer is the one of two numbers that comes first in a direction.
func nearer(a, b, direction int64) int64 {
	if direction > 0 {
		return min(a, b)
	}
	return max(a, b)
}

// bisect gives the last number on the way to another for which something is not so that is so
// there, but not at the first.
func bisect(from, to int64, is func(int64) bool) int64 {
	for to-from > 1 || from-to > 1 {
		if middle := from + (to-from)/2; is(middle) {
			to = middle
		} else {
			from = middle
		}
	}
	return from
}
