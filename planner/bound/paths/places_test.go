package paths_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// What is compared for two paths is each inequality between them, term by term: an option is
// where its place says, and what is broken is broken by what the terms come to.
func TestComparisonsAreTheirTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	compared, sides := 0, make(map[paths.Side]int)
	dags := []*model.Dag{modeltest.Sample(t, "bat"), modeltest.Newton(t, 4)}
	for n := range 40 {
		dags = append(dags, linegraphtest.RandomDag(r, linegraphtest.Shapes(10 + n%10)[n%3]))
	}
	for n, g := range dags {
		tab, _, all := table(g, model.Saturated)
		for range min(60, len(all)*len(all)) {
			a, b := r.IntN(len(all)), r.IntN(len(all))
			if a == b {
				continue
			}
			var places [2][]paths.Place
			var uses [2][]float64
			var fusions [2]*paths.Fusions
			for k, w := range []*paths.Path{all[a], all[b]} {
				places[k] = tab.Places(w)
				for _, p := range places[k] {
					whole := p.L >= 0 && p.R <= int32(len(w.Vertices)) && p.L < p.R
					if !whole || p.Split >= 0 && (p.Split <= p.L || p.Split >= p.R) {
						t.Fatalf("dag %d: no place of %v: %+v", n, w.Vertices, p)
					}
					uses[k] = append(uses[k], r.Float64())
				}
				fusions[k] = paths.NewFusions(w)
				fusions[k].Read(places[k], func(o int) float64 { return uses[k][o] })
			}
			sum := func(terms []paths.Term) (sum float64) {
				for _, term := range terms {
					k := 0
					if term.Second {
						k = 1
					}
					sum += uses[k][term.Option]
				}
				return sum
			}
			for _, v := range paths.Compare(nil, fusions[0], fusions[1], int32(a), int32(b), math.Inf(-1)) {
				plus, minus := v.Terms(places[0], places[1])
				if want := sum(plus) - sum(minus) - 1; math.Abs(v.By-want) > 1e-9 {
					t.Fatalf("dag %d: %+v, its terms come to %g", n, v, want)
				}
				sides[v.Side]++
				compared++
			}
		}
	}
	if compared < 100 || len(sides) < 2 {
		t.Errorf("%d inequalities only, of sides %v", compared, sides)
	}
}

// Paths are sampled each as often as any other, and paths that are crossed are paths as well.
func TestSamples(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, 2)))
	set := paths.NewSet(in)
	seen := make(map[string]int)
	set.Each(func(path []int32) bool { seen[fmt.Sprint(path)] = 0; return true })
	const each = 400
	tries := each * len(seen)
	set.Sample(func() []*paths.Path { return nil }, rand.New(rand.NewPCG(2, 3)), func() bool {
		tries--
		return tries >= 0
	}, func(path []int32) bool {
		seen[fmt.Sprint(path)]++
		return true
	})
	for path, n := range seen {
		if math.Abs(float64(n)-each) > 5*math.Sqrt(each) {
			t.Errorf("%s was taken %d times, the others about %d times", path, n, each)
		}
	}
	// Where faces are gone, not all paths that meet can be crossed.
	walk := linegraphtest.Walk(rand.New(rand.NewPCG(6, 7)), modeltest.Newton(t, 3))
	crossed := 0
	for _, s := range walk {
		in, _ := linegraph.FromState(s)
		tab, known, pool := paths.NewTable(paths.NewCatalogue(in, model.Saturated, nil, nil)), map[string]bool{}, []*paths.Path{}
		paths.NewSet(in).Each(func(path []int32) bool {
			known[fmt.Sprint(path)] = true
			if w, err := tab.Add(path); err == nil && w != nil {
				pool = append(pool, w)
			}
			return true
		})
		paths.NewSet(in).Sample(func() []*paths.Path { return pool }, rand.New(rand.NewPCG(4, 5)),
			func() bool { return true }, func(path []int32) bool {
				if crossed++; !known[fmt.Sprint(path)] {
					t.Errorf("%v is no path", path)
				}
				return false
			})
	}
	if crossed < 100 {
		t.Errorf("%d paths only", crossed)
	}
}
