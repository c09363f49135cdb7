package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Least distances from the borders are those of the longest chains of distances, whatever
// the order in which these come.
func TestLeastDistances(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n := 2 + rng.IntN(12)
		var all []bound
		for range 3 * n {
			a, b := rng.IntN(n+1)-1, rng.IntN(n+1)-1
			if a == b {
				continue
			}
			if b >= 0 && a > b || a < 0 && b < 0 {
				a, b = b, a
			}
			if rng.IntN(2) == 0 && a >= 0 {
				b = -1
			}
			all = append(all, bound{a, b, 1 + rng.IntN(9)})
		}
		left, right := make([]int, n), make([]int, n)
		for range 2 * n { // longer than any chain
			for _, b := range all {
				switch {
				case b.from < 0:
					left[b.to] = max(left[b.to], b.least)
				case b.to < 0:
					right[b.from] = max(right[b.from], b.least)
				default:
					left[b.to] = max(left[b.to], left[b.from]+b.least)
					right[b.from] = max(right[b.from], right[b.to]+b.least)
				}
			}
		}
		s := newSolution(n)
		for rest := all; len(rest) > 0; {
			some := rest[:1+rng.IntN(min(4, len(rest)))]
			rest = rest[len(some):]
			l, r, _ := s.with(some)
			s.add(some, l, r)
		}
		if !slices.Equal(s.left, left) || !slices.Equal(s.right, right) {
			t.Fatalf("seed %d: %v and %v, not %v and %v for %v", seed, s.left, s.right, left, right, all)
		}
	}
}
