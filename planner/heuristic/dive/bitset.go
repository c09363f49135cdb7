package dive

import "math/bits"

// bitset is a set of small numbers that grows.
type bitset []uint64

func (b *bitset) set(n int) {
	for len(*b) <= n>>6 {
		*b = append(*b, 0)
	}
	(*b)[n>>6] |= 1 << (n & 63)
}

func (b bitset) unset(n int) {
	if n>>6 < len(b) {
		b[n>>6] &^= 1 << (n & 63)
	}
}

func (b bitset) has(n int) bool { return n>>6 < len(b) && b[n>>6]>>(n&63)&1 == 1 }

func both(a, b bitset) func(yield func(int) bool) { return three(a, b, a) }

func three(a, b, c bitset) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for k := range min(len(a), len(b), len(c)) {
			for word := a[k] & b[k] & c[k]; word != 0; word &= word - 1 {
				if !yield(k<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
