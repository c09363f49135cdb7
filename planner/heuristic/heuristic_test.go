package heuristic

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
)

func never(int) bool { return false }

// lion is the figure's dag with its two last sinks taken as one.
func lion(t *testing.T) *model.Dag {
	t.Helper()
	vertices := []model.Vertex{{ID: "0", Size: 2}, {ID: "1", Size: 1}, {ID: "2", Size: 1}, {ID: "3", Size: 3},
		{ID: "4", Size: 1}}
	var edges []model.Edge
	for _, e := range [][4]int{{0, 1, 2, 4}, {1, 2, 1, 2}, {1, 4, 1, 2}, {2, 3, 3, 6}, {2, 4, 1, 2}} {
		edges = append(edges, model.Edge{
			Source: e[0], Target: e[1], Tangent: model.Cost(e[2]), Adjoint: model.Cost(e[3]), HasModel: true,
		})
	}
	g, err := model.NewDag("lion", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFiguresOfThePaper(t *testing.T) {
	for _, c := range []struct {
		dag                  *model.Dag
		denseTan, denseAdj   model.Cost
		sparseTan, sparseAdj model.Cost
		greedyAtMost         model.Cost
	}{
		{lion(t), 16, 64, 16, 46, 20},
		{modeltest.Sample(t, "bat"), 48, 96, 32, 64, 36},
		{modeltest.Newton(t, 1), 124000, 124000, 80000, 124000, 80000},
		{modeltest.Newton(t, 2), 248000, 248000, 182000, 248000, 162000},
		{modeltest.Newton(t, 10), 1240000, 1240000, 998000, 1240000, 828000},
		{modeltest.Sample(t, "openfoam"), 8116662155, 40581485425, 4912999465, 26951535400, 109332394347850},
	} {
		s := model.NewState(c.dag)
		for name, got := range map[string][2]model.Cost{
			"dense tangent":  {DenseTangent(s), c.denseTan},
			"dense adjoint":  {DenseAdjoint(s), c.denseAdj},
			"sparse tangent": {SparseTangent(s, never).Cost, c.sparseTan},
			"sparse adjoint": {SparseAdjoint(s, never).Cost, c.sparseAdj},
		} {
			if got[0] != got[1] {
				t.Errorf("%s of %s: %s, want %s", name, c.dag.Name, got[0], got[1])
			}
		}
		if got := GreedyMinFill(s, never).Cost; got > c.greedyAtMost {
			t.Errorf("greedy minimum fill of %s: %s, want at most %s", c.dag.Name, got, c.greedyAtMost)
		}
		if local := LocalSparseTangent(s, never).Cost; local > c.sparseTan {
			t.Errorf("locally optimal sparse tangent of %s: %s above sparse tangent %s", c.dag.Name, local,
				c.sparseTan)
		}
	}
}

// TestSparseModesInClosedForm compares with the totals of the dag, and replays
// every heuristic's sequence under the rules.
func TestSparseModesInClosedForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		for _, shape := range linegraphtest.Shapes(12) {
			g := linegraphtest.RandomDag(rng, shape)
			s := model.NewState(g)
			if got, want := SparseTangent(s, never).Cost, g.SparseTangent(); got != want {
				t.Fatalf("sparse tangent %s, closed form %s", got, want)
			}
			if got, want := SparseAdjoint(s, never).Cost, g.SparseAdjoint(); got != want {
				t.Fatalf("sparse adjoint %s, closed form %s", got, want)
			}
			if got, want := DenseTangent(s), g.DenseTangent(); got != want {
				t.Fatalf("dense tangent %s, want %s", got, want)
			}
			if got, want := DenseAdjoint(s), g.DenseAdjoint(); got != want {
				t.Fatalf("dense adjoint %s, want %s", got, want)
			}
			for _, plan := range []Plan{LocalSparseTangent(s, never), LocalSparseAdjoint(s, never),
				GreedyMinFill(s, never), GreedyLocalCost(s, never)} {
				end, _, err := model.Replay(s, plan.Ops)
				if err != nil {
					t.Fatal(err)
				}
				if !end.Done() || end.Spent() != plan.Cost {
					t.Fatalf("a heuristic says %s, its sequence costs %s, complete %v", plan.Cost,
						end.Spent(), end.Done())
				}
			}
		}
	}
}

