package ranges

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// mostSize is the largest size of a random dag.
const mostSize = 5

// patterned is a random dag with patterns, and all of its states.
func patterned(t *testing.T, rng *rand.Rand, n int) (*model.Dag, *linegraphtest.StateGraph) {
	for {
		g := linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 7, MaxSize: mostSize, MaxCost: 12,
			Jacobian: 0.5, NoModel: 0.4})
		if n%3 == 0 {
			g = modeltest.Curved(t, rng, g)
		}
		if g = modeltest.Patterned(t, rng, g); !g.HasPatterns() {
			continue
		}
		if n%4 == 0 {
			g.Sparse = model.Product{Setup: model.Cost(rng.IntN(12)), Cost: model.Cost(1 + rng.IntN(3))}
		}
		if all, ok := linegraphtest.NewStateGraph(g, 1000); ok {
			return g, all
		}
	}
}

// losesAnywhere is loses for the width of a band, too: with another one the states are
// others.
func (c *checker) losesAnywhere(p Parameter, number int64) model.Cost {
	if p.What != BandLower && p.What != BandUpper {
		return c.loses(p, number)
	}
	changed := p.Changed(c.g, number)
	all, ok := linegraphtest.NewStateGraph(changed, 1000)
	if !ok {
		c.Fatal("a band adds states")
	}
	return costOf(c.T, changed, c.ops) - all.Optimum(changed)
}

// around compares the interval around the value number by number.
func (c *checker) around(r Range) {
	c.Helper()
	p, least := r.Parameter, r.Parameter.Least(c.g)
	bad := func(what string, at int64) {
		c.Errorf("%s at %d, value %d: [%d, %d]: %s at %d on\n%s", p.What, p.At, r.Value, r.From, r.To, what,
			at, model.NewState(c.g))
	}
	if !r.Proved() || r.From > r.Value || r.To < r.Value {
		bad("not proved", r.Value)
		return
	}
	last, beyond := min(r.To, r.From+120), []int64{300, 5000, 100_000}
	if p.What == BandLower || p.What == BandUpper {
		last, beyond = min(r.To, mostSize), nil // a band that reaches farther is the same
	}
	for number := r.From; number <= last; number++ {
		if c.losesAnywhere(p, number) != 0 {
			bad("not optimal", number)
		}
	}
	if r.To == Unbounded {
		for _, number := range beyond {
			if c.losesAnywhere(p, number) != 0 {
				bad("not optimal", number)
			}
		}
		if r.Above.IsKnown() {
			bad("a loss above no end", r.To)
		}
	} else if loses := c.losesAnywhere(p, r.To+1); loses == 0 || !r.Above.Exact || r.Above.At != r.To+1 ||
		r.Above.Cost != loses {
		bad("a wrong loss", r.To+1)
	}
	if r.From == least {
		if r.Below.IsKnown() {
			bad("a loss below the least number", least)
		}
	} else if loses := c.losesAnywhere(p, r.From-1); loses == 0 || !r.Below.Exact || r.Below.At != r.From-1 ||
		r.Below.Cost != loses {
		bad("a wrong loss", r.From-1)
	}
}

// With patterns, the intervals of T and A, of the prices of sparse products and of the
// widths of bands are those of all states; sizes are not looked at.
func TestPatternsAgainstBruteForce(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 23))
	ends := make(map[Quantity]int)
	bends := 0
	for n := range some(90) {
		g, all := patterned(t, rng, n)
		got, err := Analyse(t.Context(), g, nil, Options{Search: planner.Options{Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if got.Cost != all.Optimum(g) || !got.IsOptimal() {
			t.Fatalf("cost %s, bound %s, brute force %s", got.Cost, got.Bound, all.Optimum(g))
		}
		c := &checker{t, g, all, got.Ops}
		for _, r := range got.Ranges {
			switch {
			case r.What == Size:
				if !r.Unexamined {
					t.Errorf("the size of %d was looked at", r.At)
				}
				continue
			case r.What < Size:
				c.check(r)
			default:
				c.around(r)
			}
			if r.To != Unbounded || r.Below.IsKnown() {
				ends[r.What]++
			}
			if r.What == SparseProductCost || r.What == SparseProductSetup {
				b, _, err := newBill(g, got.Ops)
				if err != nil {
					t.Fatal(err)
				}
				x := axis{r.Parameter, 0, 1, g}
				if starts := x.bends(b); len(starts) > 1 && r.To > starts[1] {
					bends++
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Log(ends)
	for _, q := range [...]Quantity{TangentCost, AdjointCost, SparseProductCost, SparseProductSetup,
		BandLower, BandUpper} {
		modeltest.Counted(t, "intervals of "+q.String()+" with an end", ends[q], 8)
	}
	modeltest.Counted(t, "intervals beyond a bend", bends, 15)
}

// A sequence that is not optimal has intervals of T and A, and nothing is said of the rest.
func TestPatternsNotOptimal(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 29))
	unexamined := 0
	for n := range some(40) {
		g, all := patterned(t, rng, n)
		ops := modeltest.Walk(rng, g)
		got, err := Analyse(t.Context(), g, ops, Options{Search: planner.Options{Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if got.IsOptimal() != (costOf(t, g, ops) == all.Optimum(g)) {
			t.Fatalf("optimal %v, brute force %s", got.IsOptimal(), all.Optimum(g))
		}
		c := &checker{t, g, all, ops}
		for _, r := range got.Ranges {
			switch {
			case r.What < Size:
				c.check(r)
			case r.Unexamined:
				unexamined++
			case !got.IsOptimal():
				t.Errorf("%s was looked at", r.What)
			}
		}
	}
	modeltest.Counted(t, "intervals that are not looked at", unexamined, 100)
}

// With patterns the factor is that of all corners of the box of costs.
func TestPatternsRobust(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 31))
	between := 0
	for n := 0; n < some(25); {
		g, all := patterned(t, rng, 1)
		if len(measured(g)) > 8 {
			continue
		}
		n++
		got, err := Analyse(t.Context(), g, nil, Options{Search: planner.Options{Workers: 1}, Robust: true})
		if err != nil {
			t.Fatal(err)
		}
		r, want := got.Robustness, corners(&checker{t, g, all, got.Ops}, 0)
		switch {
		case !r.Exact || !r.Holds:
			t.Errorf("%+v is not exact", r)
		case want > 64 && r.Factor < 64 || want <= 64 && (r.Factor-want > 0.002 || want-r.Factor > 0.002):
			t.Errorf("%+v, want %v on\n%s", r, want, model.NewState(g))
		case want > 1 && want < 64:
			between++
		}
	}
	modeltest.Counted(t, "factors that are between", between, 5)
}
