package code

import (
	"math"
	"math/bits"

	"facet/model/field"
)

// print is the fingerprint of a node: what the node would be if one computed in the
// field of the numbers modulo 2^61-1, with random numbers as inputs; once as it is, and
// once with all differences turned into sums.
//
// Nodes that are the same rational function of inputs and of functions have the same
// value. Those of the same size, too, add up the same terms: a + b - b is a, but its size
// is a + 2b, and the one is as wrong as b is large. So nodes of one fingerprint are equal
// but for the rounding of a few operations, in relation to the sum of the magnitudes of
// their terms, as any order of elimination has it. What a program computes itself, and
// the sums in the formulas of partial derivatives, are taken as they are: such a sum
// stands for a random number that its terms determine ([sumPrint]), so that what cancels
// in it is not multiplied out.
//
// Schwartz and Zippel bound the probability that two different products fall
// together by their degree over 2^61; Gulwani and Necula, Global value numbering
// using random interpretation (POPL 2004), number values like that.
type print struct{ value, size print61 }

func (p print) minus() print        { return print{p.value.minus(), p.size} }
func (p print) times(b print) print { return print{p.value.times(b.value), p.size.times(b.size)} }
func (p print) plus(b print) print  { return print{p.value.plus(b.value), p.size.plus(b.size)} }
func (p print) inverse() print      { return print{p.value.inverse(), p.size.inverse()} }

// isVoid reports whether nothing is known by a fingerprint: terms that cancel have all
// factors.
func (p print) isVoid() bool { return p.value == 0 || p.size == 0 }

// positive is that one of a and -a whose value is smaller, and whether it is -a.
func (p print) positive() (print, bool) {
	value, negative := p.value.positive()
	return print{value, p.size}, negative
}

// atom is the fingerprint of what is not made of anything.
func atom(p print61) print { return print{p, p} }

// print61 is a number of the field.
type print61 uint64

const prime print61 = 1<<61 - 1

func (p print61) plus(b print61) print61 {
	if p += b; p >= prime {
		p -= prime
	}
	return p
}

func (p print61) minus() print61 {
	if p == 0 {
		return 0
	}
	return prime - p
}

func (p print61) times(b print61) print61 {
	high, low := bits.Mul64(uint64(p), uint64(b))
	return (print61(low) & prime).plus(print61(high<<3 | low>>61))
}

// power is a to the power of n.
func (p print61) power(n uint64) print61 {
	r := print61(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.times(p)
		}
		p = p.times(p)
	}
	return r
}

// inverse is 1/a, by Fermat's little theorem.
func (p print61) inverse() print61 { return p.power(uint64(prime) - 2) }

// positive is the smaller one of a and -a, and whether it is -a.
func (p print61) positive() (print61, bool) {
	if b := p.minus(); b < p {
		return b, true
	}
	return p, false
}

// kinds of random numbers.
const (
	ofNode uint64 = iota // an input or a function
	ofSum
	ofTwo
	ofSpecial // constants
)

// scattered is a random number that its kind and some numbers determine, never 0.
// It mixes bits as SplitMix64 does.
func scattered(kind uint64, of ...uint64) print61 {
	h := kind
	for _, x := range append(of, 0) {
		h = field.Mix((h ^ x) + 0x9e3779b97f4a7c15)
	}
	return 1 + print61(h)%(prime-1)
}

// printOf is the fingerprint of a constant: of a finite one, the product of an odd
// whole number and a power of 2, for which another number stands, for 2 to the
// power of 61 is 1 in the field. No number has the fingerprint 0, by which nothing
// can be divided.
func printOf(c float64) print {
	if c == 0 || math.IsNaN(c) || math.IsInf(c, 0) {
		return atom(scattered(ofSpecial, math.Float64bits(c)))
	}
	frac, exp := math.Frexp(math.Abs(c))
	odd := uint64(frac * (1 << 53))
	shift := bits.TrailingZeros64(odd)
	two := scattered(ofTwo)
	p := print61(odd >> shift)
	if exp += shift - 53; exp < 0 {
		two, exp = two.inverse(), -exp
	}
	if p = p.times(two.power(uint64(exp))); c < 0 {
		return atom(p).minus()
	}
	return atom(p)
}
