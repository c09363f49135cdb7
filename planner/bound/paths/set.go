package paths

import (
	"math"
	"math/rand/v2"
	"slices"

	"facet/planner/linegraph"
)

// Set knows the order of the vertices, counts and lists paths, and finds
// cheapest ones. It must not be used by two goroutines at once.
type Set struct {
	in    *linegraph.Graph
	order []int32 // the vertices, each after its predecessors

	distance []float64
	via      []int32
	count    []float64 // by vertex: the paths that lead on from it; nil before random
	initial  []int32   // vertices without predecessors; nil before random
}

// NewSet orders the vertices.
func NewSet(in *linegraph.Graph) *Set {
	n := len(in.Vertices)
	d := &Set{in: in, distance: make([]float64, n), via: make([]int32, n)}
	waits := make([]int32, n)
	for z := range in.Vertices {
		waits[z] = int32(len(in.Pred[z]))
		if waits[z] == 0 {
			d.order = append(d.order, int32(z))
		}
	}
	for k := 0; k < len(d.order); k++ {
		for _, s := range in.Succ[d.order[k]] {
			if waits[s]--; waits[s] == 0 {
				d.order = append(d.order, s)
			}
		}
	}
	return d
}

// Count counts the paths, stopping somewhere above limit.
func (t *Set) Count(limit float64) float64 {
	sum := 0.0
	for k := len(t.order) - 1; k >= 0; k-- {
		z := t.order[k]
		count := 0.0
		for _, s := range t.in.Succ[z] {
			count += t.distance[s]
		}
		if len(t.in.Succ[z]) == 0 {
			count = 1
		}
		t.distance[z] = min(count, 2*limit)
		if len(t.in.Pred[z]) == 0 {
			sum += t.distance[z]
		}
	}
	return sum
}

// Each calls visit with every path until it says false. The slice is only valid
// during the call.
func (t *Set) Each(visit func(vertices []int32) bool) {
	var path []int32
	var extend func(z int32) bool
	extend = func(z int32) bool {
		path = append(path, z)
		defer func() { path = path[:len(path)-1] }()
		if len(t.in.Succ[z]) == 0 {
			return visit(path)
		}
		for _, s := range t.in.Succ[z] {
			if !extend(s) {
				return false
			}
		}
		return true
	}
	for z := range t.in.Vertices {
		if len(t.in.Pred[z]) == 0 && !extend(int32(z)) {
			return
		}
	}
}

// Before finds the path from a source up to and including vertex z on which
// the weights of the vertices where its vertices start add up to least.
func (t *Set) Before(z int32, weight []float64) (path []int32, sum float64) {
	for _, y := range t.order {
		best, via := math.Inf(1), int32(-1)
		for _, p := range t.in.Pred[y] {
			if t.distance[p] < best {
				best, via = t.distance[p], p
			}
		}
		if via < 0 {
			best = 0
		}
		t.distance[y], t.via[y] = best+weight[t.in.Vertices[y].From], via
		if y == z {
			break
		}
	}
	for y := z; y >= 0; y = t.via[y] {
		path = append(path, y)
	}
	for l, r := 0, len(path)-1; l < r; l, r = l+1, r-1 {
		path[l], path[r] = path[r], path[l]
	}
	return path, t.distance[z]
}

// Behind is the mirror image of Before: from vertex z to a sink, by the
// vertices where vertices end.
func (t *Set) Behind(z int32, weight []float64) (path []int32, sum float64) {
	for k := len(t.order) - 1; k >= 0; k-- {
		y := t.order[k]
		best, via := math.Inf(1), int32(-1)
		for _, s := range t.in.Succ[y] {
			if t.distance[s] < best {
				best, via = t.distance[s], s
			}
		}
		if via < 0 {
			best = 0
		}
		t.distance[y], t.via[y] = best+weight[t.in.Vertices[y].To], via
		if y == z {
			break
		}
	}
	for y := z; y >= 0; y = t.via[y] {
		path = append(path, y)
	}
	return path, t.distance[z]
}

// Sample tries paths taken by chance, in turns any path and one crossed from two of the
// pool, as long as more says so and until enough of them in a row were not useful: then
// there seem to be no others.
func (t *Set) Sample(pool func() []*Path, rng *rand.Rand, more func() bool,
	useful func(vertices []int32) bool) {
	limit := max(leastSamples, int(enoughSamples*float64(len(pool()))))
	for dry := 0; dry < limit && more(); dry++ {
		vertices := t.random(rng)
		if known := pool(); dry%2 > 0 && len(known) > 0 {
			a, b := known[rng.IntN(len(known))], known[rng.IntN(len(known))]
			if vertices = t.cross(a.Vertices, b.Vertices, rng); vertices == nil {
				continue
			}
		}
		if useful(vertices) {
			dry = -1
		}
	}
}

// enoughSamples is how many paths in a row are enough, for each path of the pool, and
// leastSamples how many at least.
const (
	enoughSamples = 1. / 4
	leastSamples  = 16
)

// random gives a path, each one as likely as any other.
func (t *Set) random(rng *rand.Rand) []int32 {
	if t.count == nil {
		t.Count(mostCounted)
		t.count = slices.Clone(t.distance)
		for _, z := range slices.Backward(t.order) {
			if len(t.in.Pred[z]) == 0 {
				t.initial = append(t.initial, z)
			}
		}
	}
	var path []int32
	for next := t.initial; len(next) > 0; next = t.in.Succ[path[len(path)-1]] {
		path = append(path, t.pick(next, rng))
	}
	return path
}

// mostCounted bounds numbers of paths, so that sums of them are finite.
const mostCounted = 1e290 / 2

// pick chooses one of the vertices by the number of paths that lead on from it.
func (t *Set) pick(from []int32, rng *rand.Rand) int32 {
	sum := 0.0
	for _, z := range from {
		sum += t.count[z]
	}
	x := sum * rng.Float64()
	for _, z := range from {
		if x -= t.count[z]; x < 0 {
			return z
		}
	}
	return from[len(from)-1]
}

// cross begins with path a and goes on with path b, from a random place on at which
// they meet; nil if they do not meet, or if nothing new comes of it.
func (t *Set) cross(a, b []int32, rng *rand.Rand) []int32 {
	at := 1 + rng.IntN(len(a))
	j := t.in.Vertices[a[at-1]].To
	for k, z := range b {
		if k > 0 && t.in.Vertices[z].From == j && slices.Contains(t.in.Succ[a[at-1]], z) {
			return slices.Concat(a[:at], b[k:])
		}
	}
	return nil
}
