// Package field is exact arithmetic modulo the prime 2^61-1, and the mixing of
// bits that goes with it: what the numeric proof of a sequence carries through
// its matrices, and what names the vertices of a line dag across states.
//
// A polynomial that is not zero vanishes at a random point of the field with a
// probability of at most its degree over 2^61, so two expressions that agree at
// a random point are the same for all practical purposes.
package field

import "math/bits"

// Prime is the order of the field, a Mersenne prime. Elements are the numbers
// below it.
const Prime = 1<<61 - 1

// Add is a+b.
func Add(a, b uint64) uint64 { return fold(a + b) }

// Mul is a·b.
func Mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return fold((hi<<3 | lo>>61) + lo&Prime)
}

func fold(x uint64) uint64 {
	x = x&Prime + x>>61
	if x >= Prime {
		x -= Prime
	}
	return x
}

// Point gives an unrelated point for each number, the same in every run, so
// that whatever rests on it can be repeated. It is never 0 or 1.
func Point(k uint64) uint64 {
	return Mix(k*0x9e3779b97f4a7c15+0x2545f4914f6cdd1d)%(Prime-2) + 2
}

// Mix spreads the bits of x over all of its places (the finalizer of
// splitmix64). It is a bijection, and Mix(0) is 0.
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
