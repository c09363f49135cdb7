package linegraphtest

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"facet/model/modeltest"
	"facet/model/modeltest/extent"
)

// Shards runs a property test of n cases in parallel parts, each with a stream
// of random numbers of its own; test gets the numbers of its cases, and returns how
// many of them it did not skip. Together these have to be at least least. All cases are
// tried with -tags long, else a tenth of them.
func Shards(t *testing.T, n, least int, test func(t *testing.T, r *rand.Rand,
	cases func(yield func(int) bool)) (counted int)) {
	t.Helper()
	const shards = 8
	if !extent.Full {
		n = max(1, n/10)
	}
	var counted atomic.Int64
	// after the parts, which are parallel
	t.Cleanup(func() { modeltest.Counted(t, "cases", int(counted.Load()), least) })
	for k := range shards {
		t.Run(fmt.Sprintf("part %d", k+1), func(t *testing.T) {
			t.Parallel()
			counted.Add(int64(test(t, rand.New(rand.NewPCG(uint64(n), uint64(k))),
				func(yield func(int) bool) {
					for i := k; i < n; i += shards {
						if !yield(i) {
							return
						}
					}
				})))
		})
	}
}
