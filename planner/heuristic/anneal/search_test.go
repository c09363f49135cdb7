package anneal

import (
	"errors"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/planner/heuristic/astar"
	"facet/planner/heuristic/dive"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// TestAgainstExactVertexElimination: annealing never undercuts the optimum over
// vertex eliminations, and on small dags it reaches it.
func TestAgainstExactVertexElimination(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	missed, dags := 0, 0
	for range some(60) {
		for _, shape := range linegraphtest.Shapes(16) {
			dag := linegraphtest.RandomDag(rng, shape)
			s := model.NewState(dag)
			g := graph(t, s)
			p, err := packed.NewProblem(dag)
			if err != nil {
				t.Fatal(err)
			}
			exact, err := astar.Search(packed.FromModel(p, s), incumbent.New(schedule.New(1, 0, 0)).
				Reporters(incumbent.Job{}, 1)[0], astar.Options{})
			if err != nil || !exact.Proven {
				t.Fatal(err, exact.Proven)
			}
			var best Best
			if err := Search(g, Options{Best: &best, Check: never, Cycles: 2}); err != nil {
				t.Fatal(err)
			}
			order, price := best.Get()
			plan, err := g.Write(Found{Order: order}, freely)
			if err != nil {
				t.Fatal(err)
			}
			prove(t, s, plan, price)
			dags++
			switch {
			case plan.Cost < exact.Cost:
				t.Fatalf("annealing says %s, the optimum over vertex eliminations is %s", plan.Cost,
					exact.Cost)
			case plan.Cost > exact.Cost:
				missed++
			}
		}
	}
	if missed > dags/50 {
		t.Errorf("annealing missed %d of %d optima over vertex eliminations", missed, dags)
	}
}

// TestSearchCanBeRepeated: one worker with one seed finds the same again.
func TestSearchCanBeRepeated(t *testing.T) {
	dag, err := generate.Random(30, 80, generate.Elementals{MaxSize: 50, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	g := graph(t, model.NewState(dag))
	var prices [2]float64
	for k := range prices {
		var best Best
		if err := Search(g, Options{Seed: 9, Best: &best, Check: never, Cycles: 3}); err != nil {
			t.Fatal(err)
		}
		_, prices[k] = best.Get()
	}
	if prices[0] != prices[1] {
		t.Errorf("%.0f, then %.0f", prices[0], prices[1])
	}
}

// TestStopping: the error of Check ends the search wherever it is asked, and
// what has been found until then stays.
func TestStopping(t *testing.T) {
	stop := errors.New("stop")
	g := graph(t, model.NewState(modeltest.Newton(t, 3)))
	for after := 1; after < 2000; after = after*3/2 + 1 {
		var best Best
		asked := 0
		err := Search(g, Options{Best: &best, Check: func() error {
			if asked++; asked > after {
				return stop
			}
			return nil
		}})
		if !errors.Is(err, stop) || asked != after+1 {
			t.Fatalf("after %d checks: %v, asked %d times", after, err, asked)
		}
		if order, _ := best.Get(); len(order) != g.junctions {
			t.Fatalf("after %d checks: %d of %d junctions", after, len(order), g.junctions)
		}
	}
}

// TestImprovedIsDescending: each report is cheaper than the one before and is
// priced right.
func TestImprovedIsDescending(t *testing.T) {
	dag, err := generate.Random(60, 180, generate.Elementals{MaxSize: 50, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(dag)
	g := graph(t, s)
	var best Best
	reports, before := 0, 0.0
	err = Search(g, Options{Best: &best, Check: never, Cycles: 3, Solve: dive.Small, Memory: 16 << 20,
		Improved: func(f Found) error {
			if reports > 0 && f.Price >= before {
				t.Errorf("%.0f after %.0f", f.Price, before)
			}
			reports, before = reports+1, f.Price
			plan, err := g.Write(f, freely)
			if err != nil {
				return err
			}
			prove(t, s, plan, f.Price)
			return nil
		}})
	if err != nil || reports < 2 {
		t.Errorf("%d reports, %v", reports, err)
	}
}

// TestDagsWithoutChoice have no junction, or one.
func TestDagsWithoutChoice(t *testing.T) {
	edge := model.Edge{Source: 0, Target: 1, Tangent: 3, Adjoint: 5, HasModel: true}
	for _, edges := range [][]model.Edge{{edge},
		{edge, {Source: 1, Target: 2, Tangent: 2, Adjoint: 2, HasModel: true}}} {
		vertices := []model.Vertex{{ID: "a", Size: 2}, {ID: "b", Size: 3}, {ID: "c", Size: 4}}
		dag, err := model.NewDag("plain", vertices[:len(edges)+1], edges)
		if err != nil {
			t.Fatal(err)
		}
		s := model.NewState(dag)
		g := graph(t, s)
		var best Best
		if err := Search(g, Options{Best: &best, Check: never}); err != nil {
			t.Fatal(err)
		}
		order, price := best.Get()
		plan, err := g.Write(Found{Order: order}, freely)
		if err != nil {
			t.Fatal(err)
		}
		prove(t, s, plan, price)
	}
}
