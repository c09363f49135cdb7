package puzzle

import "facet/model/field"

// dice are random numbers of our own (SplitMix64): a puzzle is to be the same in
// every release, whatever becomes of the generators of the standard library.
type dice uint64

// newDice mixes the numbers that name a puzzle into one start.
func newDice(of ...uint64) *dice {
	d := new(dice)
	for _, x := range of {
		*d = dice(d.next() ^ x)
	}
	return d
}

func (d *dice) next() uint64 {
	*d += 0x9e3779b97f4a7c15
	return field.Mix(uint64(*d))
}

// below is a number from 0 to n-1. The remainder favours small numbers by less
// than can be noticed.
func (d *dice) below(n int) int { return int(d.next() % uint64(n)) }

// between is a number from low to high.
func (d *dice) between(low, high int) int { return low + d.below(high-low+1) }

// span is a range of numbers, both ends in it.
type span struct{ low, high int }

func (d *dice) in(s span) int { return d.between(s.low, s.high) }
