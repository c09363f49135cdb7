package anneal

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner/heuristic"
	"facet/planner/linegraph/linegraphtest"
)

func never() error { return nil }

func freely(int) error { return nil }

func graph(t testing.TB, s *model.State) *Graph {
	t.Helper()
	g, err := NewGraph(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func shuffle(rng *rand.Rand, n int) []int32 {
	order := make([]int32, n)
	for k, j := range rng.Perm(n) {
		order[k] = int32(j)
	}
	return order
}

// prove replays the plan's operations, proves them numerically and compares the
// cost with what was announced.
func prove(t *testing.T, s *model.State, plan Plan, price float64) {
	t.Helper()
	end, _, err := model.Replay(s, plan.Ops)
	if err != nil {
		t.Fatal(err)
	}
	if !end.Done() {
		t.Fatal("the sequence is not complete")
	}
	if err := model.Prove(s.Dag(), plan.Ops); err != nil {
		t.Fatal(err)
	}
	if paid := end.Spent() - s.Spent(); paid != plan.Cost && !end.Spent().IsSaturated() {
		t.Fatalf("the plan says %s, its operations cost %s", plan.Cost, paid)
	}
	if plan.Cost < 1<<53 && float64(plan.Cost) != price {
		t.Fatalf("the order was priced at %.0f, the plan costs %s", price, plan.Cost)
	}
}

// mixed is a random dag, now and then in classic mode, with cost curves, or with patterns.
func mixed(t *testing.T, rng *rand.Rand, shape linegraphtest.Shape) *model.Dag {
	dag := linegraphtest.RandomDag(rng, shape)
	switch rng.IntN(4) {
	case 0:
		dag = dag.Classic()
	case 1:
		dag = modeltest.Curved(t, rng, dag)
	}
	if rng.IntN(3) == 0 {
		dag = modeltest.Patterned(t, rng, dag)
	}
	return dag
}

// TestPriceIsCost writes random orders out and replays them, on random dags of
// every mixture of flags and in classic mode.
func TestPriceIsCost(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range some(250) {
		for _, shape := range linegraphtest.Shapes(14) {
			s := model.NewState(mixed(t, rng, shape))
			g := graph(t, s)
			order := g.newOrder(shuffle(rng, g.junctions))
			plan, err := g.Write(Found{Order: order.Junctions(nil)}, freely)
			if err != nil {
				t.Fatal(err)
			}
			prove(t, s, plan, order.Price())
		}
	}
}

// TestJunctionPriceIsLeast compares each junction's price along random orders
// with the search over its accumulations.
func TestJunctionPriceIsLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for range some(150) {
		for _, shape := range linegraphtest.Shapes(14) {
			s := model.NewState(mixed(t, rng, shape))
			g := graph(t, s)
			order := g.newOrder(shuffle(rng, g.junctions))
			for _, j := range order.Junctions(nil) {
				plan, err := junction.Vertex(s, int(g.vertex[j]))
				if err != nil {
					t.Fatal(err)
				}
				if s.Spent().Add(plan.Cost) > 1<<53 {
					break
				}
				if order.prices[j] != float64(plan.Cost) {
					t.Fatalf("junction %d costs %.0f, at least %s", j, order.prices[j], plan.Cost)
				}
				if s, _, err = model.Replay(s, plan.Ops); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestMovesAndJournal compares an order after many moves, accepted and refused,
// with a fresh one of the same junctions.
func TestMovesAndJournal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for range some(100) {
		for _, shape := range linegraphtest.Shapes(30) {
			if shape.MaxSize > 1000 {
				continue // prices beyond 2^53 are rounded
			}
			g := graph(t, model.NewState(linegraphtest.RandomDag(rng, shape)))
			o := g.newOrder(shuffle(rng, g.junctions))
			for range 60 {
				j := int32(rng.IntN(g.junctions))
				before, behind := o.Price(), o.prev[j]
				moved := o.move(j, rng.IntN(2) == 0, 1+rng.IntN(3))
				if rng.IntN(2) == 0 {
					o.accept()
				} else if moved {
					o.refuse(j, behind, before)
				}
				fresh := g.newOrder(o.Junctions(nil))
				if o.Price() != fresh.Price() {
					t.Fatalf("priced at %.0f after moves, %.0f afresh", o.Price(), fresh.Price())
				}
				for j, price := range fresh.prices {
					if o.prices[j] != price {
						t.Fatalf("junction %d costs %.0f after moves, %.0f afresh", j, o.prices[j], price)
					}
				}
			}
		}
	}
}

// TestStartsCoverSparseModes: the sparse modes are orders of junctions with
// accumulations and modes prescribed, so an order with the best of them is never
// more expensive. Starts are proved like all orders.
func TestStartsCoverSparseModes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	for range some(150) {
		for _, shape := range linegraphtest.Shapes(16) {
			dag := linegraphtest.RandomDag(rng, shape)
			s := model.NewState(dag)
			g := graph(t, s)
			for _, start := range Starts() {
				junctions, err := g.Make(start, nil, never)
				if err != nil {
					t.Fatal(err)
				}
				plan, err := g.Write(Found{Order: junctions}, freely)
				if err != nil {
					t.Fatal(err)
				}
				prove(t, s, plan, g.newOrder(junctions).Price())
				if start == Forward && plan.Cost > dag.SparseTangent() || start == Reverse &&
					plan.Cost > dag.SparseAdjoint() {
					t.Fatalf("start %d costs %s, sparse modes %s and %s", start, plan.Cost,
						dag.SparseTangent(), dag.SparseAdjoint())
				}
			}
		}
	}
}

// TestFromTheMiddle goes on from states in which some junctions are gone, and
// refuses those in which single faces are.
func TestFromTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	refused := 0
	for range some(300) {
		s := model.NewState(linegraphtest.RandomDag(rng, linegraphtest.Shapes(14)[rng.IntN(6)]))
		states := linegraphtest.Walk(rng, s.Dag())
		middle := states[rng.IntN(len(states))]
		g, err := NewGraph(middle)
		if err != nil {
			refused++
			continue
		}
		o := g.newOrder(shuffle(rng, g.junctions))
		plan, err := g.Write(Found{Order: o.Junctions(nil)}, freely)
		if err != nil {
			t.Fatal(err)
		}
		end, _, err := model.Replay(middle, plan.Ops)
		if err != nil || !end.Done() || plan.Cost < 1<<53 && float64(plan.Cost) != o.Price() {
			t.Fatalf("%v, done %v, %s for %.0f", err, end.Done(), plan.Cost, o.Price())
		}
	}
	if refused == 0 || refused == 300 {
		t.Errorf("%d of 300 states refused", refused)
	}
}

// TestLeastAreaIsExactOnNewton reproduces the optima of the paper.
func TestLeastAreaIsExactOnNewton(t *testing.T) {
	for steps, want := range map[int]float64{1: 74000, 2: 150000, 10: 758000, 50: 3798000} {
		g := graph(t, model.NewState(modeltest.Newton(t, steps)))
		order, err := g.Make(LeastArea, nil, never)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.newOrder(order).Price(); got != want {
			t.Errorf("%d Newton steps: %.0f, want %.0f", steps, got, want)
		}
	}
}

// TestStartsOnThePaper: the best start is no more expensive than greedy minimum fill.
func TestStartsOnThePaper(t *testing.T) {
	for _, dag := range []*model.Dag{modeltest.Sample(t, "lion"), modeltest.Sample(t, "bat"), modeltest.Newton(t, 2),
		modeltest.Sample(t, "openfoam")} {
		s := model.NewState(dag)
		g := graph(t, s)
		best := model.Saturated
		for _, start := range Starts() {
			order, err := g.Make(start, nil, never)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := g.Write(Found{Order: order}, freely)
			if err != nil {
				t.Fatal(err)
			}
			best = min(best, plan.Cost)
		}
		greedy := heuristic.GreedyMinFill(s, nil)
		if best > greedy.Cost {
			t.Errorf("%s: %s, greedy minimum fill %s", dag.Name, best, greedy.Cost)
		}
	}
}

// some is how many random cases are tried: a quarter of them without -tags long.
func some(cases int) int { return extent.Of(1+cases/4, cases) }
