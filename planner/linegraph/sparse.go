package linegraph

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"facet/model"
	"facet/model/pattern"
)

// What an operation costs where there are patterns depends on the paths that it serves. The
// pattern of what it works on contains that of each of them, a product with more entries
// has no fewer multiplications, and colours are no fewer than the most entries in a row
// (column). So for each path p that it serves it costs at least
//
//	TAN(z,a)    T(c), c the most entries in a row of P(z) P(left part of p)
//	ADJ(z,b)    A(c), c the most entries in a column of P(right part of p) P(z)
//	MUL(a,j,b)  the price of the product of both parts of p
//
// The price of products is monotone, too. With a unit factor it is zero; a label that is
// unit is a single path of units, for sums are not, so that the path has a unit part as
// well. Where both parts are dense so are both labels, and the price is the dense one; else
// it is at least the smaller one of dense and sparse price of the parts.
//
// The number of colours of the greedy method is not monotone. But where only one path leads
// from a to z, what the operation works on is that path, and it takes its colours.

// MostLevels is how many prices of a resource are told apart.
const MostLevels = 8

const (
	// mostKept is how many patterns of paths between two vertices are kept.
	mostKept = 8
	// mostJoined is up to how many vertices of the dag, and how many entries of patterns,
	// are looked at; beyond that a path between two vertices may be of any pattern.
	mostJoined  = 3000
	mostEntries = 1 << 31
)

// family is what is known of the paths between two vertices of the dag.
type family struct {
	// Each path has entries of one of these at least. A pattern is nil where nothing is
	// known.
	patterns []*pattern.Pattern
	alone    bool // there is one path only
}

var anyPath = family{patterns: []*pattern.Pattern{nil}}

// sparsity knows the paths between vertices, found when they are asked for. It may be used
// from several goroutines.
type sparsity struct {
	mutex   sync.Mutex
	into    [][]int32          // by vertex of the dag: the vertices that end there
	from    map[int32][]family // by vertex of the dag: the paths from there, by their ends
	entries int64              // of the patterns that have been made
	ended   func() bool        // reports whether to make no more; see [Graph.Until]
	levels  map[[4]int32][]model.Cost
}

// ReadPatterns makes the graph ready after its vertices have changed.
func (g *Graph) ReadPatterns() {
	g.sparse = nil
	if g.Dag.HasPatterns() {
		g.sparse = &sparsity{from: make(map[int32][]family), levels: make(map[[4]int32][]model.Cost)}
	}
}

// Until has the graph make no more patterns once ended says so. What it is asked for after
// that counts as any path does, which is less, and holds.
func (g *Graph) Until(ended func() bool) {
	if g.sparse != nil {
		g.sparse.ended = ended
	}
}

// hasEnded reports whether no more patterns are made.
func (g *Graph) hasEnded() bool { return g.sparse.ended != nil && g.sparse.ended() }

// HasPatterns reports whether prices depend on patterns.
func (g *Graph) HasPatterns() bool { return g.sparse != nil }

// between is what is known of the paths from vertex a to vertex j of the dag. The caller has
// the mutex.
func (g *Graph) between(a, j int32) family {
	s := g.sparse
	if len(g.Size) > mostJoined {
		return anyPath
	}
	if s.into == nil {
		s.into = make([][]int32, len(g.Size))
		for z := range g.Vertices {
			s.into[g.Vertices[z].To] = append(s.into[g.Vertices[z].To], int32(z))
		}
	}
	all := s.from[a]
	if all == nil {
		all = make([]family, len(g.Size))
		for _, k := range g.Dag.Topological() {
			if int32(k) != a {
				all[k] = g.behind(a, all, s.into[k])
			}
		}
		s.from[a] = all
	}
	if len(all[j].patterns) == 0 {
		return anyPath
	}
	return all[j]
}

// behind is what is known of the paths from a that end with one of the vertices.
func (g *Graph) behind(a int32, known []family, last []int32) (f family) {
	paths := 0
	for _, z := range last {
		v := &g.Vertices[z]
		if v.From == a {
			f.add(v.Pattern)
			paths++
		}
		before := &known[v.From]
		for _, p := range before.patterns {
			f.add(g.join(p, v.Pattern))
		}
		if paths += len(before.patterns); len(before.patterns) == 1 && !before.alone {
			paths++
		}
	}
	f.alone = paths == 1
	return f
}

// join is the pattern of a path that goes on with one more vertex; nil where it is not known.
func (g *Graph) join(before, last *pattern.Pattern) *pattern.Pattern {
	if before == nil || g.sparse.entries > mostEntries || g.hasEnded() {
		return nil
	}
	p := last.Times(before)
	if !p.IsKnown() {
		return nil
	}
	g.sparse.entries += p.Entries()
	return p
}

