package linegraphtest

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Shards runs a property test of n cases in parallel parts, each with a stream
// of random numbers of its own; test gets the numbers of its cases.
func Shards(t *testing.T, n int, test func(t *testing.T, r *rand.Rand, cases func(yield func(int) bool))) {
	t.Helper()
	const shards = 8
	for k := range shards {
		t.Run(fmt.Sprintf("part %d", k+1), func(t *testing.T) {
			t.Parallel()
			test(t, rand.New(rand.NewPCG(uint64(n), uint64(k))), func(yield func(int) bool) {
				for i := k; i < n; i += shards {
					if !yield(i) {
						return
					}
				}
			})
		})
	}
}