// TestOrderOfTheFileDoesNotMatter shuffles vertices and edges.
func TestOrderOfTheFileDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	dags := []*model.Dag{modeltest.Sample(t, "lion"), modeltest.Sample(t, "bat"), modeltest.Newton(t, 3),
		modeltest.Sample(t, "openfoam")}
	for range 30 {
		dags = append(dags, linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 14, MaxSize: 30,
			MaxCost: 300, Jacobian: 0.2}))
	}
	for _, g := range dags {
		s := model.NewState(g)
		for range 5 {
			again := model.NewState(shuffled(t, rng, g))
			for name, run := range map[string]func(*model.State, Stop) Plan{
				"minimum fill": GreedyMinFill, "local cost": GreedyLocalCost,
				"local tangent": LocalSparseTangent, "local adjoint": LocalSparseAdjoint,
			} {
				if a, b := run(s, never).Cost, run(again, never).Cost; a != b {
					t.Errorf("%s of %s: %s, in another order of the file %s", name, g.Name, a, b)
				}
			}
		}
	}
}

func shuffled(t *testing.T, rng *rand.Rand, g *model.Dag) *model.Dag {
	t.Helper()
	place := rng.Perm(len(g.Vertices))
	vertices := make([]model.Vertex, len(g.Vertices))
	for i, v := range g.Vertices {
		vertices[place[i]] = v
	}
	edges := make([]model.Edge, len(g.Edges))
	for k, at := range rng.Perm(len(g.Edges)) {
		e := g.Edges[k]
		e.Source, e.Target = place[e.Source], place[e.Target]
		edges[at] = e
	}
	h, err := model.NewDag(g.Name, vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestChainNeedsSeparatePaths(t *testing.T) {
	if _, err := Chain(model.NewState(modeltest.Sample(t, "bat")), never); err == nil {
		t.Error("the bat is no chain")
	}
}

// TestGivingUp: a plan that was stopped has no moves, so that a part of a sequence
// is not taken for the whole.
func TestGivingUp(t *testing.T) {
	s := model.NewState(modeltest.Newton(t, 3))
	for name, run := range map[string]func(*model.State, Stop) Plan{
		"sparse tangent": SparseTangent, "sparse adjoint": SparseAdjoint, "local tangent": LocalSparseTangent,
		"local adjoint": LocalSparseAdjoint, "minimum fill": GreedyMinFill, "local cost": GreedyLocalCost,
	} {
		asked := 0
		if p := run(s, func(int) bool { asked++; return asked > 5 }); p.Ops != nil {
			t.Errorf("%s: %d moves of a plan that was given up", name, len(p.Ops))
		}
	}
}

// TestChainOfManyFactors replays the plan of a long chain; no other heuristic
// beats it.
func TestChainOfManyFactors(t *testing.T) {
	dag, err := generate.Chain(300, generate.Elementals{MaxSize: 40, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(dag)
	plan, err := Chain(s, never)
	if err != nil {
		t.Fatal(err)
	}
	end, _, err := model.Replay(s, plan.Ops)
	if err != nil || !end.Done() || end.Spent() != plan.Cost {
		t.Fatalf("%v, complete %v, %s for %s", err, end.Done(), end.Spent(), plan.Cost)
	}
	for name, other := range map[string]Plan{
		"sparse tangent": SparseTangent(s, never), "local tangent": LocalSparseTangent(s, never),
		"local adjoint": LocalSparseAdjoint(s, never), "minimum fill": GreedyMinFill(s, never),
	} {
		if other.Cost < plan.Cost {
			t.Errorf("%s costs %s, less than the optimum %s", name, other.Cost, plan.Cost)
		}
	}
}

// BenchmarkChain plans a chain of a thousand factors.
func BenchmarkChain(b *testing.B) {
	dag, err := generate.Chain(1000, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	s := model.NewState(dag)
	for b.Loop() {
		plan, err := Chain(s, never)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(plan.Cost), "cost")
		if _, _, err := model.Replay(s, plan.Ops); err != nil {
			b.Fatal(err)
		}
	}
}
