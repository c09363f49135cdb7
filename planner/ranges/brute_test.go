package ranges

import (
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// mixtures are the kinds of dags on which intervals are compared with brute force: T and A
// that differ, Jacobians beside models and alone, zero costs, sizes up to 5.
var mixtures = []linegraphtest.Shape{
	{Edges: 9, MaxSize: 5, MaxCost: 12},
	{Edges: 9, MaxSize: 5, MaxCost: 12, Jacobian: 0.5, NoModel: 0.5},
	{Edges: 9, MaxSize: 3, MaxCost: 6, Jacobian: 0.3, NoModel: 0.2, Free: 0.4},
	{Edges: 9, MaxSize: 5, MaxCost: 1, Jacobian: 1, NoModel: 1},
	{Edges: 7, MaxSize: 40, MaxCost: 300, Jacobian: 0.3, NoModel: 0.3},
	{Edges: 8, MaxSize: 5, MaxCost: 12, Jacobian: 0.8, NoModel: 0.7},
}

// costOf replays a sequence at other numbers.
func costOf(t *testing.T, g *model.Dag, ops []model.Op) model.Cost {
	t.Helper()
	end, _, err := model.Replay(model.NewState(g), ops)
	if err != nil {
		t.Fatal(err)
	}
	return end.Spent()
}

// checker compares ranges with the optimum of all states.
type checker struct {
	*testing.T
	g   *model.Dag
	all *linegraphtest.StateGraph
	ops []model.Op
}

// loses is by how much the sequence is above the optimum at a number.
func (c *checker) loses(p Parameter, number int64) model.Cost {
	changed := p.Changed(c.g, number)
	return costOf(c.T, changed, c.ops) - c.all.Optimum(changed)
}

func (c *checker) check(r Range) {
	c.Helper()
	p := r.Parameter
	fail := func(what string) {
		c.Errorf("%s at %d, value %d: [%d, %d], never %v: %s on\n%s", p.What, p.At, r.Value, r.From, r.To,
			r.Never, what, model.NewState(c.g))
	}
	if !r.Proved() {
		fail("not proved")
		return
	}
	least := p.Least(c.g)
	if r.Never {
		for number := least; number < least+60; number++ {
			if c.loses(p, number) == 0 {
				fail("optimal at some number")
			}
		}
		return
	}
	last := r.To
	if last == Unbounded {
		last = max(1000, 100*r.Value)
	}
	for _, number := range [...]int64{r.From, last, r.From + (last-r.From)/2, r.From + (last-r.From)/3,
		r.From + (last-r.From)/7} {
		if c.loses(p, number) != 0 {
			fail("not optimal inside")
		}
	}
	if r.From > least {
		c.beyond(r, r.From-1, r.Below, -1, fail)
	} else if r.Below.IsKnown() {
		fail("a loss below the least number")
	}
	if r.To != Unbounded {
		c.beyond(r, r.To+1, r.Above, 1, fail)
	} else if r.Above.IsKnown() {
		fail("a loss above an end that is none")
	}
}

// beyond checks that the sequence loses beyond an end, and how much.
func (c *checker) beyond(r Range, number int64, l Loss, direction int64, fail func(string)) {
	loses := c.loses(r.Parameter, number)
	if loses == 0 {
		fail("optimal beyond an end")
	}
	if !l.Exact || l.At != number || l.Cost != loses {
		c.Logf("%+v, loses %d", l, loses)
		fail("wrong loss")
	}
	if r.Parameter.step(c.g) != 1 {
		return
	}
	if far := number + direction*5; far >= r.Parameter.Least(c.g) {
		if c.loses(r.Parameter, far) < loses+5*l.PerUnit {
			fail("loses less per unit")
		}
		if c.loses(r.Parameter, far) == 0 {
			fail("optimal again")
		}
	}
	if c.loses(r.Parameter, number-direction) != 0 || l.PerUnit < loses {
		fail("the rate is too low")
	}
}

// On random dags every interval is what all states of the line dag say: the
// sequence is optimal at both ends, and not one unit beyond.
func TestAgainstBruteForce(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 3))
	dags, intervals, largest := 0, 0, 0
	for dags < some(200) {
		g := linegraphtest.RandomDag(rng, mixtures[dags%len(mixtures)])
		all, ok := linegraphtest.NewStateGraph(g, 3000)
		if !ok {
			continue
		}
		dags++
		largest = max(largest, len(g.Edges))
		got, err := Analyse(t.Context(), g, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Cost != all.Optimum(g) || !got.IsOptimal() {
			t.Fatalf("cost %s, bound %s, brute force %s", got.Cost, got.Bound, all.Optimum(g))
		}
		if len(got.Ranges) != len(Parameters(g)) {
			t.Errorf("%d ranges of %d parameters", len(got.Ranges), len(Parameters(g)))
		}
		c := checker{t, g, all, got.Ops}
		for _, r := range got.Ranges {
			if r.From > r.Value || r.To < r.Value {
				t.Errorf("%+v", r)
			}
			c.check(r)
			intervals++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d dags, %d intervals, up to %d edges", dags, intervals, largest)
}

// A sequence that is not optimal has intervals, too, or none.
func TestNotOptimal(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 5))
	elsewhere, never := 0, 0
	for dags := 0; dags < some(60); {
		g := linegraphtest.RandomDag(rng, mixtures[dags%len(mixtures)])
		all, ok := linegraphtest.NewStateGraph(g, 2000)
		if !ok {
			continue
		}
		dags++
		var ops []model.Op
		for s := model.NewState(g); !s.Done(); {
			choices := s.Operations()
			o := choices[rng.IntN(len(choices))].Op
			if cheap, ok := model.Cheapest(s.Choices(o.Face())); ok && rng.IntN(5) > 0 {
				o = cheap.Op
			}
			next, _, err := s.Apply(o)
			if err != nil {
				t.Fatal(err)
			}
			ops, s = append(ops, o), next
		}
		got, err := Analyse(t.Context(), g, ops, Options{Search: planner.Options{Workers: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if got.Best != all.Optimum(g) || got.Bound != got.Best {
			t.Fatalf("best %s, bound %s, brute force %s", got.Best, got.Bound, all.Optimum(g))
		}
		c := checker{t, g, all, ops}
		for _, r := range got.Ranges {
			c.check(r)
			switch {
			case r.Never:
				never++
			case r.From > r.Value || r.To < r.Value:
				elsewhere++
			}
		}
		if t.Failed() {
			return
		}
	}
	if (elsewhere < 20 || never < 20) && extent.Full {
		t.Errorf("%d intervals are elsewhere, %d nowhere", elsewhere, never)
	}
}

// Setups keep lines, widths do not: then a size is looked at class by class.
func TestCurves(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 7))
	stepped := 0
	for dags := 0; dags < some(60); {
		g := modeltest.Curved(t, rng,
			linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 7, MaxSize: 6, MaxCost: 12, Jacobian: 0.3,
				NoModel: 0.3}))
		all, ok := linegraphtest.NewStateGraph(g, 1000)
		if !ok {
			continue
		}
		dags++
		got, err := Analyse(t.Context(), g, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := checker{t, g, all, got.Ops}
		for _, r := range got.Ranges {
			c.check(r)
			if r.Parameter.step(g) == 1 {
				continue
			}
			stepped++
			for number := r.From; number <= min(r.To, r.From+60); number++ {
				if c.loses(r.Parameter, number) != 0 {
					t.Errorf("%+v: not optimal at %d", r, number)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	if stepped < 50 && extent.Full {
		t.Errorf("%d intervals with steps", stepped)
	}
}

// Where no number is known for which a sequence is optimal, no interval says that one is.
func TestNothingIsKnownWithoutTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 9))
	over, end := context.WithCancel(context.Background())
	end()
	seen := 0
	for range 20 {
		g := modeltest.Random(t, rng, 6)
		report, err := Analyse(over, g, modeltest.Walk(rng, g), Options{Search: planner.Options{Workers: 1}})
		if err != nil || report.Best <= report.Bound {
			continue
		}
		for _, r := range report.Ranges {
			seen++
			if !r.Never && !r.Unknown {
				t.Fatalf("%s: from %d to %d", r.What, r.From, r.To)
			}
		}
	}
	if seen == 0 {
		t.Fatal("no interval was looked at")
	}
}

// some is how many random cases are tried: an eighth of them without -tags long.
func some(cases int) int { return extent.Of(1+cases/8, cases) }
