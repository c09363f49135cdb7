package bnb

import (
	"math"
	"math/rand/v2"

	"facet/planner/search/packed"
)

// TreeLog10 estimates the decimal logarithm of the number of nodes of the naive
// search tree (no bound, no table, every order of independent moves counted) by
// random dives: the product of the branchings along a dive is an unbiased
// estimate of the number of nodes at its depth (Knuth 1975). Random dives through
// large dags are long; after so many choices in all, or when stop says so, the estimate is
// of the part of the tree that was seen, and too low.
func TreeLog10(start *packed.State, dives, work int, rng *rand.Rand, stop func() bool) float64 {
	var s packed.State
	var logs []float64 // natural, one for each node of each dive
	type choice struct {
		u, v int
		way  packed.AccMode
	}
	var all []choice
	for range dives {
		s.CopyFrom(start)
		product := 0.0
		for {
			logs = append(logs, product)
			all = all[:0]
			for u := range packed.Bits(s.Live()) {
				for v := range packed.Bits(s.S(u)) {
					for _, acc := range s.AccModes(u, v) {
						all = append(all, choice{u, v, acc})
					}
				}
			}
			if work -= len(all); len(all) == 0 || work < 0 || stop() {
				break
			}
			product += math.Log(float64(len(all)))
			c := all[rng.IntN(len(all))]
			s.Take(c.u, c.v, c.way)
		}
	}
	most := 0.0
	for _, l := range logs {
		most = max(most, l)
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - most)
	}
	return max(0, (most+math.Log(sum/float64(dives)))/math.Ln10)
}