// add takes a pattern in, in the order of their entries. Of too many, two are replaced by what
// they have in common: what holds for that holds for both.
func (f *family) add(p *pattern.Pattern) {
	if p == nil || len(f.patterns) > 0 && f.patterns[0] == nil {
		f.patterns = append(f.patterns[:0], nil)
		return
	}
	if slices.Contains(f.patterns, p) {
		return
	}
	at, _ := slices.BinarySearchFunc(f.patterns, p.Entries(), func(q *pattern.Pattern, n int64) int {
		return cmp.Compare(q.Entries(), n)
	})
	if f.patterns = slices.Insert(f.patterns, at, p); len(f.patterns) <= mostKept {
		return
	}
	closest, least := 0, math.Inf(1)
	for k := range mostKept {
		if ratio := float64(f.patterns[k+1].Entries()) / float64(f.patterns[k].Entries()+1); ratio < least {
			closest, least = k, ratio
		}
	}
	both := pattern.Common(f.patterns[closest], f.patterns[closest+1])
	f.patterns = slices.Delete(f.patterns, closest, closest+2)
	f.add(both)
}

// isAlone reports whether only one path leads from a to j.
func (g *Graph) isAlone(a, j int32) bool {
	g.sparse.mutex.Lock()
	defer g.sparse.mutex.Unlock()
	return g.between(a, j).alone
}

// TanOf is the least that the tangent of z costs behind a part from a with this pattern, of a
// path that it serves; nil is any pattern. The vertex has a model.
func (g *Graph) TanOf(z, a int32, left *pattern.Pattern) model.Cost {
	v := &g.Vertices[z]
	return g.tanOf(z, left, left != nil && g.isAlone(a, v.From))
}

func (g *Graph) tanOf(z int32, left *pattern.Pattern, alone bool) model.Cost {
	v := &g.Vertices[z]
	if left == nil || g.hasEnded() {
		return v.Model.Tangents(1)
	}
	p := model.Join(left, v.Pattern)
	switch {
	case !p.IsKnown():
		return v.Model.Tangents(1)
	case alone:
		return v.Model.Tangents(model.Cost(p.Colors()))
	}
	return v.Model.Tangents(model.Cost(max(1, p.MostInRow())))
}

// AdjOf is the least that the adjoint of z costs before a part to b with this pattern,
// likewise.
func (g *Graph) AdjOf(z, b int32, right *pattern.Pattern) model.Cost {
	v := &g.Vertices[z]
	return g.adjOf(z, right, right != nil && g.isAlone(v.To, b))
}

func (g *Graph) adjOf(z int32, right *pattern.Pattern, alone bool) model.Cost {
	v := &g.Vertices[z]
	if right == nil || g.hasEnded() {
		return v.Model.Adjoints(1)
	}
	p := right.Times(v.Pattern)
	switch {
	case !p.IsKnown():
		return v.Model.Adjoints(1)
	case alone:
		return v.Model.Adjoints(model.Cost(p.RowColors()))
	}
	return v.Model.Adjoints(model.Cost(max(1, p.MostInColumn())))
}

// MulOf is the least that a product costs of parts from a to j and from j to b with these
// patterns, likewise.
func (g *Graph) MulOf(a, j, b int32, left, right *pattern.Pattern) model.Cost {
	if left == nil || right == nil || !left.IsKnown() || !right.IsKnown() {
		return 0
	}
	return g.Dag.Multiply(int(a), int(j), int(b), left, right)
}

// TanLevels are the different prices that TanOf gives for the paths through a and z,
// ascending; of too many, some are left out, but the least. Callers must not change it. The
// graph has patterns.
func (g *Graph) TanLevels(z, a int32) []model.Cost {
	return g.levelsOf([4]int32{0, z, a}, func(add func(model.Cost)) {
		f := g.between(a, g.Vertices[z].From)
		for _, p := range f.patterns {
			add(g.tanOf(z, p, f.alone))
		}
	})
}

// AdjLevels are those of AdjOf.
func (g *Graph) AdjLevels(z, b int32) []model.Cost {
	return g.levelsOf([4]int32{1, z, b}, func(add func(model.Cost)) {
		f := g.between(g.Vertices[z].To, b)
		for _, p := range f.patterns {
			add(g.adjOf(z, p, f.alone))
		}
	})
}

// MulLevels are those of MulOf.
func (g *Graph) MulLevels(a, j, b int32) []model.Cost {
	return g.levelsOf([4]int32{2, a, j, b}, func(add func(model.Cost)) {
		for _, p := range g.between(a, j).patterns {
			for _, q := range g.between(j, b).patterns {
				add(g.MulOf(a, j, b, p, q))
			}
		}
	})
}

func (g *Graph) levelsOf(key [4]int32, each func(add func(model.Cost))) []model.Cost {
	s := g.sparse
	s.mutex.Lock()
	defer s.mutex.Unlock()
	levels := s.levels[key]
	if levels != nil {
		return levels
	}
	each(func(price model.Cost) {
		if at, known := slices.BinarySearch(levels, price); !known {
			levels = slices.Insert(levels, at, price)
		}
	})
	for n := len(levels); n > 1 && levels[n-1].IsSaturated(); n-- {
		levels = levels[:n-1]
	}
	if n := len(levels); n > MostLevels {
		for k := range MostLevels {
			levels[k] = levels[k*(n-1)/(MostLevels-1)]
		}
		levels = levels[:MostLevels]
	}
	s.levels[key] = slices.Clip(levels)
	return s.levels[key]
}
