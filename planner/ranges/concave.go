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

// lastOn is the last t on the line of t, unbounded for the last line.
func (s *search) lastOn(t int64) int64 {
	k, found := slices.BinarySearch(s.starts, t)
	if found {
		k++
	}
	if k == len(s.starts) {
		return unbounded
	}
	return s.starts[k] - 1
}

// firstOn is the first t on the line of t.
func (s *search) firstOn(t int64) int64 {
	k, found := slices.BinarySearch(s.starts, t)
	if !found {
		k--
	}
	return s.starts[k]
}

// dense is a t from which on no sparse product is taken at all, so that all costs stay as
// they are there; false where it does not fit into 64 bits. No dense product costs more than
// [worst].
func (s *search) dense() (int64, bool) {
	most := worst(s.axis.of)
	return int64(most), !most.IsSaturated()
}

// until is the last t from low to high, on one line of the sequence, at which another one
// that is not below at low is not below.
func (s *search) until(c curve, low, high int64) int64 {
	if !s.isBending() {
		if c.slope < s.sequence.slope {
			high = min(high, s.sequence.end(c.line))
		}
		return high
	}
	at := high
	if high == unbounded {
		at = low
		if far, ok := s.dense(); ok {
			at = max(low, far)
		}
	}
	if !s.below(c, at) {
		return high
	}
	return bisect(low, at, func(t int64) bool { return s.below(c, t) })
}

// since is the mirror image of until.
func (s *search) since(c curve, low, high int64) int64 {
	if !s.isBending() {
		if c.slope > s.sequence.slope {
			low = max(low, s.sequence.begin(c.line))
		}
		return low
	}
	if !s.below(c, low) {
		return low
	}
	return bisect(low, high, func(t int64) bool { return !s.below(c, t) }) + 1
}

// bisect gives the last number for which something is not so that is so at high but not at low.
func bisect(low, high int64, is func(int64) bool) int64 {
	for high-low > 1 {
		if middle := low + (high-low)/2; is(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}
