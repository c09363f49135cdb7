package heuristic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
)

func running() bool { return false }

// priceOf is what a sequence costs; +Inf where the rules do not allow it, or it is not complete.
func priceOf(g *model.Dag) func([]model.Op) float64 {
	return func(ops []model.Op) float64 {
		end, err := model.Walk(model.NewState(g), ops, func(*model.State, model.Op, model.Cost) {})
		if err != nil || !end.Done() {
			return math.Inf(1)
		}
		return float64(end.Spent())
	}
}

// Priced by its cost, the best sequence is the optimum of the paper's small dags, and is the
// same for the same seed. Who stops the search before its first sequence gets none.
func TestPricingFindsOptima(t *testing.T) {
	for _, c := range []struct {
		dag  *model.Dag
		want float64
	}{{lion(t), 16}, {modeltest.Sample(t, "bat"), 32}, {modeltest.Newton(t, 1), 74000}} {
		p := Pricing{Price: priceOf(c.dag), Tries: 800, Seed: 3}
		ops, least := p.Search(c.dag, running)
		if err := model.Prove(c.dag, ops); err != nil || least != c.want || p.Price(ops) != least {
			t.Errorf("%s: %v of %d operations, want %v (%v)", c.dag.Name, least, len(ops), c.want, err)
		}
		if again, _ := p.Search(c.dag, running); !slices.Equal(again, ops) {
			t.Errorf("%s: another sequence for the same seed", c.dag.Name)
		}
		if ops, least := p.Search(c.dag, func() bool { return true }); ops != nil || !math.IsInf(least, 1) {
			t.Errorf("%s: stopped, it has %v", c.dag.Name, ops)
		}
	}
}

// A search is never worse than what it begins with, and never better than the optimum.
func TestPricingStaysAboveTheOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for n := range 12 {
		g := linegraphtest.RandomDag(rng, linegraphtest.Shapes(6)[n%3])
		s := model.NewState(g)
		begin := GreedyMinFill(s, never)
		p := Pricing{Price: priceOf(g), Starts: [][]model.Op{begin.Ops}, Tries: 60, Seed: uint64(n)}
		ops, least := p.Search(g, running)
		best, ok := (&linegraphtest.Solver{}).Optimum(s)
		if !ok || least > float64(begin.Cost) || least < float64(best) {
			t.Errorf("dag %d: %v, the optimum is %d, greedy has %d", n, least, best, begin.Cost)
		}
		if err := model.Prove(g, ops); err != nil {
			t.Errorf("dag %d: %v", n, err)
		}
	}
}

// Each neighbour of a sequence is complete and allowed by the rules.
func TestNeighboursAreSequences(t *testing.T) {
	for _, g := range []*model.Dag{lion(t), modeltest.Sample(t, "bat"), modeltest.Sample(t, "bat").Classic()} {
		n, price := NewNeighbours(g, 1), priceOf(g)
		made := 0
		for _, ops := range n.Starts(running) {
			for range 40 {
				next := n.Next(ops, running)
				if next == nil {
					continue
				}
				if made++; math.IsInf(price(next), 1) {
					t.Fatalf("%s: %v is no sequence", g.Name, next)
				}
			}
		}
		if made < 60 {
			t.Errorf("%s: %d neighbours only", g.Name, made)
		}
		if next := n.Next(nil, running); next != nil {
			t.Errorf("%s: nothing has the neighbour %v", g.Name, next)
		}
	}
}

// Sweeps from one side are the sparse modes, and what a sweep does is read from its sequence,
// which costs the same again.
func TestSweeps(t *testing.T) {
	for _, g := range []*model.Dag{lion(t), modeltest.Sample(t, "bat"), modeltest.Newton(t, 2)} {
		all := sweepsOf(g, meetings)
		for k, want := range map[int]model.Cost{0: g.SparseAdjoint(), len(all) - 1: g.SparseTangent()} {
			if got := all[k].sequence(g, never).Cost; got != want {
				t.Errorf("%s: sweep %d of %d costs %s, want %s", g.Name, k, len(all), got, want)
			}
		}
		for k, w := range all {
			plan := w.sequence(g, never)
			if err := model.Prove(g, plan.Ops); err != nil {
				t.Errorf("%s: sweep %d: %v", g.Name, k, err)
			}
			if again := sweepingOf(g, plan.Ops).sequence(g, never); again.Cost != plan.Cost {
				t.Errorf("%s: sweep %d costs %s, read again %s", g.Name, k, plan.Cost, again.Cost)
			}
		}
	}
}
