package bnb

import (
	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/packed"
)

// never is the charge of what no sequence below the incumbent can use. It is
// far below saturation, so that a few of them can be added up.
const never = int64(1) << 60

const (
	// mostCharges is how many charges one worker keeps, eight bytes each.
	mostCharges = 1 << 20

	// mostLetters is how many letters a word may have that is followed.
	mostLetters = 63
)

// charges is a division of the items' prices among words: what each word may
// charge for each of its options. For any state that follows from the one that
// was divided, the cheapest ways to finish the words add up to a lower bound.
type charges struct {
	denominator int64
	words       []charged
}

// charged is one word of k letters over the dag vertices v0..vk. Stretches are
// pairs 0 <= l < r <= k, at l*(k+1)+r.
type charged struct {
	k        int
	acc      []int64 // by letter z = v[z]..v[z+1]
	tan, adj []int64 // by letter and dag vertex: tan[z*(k+1)+l], adj[z*(k+1)+r]
	mul      []int64 // by l, m, r
}

// divide reads a division whose letters are the live slots of s in ascending
// order, and makes s follow the words. Charges too large to be told from never
// are not worth the care: there are none then.
func divide(s *packed.State, split *paths.Dual) *charges {
	s.Paths = s.Paths[:0]
	if !moderate(split) {
		return nil
	}
	c := &charges{denominator: split.Denominator, words: make([]charged, 0, len(split.Paths))}
	slot := make([]int32, 0, s.Slots())
	for z := range packed.Bits(s.Live()) {
		slot = append(slot, int32(z))
	}
	room := mostCharges
	for k := range split.Paths {
		w := &split.Paths[k]
		places := len(w.Vertices) + 1
		if places > mostLetters || places*places*places > room {
			continue // fewer words are a bound as well
		}
		room -= places * places * places
		for _, letter := range w.Vertices {
			s.Paths = append(s.Paths, slot[letter])
		}
		s.Paths = append(s.Paths, packed.PathEnd)
		c.words = append(c.words, charge(s, slot, w, split.Cutoff))
	}
	return c
}

func moderate(split *paths.Dual) bool {
	var sum model.Cost
	for k := range split.Paths {
		for _, amount := range split.Paths[k].Amounts {
			sum = sum.Add(model.Cost(amount))
		}
	}
	return sum < model.Cost(never/256)
}

// charge lays out the shares of one word. An option without a share costs
// nothing, unless its price alone reaches the ceiling.
func charge(s *packed.State, slot []int32, w *paths.Prices, ceiling model.Cost) charged {
	k := len(w.Vertices)
	share := make(map[paths.Resource]int64, len(w.Resources))
	for n, item := range w.Resources {
		share[item] = w.Amounts[n]
	}
	of := func(item paths.Resource, price model.Cost) int64 {
		if price >= ceiling {
			return never
		}
		return share[item]
	}
	vertex := make([]int32, k+1)
	for z, letter := range w.Vertices {
		v := &s.Vertex[slot[letter]]
		vertex[z], vertex[z+1] = v.From, v.To
	}
	size := s.Problem.Size
	c := charged{
		k: k, acc: make([]int64, k), tan: make([]int64, k*(k+1)), adj: make([]int64, k*(k+1)),
		mul: make([]int64, (k+1)*(k+1)*(k+1)),
	}
	for z, letter := range w.Vertices {
		v := &s.Vertex[slot[letter]]
		if v.Edge < 0 {
			continue
		}
		e := &s.Problem.Dag.Edges[v.Edge]
		if !v.Jacobian {
			_, price := s.Accumulation(int(slot[letter]))
			c.acc[z] = of(paths.Resource{Kind: paths.Acc, Z: letter}, price)
		}
		for l := range z {
			c.tan[z*(k+1)+l] = of(paths.Resource{Kind: paths.Tan, Z: letter, A: vertex[l]}, e.Tangents(size[vertex[l]]))
		}
		for r := z + 2; r <= k; r++ {
			c.adj[z*(k+1)+r] = of(paths.Resource{Kind: paths.Adj, Z: letter, B: vertex[r]}, e.Adjoints(size[vertex[r]]))
		}
	}
	for l := range k - 1 {
		for m := l + 1; m < k; m++ {
			for r := m + 1; r <= k; r++ {
				price := s.Problem.Dag.Product.Of(size[vertex[l]], size[vertex[m]], size[vertex[r]])
				c.mul[(l*(k+1)+m)*(k+1)+r] = of(paths.Resource{Kind: paths.Mul, A: vertex[l], J: vertex[m], B: vertex[r]}, price)
			}
		}
	}
	return c
}

// bound adds up the cheapest ways to finish the words of s, rounded up to a
// whole cost. It is never called by two goroutines with the same work.
func (c *charges) bound(s *packed.State, work *[]int64) model.Cost {
	var sum int64
	at := 0
	for k := range c.words {
		w := &c.words[k]
		sum += w.finish(s, s.Paths[at:at+w.k], work)
		if sum >= never {
			return model.Saturated
		}
		at += w.k + 1
	}
	return model.Cost((sum + c.denominator - 1) / c.denominator)
}

// finish is the least charge for fusing what is left of a word, by dynamic
// programming over its stretches.
func (w *charged) finish(s *packed.State, places []int32, work *[]int64) int64 {
	k := w.k
	for len(*work) < (k+1)*(k+1) {
		*work = append(*work, 0)
	}
	var cuts [mostLetters + 1]int // where vertices begin, and the end
	n := 0
	for z, place := range places {
		if place == packed.Fused {
			continue
		}
		cuts[n] = z
		n++
	}
	cuts[n] = k
	dp := *work
	for a := range n {
		v := &s.Vertex[places[cuts[a]]]
		d := int64(0)
		if !v.Jacobian {
			d = w.acc[cuts[a]]
		}
		dp[cuts[a]*(k+1)+cuts[a+1]] = d
	}
	for span := 2; span <= n; span++ {
		for a := 0; a+span <= n; a++ {
			l, r := cuts[a], cuts[a+span]
			best := never
			if last := cuts[a+span-1]; r == last+1 && s.Vertex[places[last]].Edge >= 0 {
				best = min(best, dp[l*(k+1)+last]+w.tan[last*(k+1)+l])
			}
			if next := cuts[a+1]; next == l+1 && s.Vertex[places[l]].Edge >= 0 {
				best = min(best, dp[next*(k+1)+r]+w.adj[l*(k+1)+r])
			}
			for b := a + 1; b < a+span; b++ {
				m := cuts[b]
				best = min(best, dp[l*(k+1)+m]+dp[m*(k+1)+r]+w.mul[(l*(k+1)+m)*(k+1)+r])
			}
			dp[l*(k+1)+r] = best
		}
	}
	return min(dp[k], never)
}
