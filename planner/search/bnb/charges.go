package bnb

import (
	"facet/model"
	"facet/model/pattern"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
)

// never is the charge of what no sequence below the incumbent can use. It is
// far below saturation, so that a few of them can be added up.
const never = int64(1) << 60

const (
	// mostCharges is how many charges one worker keeps, eight bytes each.
	mostCharges = 1 << 20

	// mostVertices is how many vertices a path may have that is followed.
	mostVertices = 63
)

// charges is a division of the resources' prices among paths: what each path may
// charge for each of its options. For any state that follows from the one that
// was divided, the cheapest ways to finish the paths add up to a lower bound.
type charges struct {
	denominator int64
	paths       []charged
}

// charged is one path of k vertices over the dag vertices v0..vk. Subpaths are
// pairs 0 <= l < r <= k, at l*(k+1)+r.
type charged struct {
	k        int
	acc      []int64 // by vertex z = v[z]..v[z+1]
	tan, adj []int64 // by vertex and dag vertex: tan[z*(k+1)+l], adj[z*(k+1)+r]
	mul      []int64 // by l, m, r
}

// divide reads a division whose vertices are the live slots of s in ascending
// order, as in the graph, and makes s follow the paths. Charges too large to be told from never
// are not worth the care: there are none then.
func divide(s *packed.State, in *linegraph.Graph, split *paths.Dual) *charges {
	s.Paths = s.Paths[:0]
	if !moderate(split) {
		return nil
	}
	c := &charges{denominator: split.Denominator, paths: make([]charged, 0, len(split.Paths))}
	slot := make([]int32, 0, s.Slots())
	for z := range packed.Bits(s.Live()) {
		slot = append(slot, int32(z))
	}
	room := mostCharges
	for k := range split.Paths {
		w := &split.Paths[k]
		places := len(w.Vertices) + 1
		if places > mostVertices || places*places*places > room {
			continue // fewer paths are a bound as well
		}
		room -= places * places * places
		for _, vertex := range w.Vertices {
			s.Paths = append(s.Paths, slot[vertex])
		}
		s.Paths = append(s.Paths, packed.PathEnd)
		c.paths = append(c.paths, charge(in, w, split.Cutoff))
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

// charge lays out the shares of one path. An option without a share costs
// nothing, unless its price alone reaches the cutoff.
func charge(in *linegraph.Graph, w *paths.Prices, cutoff model.Cost) charged {
	k := len(w.Vertices)
	share := make(map[paths.Resource]int64, len(w.Resources))
	for n, resource := range w.Resources {
		resource.Level = 0 // the path pays all of them
		share[resource] += w.Amounts[n]
	}
	least := pricesOf(in, w.Vertices)
	of := func(resource paths.Resource, price model.Cost) int64 {
		if price >= cutoff {
			return never
		}
		return share[resource]
	}
	visits := make([]int32, k+1)
	for z, vertex := range w.Vertices {
		v := &in.Vertices[vertex]
		visits[z], visits[z+1] = v.From, v.To
	}
	c := charged{
		k: k, acc: make([]int64, k), tan: make([]int64, k*(k+1)), adj: make([]int64, k*(k+1)),
		mul: make([]int64, (k+1)*(k+1)*(k+1)),
	}
	for z, vertex := range w.Vertices {
		v := &in.Vertices[vertex]
		if v.Model == nil {
			continue
		}
		if !v.Jacobian {
			c.acc[z] = of(paths.Resource{Kind: paths.Acc, Z: vertex}, in.Acc(vertex))
		}
		for l := range z {
			c.tan[z*(k+1)+l] = of(paths.Resource{Kind: paths.Tan, Z: vertex, A: visits[l]},
				least.tan(z, l, visits))
		}
		for r := z + 2; r <= k; r++ {
			c.adj[z*(k+1)+r] = of(paths.Resource{Kind: paths.Adj, Z: vertex, B: visits[r]},
				least.adj(z, r, visits))
		}
	}
	for l := range k - 1 {
		for m := l + 1; m < k; m++ {
			for r := m + 1; r <= k; r++ {
				price := least.mul(l, m, r, visits)
				c.mul[(l*(k+1)+m)*(k+1)+r] = of(paths.Resource{Kind: paths.Mul, A: visits[l], J: visits[m],
					B: visits[r]}, price)
			}
		}
	}
	return c
}

// prices are the least of operations that serve a path.
type prices struct {
	in       *linegraph.Graph
	vertices []int32
	patterns [][]*pattern.Pattern // of the subpaths [l,r), at [r][l]; nil without patterns
}

func pricesOf(in *linegraph.Graph, vertices []int32) prices {
	p := prices{in: in, vertices: vertices}
	if !in.HasPatterns() {
		return p
	}
	p.patterns = make([][]*pattern.Pattern, len(vertices)+1)
	for n, z := range vertices {
		last := in.Vertices[z].Pattern
		for _, before := range p.patterns[n] {
			p.patterns[n+1] = append(p.patterns[n+1], last.Times(before))
		}
		p.patterns[n+1] = append(p.patterns[n+1], last)
	}
	return p
}

func (p *prices) tan(z, l int, visits []int32) model.Cost {
	if p.patterns == nil {
		return p.in.Tan(p.vertices[z], visits[l])
	}
	return p.in.TanOf(p.vertices[z], visits[l], p.patterns[z][l])
}

func (p *prices) adj(z, r int, visits []int32) model.Cost {
	if p.patterns == nil {
		return p.in.Adj(p.vertices[z], visits[r])
	}
	return p.in.AdjOf(p.vertices[z], visits[r], p.patterns[r][z+1])
}

func (p *prices) mul(l, m, r int, visits []int32) model.Cost {
	if p.patterns == nil {
		return p.in.Mul(visits[l], visits[m], visits[r])
	}
	return p.in.MulOf(visits[l], visits[m], visits[r], p.patterns[m][l], p.patterns[r][m])
}

// bound adds up the cheapest ways to finish the paths of s, rounded up to a
// whole cost. It is never called by two goroutines with the same work.
func (c *charges) bound(s *packed.State, work *[]int64) model.Cost {
	var sum int64
	at := 0
	for k := range c.paths {
		w := &c.paths[k]
		sum += w.finish(s, s.Paths[at:at+w.k], work)
		if sum >= never {
			return model.Saturated
		}
		at += w.k + 1
	}
	return model.Cost((sum + c.denominator - 1) / c.denominator)
}

// finish is the least charge for fusing what is left of a path, by dynamic
// programming over its subpaths.
func (w *charged) finish(s *packed.State, places []int32, work *[]int64) int64 {
	k := w.k
	for len(*work) < (k+1)*(k+1) {
		*work = append(*work, 0)
	}
	var cuts [mostVertices + 1]int // where vertices begin, and the end
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
