package paths_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// table compiles all paths of a dag.
func table(g *model.Dag, cutoff model.Cost) (*paths.Table, *paths.Set, []*paths.Path) {
	in, _ := linegraph.FromState(model.NewState(g))
	t, set := paths.NewTable(paths.NewCatalogue(in, cutoff, nil, nil)), paths.NewSet(in)
	var all []*paths.Path
	set.Each(func(path []int32) bool {
		if w, err := t.Add(path); err == nil && w != nil {
			all = append(all, w)
		}
		return true
	})
	return t, set, all
}

// A chain's path has K(K+1)/2 subpaths, and ways to derive each: TAN, ADJ and
// a product at each junction, or ACC.
func TestOptionsOfAChain(t *testing.T) {
	const k = 6
	g := linegraphtest.MatrixFree([]int64{2, 3, 4, 5, 6, 7, 8},
		[][4]int{{0, 1, 1, 1}, {1, 2, 1, 1}, {2, 3, 1, 1}, {3, 4, 1, 1}, {4, 5, 1, 1}, {5, 6, 1, 1}})
	tab, _, all := table(g, model.Saturated)
	if len(all) != 1 || len(all[0].Subpaths) != k*(k+1)/2 || tab.Subpaths() != k*(k+1)/2 {
		t.Fatalf("%d paths, %d subpaths", len(all), tab.Subpaths())
	}
	for _, s := range all[0].Subpaths {
		from, to := tab.Ends(s)
		want := int(to-from) + 1 // TAN, ADJ and to-from-1 products
		if to-from == 1 {
			want = 1
		}
		if got := len(tab.Options(s)); got != want {
			t.Errorf("[%d,%d) has %d options, want %d", from, to, got, want)
		}
		for _, o := range tab.Options(s) {
			if o.Left >= s || o.Right >= s {
				t.Errorf("a part of subpath %d has number %d or %d", s, o.Left, o.Right)
			}
		}
	}
}

// Paths have subpaths in common: the paths of Newton steps need far
// fewer than one table for each path.
func TestSubpathsInCommon(t *testing.T) {
	tab, set, all := table(modeltest.Newton(t, 5), model.Saturated)
	separately := 0
	for _, w := range all {
		separately += len(w.Subpaths)
	}
	if float64(len(all)) != set.Count(1e9) || 5*tab.Subpaths() > separately {
		t.Errorf("%d of %g paths, %d subpaths in the table, %d in the paths", len(all), set.Count(1e9),
			tab.Subpaths(), separately)
	}
}

// What the separator gives blocks the path, is minimal if asked to be, and weighs
// no more than it reckoned.
func TestBlockingSets(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	sets := 0
	for n := range 300 {
		tab, _, all := table(linegraphtest.RandomDag(r, linegraphtest.Shapes(6 + n%20)[n%6]), model.Saturated)
		b := paths.NewSeparator(tab)
		x := make([]float64, len(tab.Resources))
		for k := range x {
			x[k] = r.Float64()
		}
		for _, w := range all {
			reach := b.Reach(w, x)
			set := b.Cut(w, x, nil, true)
			if set == nil {
				if b.IsCut(w, nil) || !math.IsInf(reach, 1) {
					t.Fatalf("dag %d: no set, weight %g", n, reach)
				}
				continue
			}
			sets++
			sum := 0.0
			for _, resource := range set {
				sum += x[resource]
			}
			if !b.IsCut(w, set) || sum > reach+1e-9 {
				t.Fatalf("dag %d: weight %g, reckoned %g", n, sum, reach)
			}
			for k := range set {
				if b.IsCut(w, append(slices.Clone(set[:k]), set[k+1:]...)) {
					t.Fatalf("dag %d: resource %d is not needed", n, k)
				}
			}
		}
	}
	if sets < 300 {
		t.Errorf("%d sets only", sets)
	}
}

// The paths that are found are paths, their cuts block them, and they are worth
// what is said; no path has a lighter vertex cut.
func TestPricing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	cuts := 0
	for n := range 150 {
		tab, set, all := table(linegraphtest.RandomDag(r, linegraphtest.Shapes(6 + n%15)[n%3]),
			model.Saturated)
		x := make([]float64, len(tab.Resources))
		for k := range x {
			x[k] = r.Float64()
		}
		b, s := paths.NewSeparator(tab), paths.NewPricer(tab.Catalogue, set)
		s.Reweigh(x, 0, 0)
		find := func(path []int32) *paths.Path {
			for _, w := range all {
				if slices.Equal(w.Vertices, path) {
					return w
				}
			}
			t.Fatalf("dag %d: %v is no path", n, path)
			return nil
		}
		s.Vertices(func(path []int32, z int32) bool {
			w := find(path)
			var set []int32
			sum := 0.0
			for n, r := range tab.Resources {
				if r.Kind != paths.Mul && r.Z == z && slices.Contains(resourcesOf(tab, w), int32(n)) {
					set = append(set, int32(n))
					sum += x[n]
				}
			}
			if got := s.VertexCut(path, z); b.IsCut(w, set) && math.Abs(got-sum) > 1e-9 {
				t.Fatalf("dag %d: the cut of vertex %d weighs %g, not %g", n, z, sum, got)
			}
			for _, other := range all {
				if slices.Contains(other.Vertices, z) && s.VertexCut(other.Vertices, z) < s.VertexCut(path,
					z)-1e-9 {
					t.Fatalf("dag %d: a lighter path through vertex %d", n, z)
				}
			}
			cuts++
			return true
		})
		s.Faces(nil, func(path []int32, position int32) bool {
			find(path)
			if w := s.FaceCut(path, position); w < 0 || w > float64(len(x)) {
				t.Fatalf("dag %d: weight %g", n, w)
			}
			cuts++
			return true
		})
	}
	if cuts < 500 {
		t.Errorf("%d cuts only", cuts)
	}
}

func resourcesOf(t *paths.Table, w *paths.Path) []int32 {
	var all []int32
	for _, s := range w.Subpaths {
		for _, o := range t.Options(s) {
			if o.Resource >= 0 {
				all = append(all, o.Resource)
			}
		}
	}
	return all
}

// The common unit divides the cost of every resource that a path can ask for.
func TestCommonUnitDividesAllPrices(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	large := 0
	for n := range 300 {
		g := linegraphtest.RandomDag(r, linegraphtest.Shapes(5 + n%15)[n%6])
		in, _ := linegraph.FromState(model.NewState(g))
		cutoff := model.Cost(1 + r.IntN(500))
		unit := paths.CommonUnit(in, cutoff)
		tab, _, _ := table(g, cutoff)
		for k, price := range tab.Cost {
			if price%unit != 0 {
				t.Fatalf("dag %d: %v costs %d, the unit is %d", n, tab.Resources[k], price, unit)
			}
		}
		if unit > 1 {
			large++
		}
	}
	if large == 0 {
		t.Error("no unit but 1")
	}
}

// A bound is rounded up to the unit and never above the cutoff.
func TestRound(t *testing.T) {
	s := paths.Dual{Denominator: 12, Unit: 5, Cutoff: 30}
	for sum, want := range map[int64]model.Cost{-7: 0, 0: 0, 1: 5, 60: 5, 61: 10, 299: 25, 301: 30,
		1000: 30} {
		if got := s.Round(sum); got != want {
			t.Errorf("%d/12 is rounded to %d, want %d", sum, got, want)
		}
	}
}
