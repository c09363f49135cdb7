package compact

import "math/bits"

// prime is 2^61-1, the Mersenne prime of the values.
const prime = 1<<61 - 1

// Product multiplies two values: the value of a fill.
func Product(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return fold((hi<<3 | lo>>61) + lo&prime)
}

// Sum adds two values: what absorbing and merging do.
func Sum(a, b uint64) uint64 { return fold(a + b) }

func fold(x uint64) uint64 {
	x = x&prime + x>>61
	if x >= prime {
		x -= prime
	}
	return x
}

// mix spreads the bits of x (the finalizer of splitmix64).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Point gives a random point of the field for a number, the same in every run,
// so that a search can be repeated; points only have to be unrelated.
func Point(k uint64) uint64 {
	return mix(k*0x9e3779b97f4a7c15+0x2545f4914f6cdd1d)%(prime-2) + 2
}
