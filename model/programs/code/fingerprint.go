package code

import (
	"math"
	"math/bits"

	"facet/model/field"
)

// print61 is the fingerprint of a node: what the node would be if one computed
// in the field of the numbers modulo 2^61-1, with random numbers as inputs.
//
// Products and quotients are those of the field, so that (x·y)/z and x·(y/z) have
// the same fingerprint, and so has whatever else differs only in the order of
// multiplications and divisions. A sum stands for a random number that its terms
// determine, whatever their order ([sumPrint]): that a·c + b·c is (a+b)·c is
// not seen, on purpose. So nodes of one fingerprint are equal but for the rounding
// of a few multiplications or of the order of additions, also where terms cancel.
//
// Schwartz and Zippel bound the probability that two different products fall
// together by their degree over 2^61; Gulwani and Necula, Global value numbering
// using random interpretation (POPL 2004), number values like that.
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
func printOf(c float64) print61 {
	if c == 0 || math.IsNaN(c) || math.IsInf(c, 0) {
		return scattered(ofSpecial, math.Float64bits(c))
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
		return p.minus()
	}
	return p
}
