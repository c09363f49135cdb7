package planner_test

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

// some is how many of the random cases are tried: a sixth of them, and twenty times as many
// with -tags long.
func some(cases int) int {
	if testing.Short() {
		return 1 + cases/20
	}
	return extent.Of(1+cases/6, 20*cases)
}

// solve runs a method to its end, and checks the result.
func solve(t *testing.T, s *model.State, o planner.Options) planner.Snapshot {
	t.Helper()
	got, err := planner.Solve(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, s, o, got.Snapshot)
	return got.Snapshot
}

// found runs a method until it has a sequence, however long the machine takes for it.
func found(t *testing.T, s *model.State, o planner.Options) planner.Snapshot {
	t.Helper()
	run, err := planner.Start(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	await(t, "a sequence", func() bool {
		got := run.Snapshot()
		return got.HasIncumbent || got.Phase > planner.Paused
	})
	run.Stop()
	got, err := run.Wait()
	if err != nil {
		t.Fatal(err)
	}
	sound(t, s, o, got)
	return got
}

// sound checks what every result has to keep.
func sound(t *testing.T, s *model.State, o planner.Options, got planner.Snapshot) {
	t.Helper()
	if !o.Method.CostOnly() {
		end, _, err := model.Replay(s, got.Incumbent.Ops)
		if err != nil {
			t.Fatal(err)
		}
		if paid := end.Spent() - s.Spent(); !end.Done() || paid != got.Incumbent.Cost && !end.Spent().
			IsSaturated() {
			t.Fatalf("%s says %s, its sequence costs %s and is complete: %v", o.Method, got.Incumbent.Cost,
				paid, end.Done())
		}
		if got.Bound > got.Incumbent.Cost {
			t.Fatalf("%s: bound %s above cost %s", o.Method, got.Bound, got.Incumbent.Cost)
		}
	}
}

func TestOptimaOfTheLiterature(t *testing.T) {
	extent.NoRace(t)
	for _, c := range linegraphtest.Cases(t) {
		got := solve(t, model.NewState(c.Dag), planner.Options{})
		if got.Incumbent.Cost != c.Optimum || !got.Proven || got.Bound != c.Optimum {
			t.Errorf("%s: cost %s, bound %s, proven %v; want %s", c.Name, got.Incumbent.Cost, got.Bound,
				got.Proven, c.Optimum)
		}
	}
}

func TestSearchSpaces(t *testing.T) {
	lion, bat := modeltest.Sample(t, "lion").Classic(), modeltest.Sample(t, "bat").Classic()
	for _, c := range []struct {
		dag                 *model.Dag
		vertex, edge, faces model.Cost
	}{
		{lion, 12, 11, 11},
		{bat, 24, 23, 22},
		{modeltest.Sample(t, "hierarchy"), 28, 27, 26},
	} {
		for method, want := range map[planner.Method]model.Cost{
			planner.VertexElimination: c.vertex, planner.EdgeElimination: c.edge,
			planner.BranchAndBound: c.faces,
		} {
			got := solve(t, model.NewState(c.dag), planner.Options{Method: method})
			if got.Incumbent.Cost != want || got.Proven == want.IsSaturated() {
				t.Errorf("%s on %s: %s, proven %v; want %s", method, c.dag.Name, got.Incumbent.Cost,
					got.Proven, want)
			}
			if got.Bound > c.faces {
				t.Errorf("%s on %s: bound %s of the face problem above its optimum %s", method, c.dag.Name,
					got.Bound, c.faces)
			}
		}
	}
}

// variants are ways to search that must not matter for the optimum.
var variants = []planner.Options{
	{},
	{WarmStart: planner.WarmNothing, Workers: 3},
	{Bound: planner.BoundPacking, WarmStart: planner.WarmHeuristics},
	{Bound: planner.BoundSimple, WarmStart: planner.WarmNothing, Workers: 1},
	{Bound: planner.BoundNone, WarmStart: planner.WarmNothing, Memory: 1},
}

// TestEqualsExhaustiveSearch compares with a solver that shares nothing but the
// model, on dags of all mixtures of flags, zero costs and huge sizes.
func TestEqualsExhaustiveSearch(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	compared := 0
	for range some(40) {
		for _, shape := range linegraphtest.Shapes(7) {
			s := model.NewState(linegraphtest.RandomDag(rng, shape))
			x := linegraphtest.Solver{Limit: 4000}
			want, ok := x.Optimum(s)
			if !ok {
				continue
			}
			compared++
			for _, o := range variants {
				got := solve(t, s, o)
				if got.Incumbent.Cost != want || got.Proven == want.IsSaturated() {
					t.Fatalf("%+v: cost %s proven %v, want %s on\n%s", o, got.Incumbent.Cost, got.Proven,
						want, s)
				}
			}
			edges := solve(t, s, planner.Options{Method: planner.EdgeElimination})
			vertices := solve(t, s, planner.Options{Method: planner.VertexElimination})
			if edges.Proven == edges.Incumbent.Cost.IsSaturated() ||
				vertices.Proven == vertices.Incumbent.Cost.IsSaturated() {
				t.Fatalf("edges proven %v, vertices %v", edges.Proven, vertices.Proven)
			}
			if edges.Incumbent.Cost < want || vertices.Incumbent.Cost < edges.Incumbent.Cost {
				t.Fatalf("faces %s, edges %s, vertices %s: no hierarchy on\n%s", want, edges.Incumbent.Cost,
					vertices.Incumbent.Cost, s)
			}
		}
	}
	modeltest.Counted(t, "dags", compared, 150)
}

// TestFromTheMiddle completes random beginnings by hand.
func TestFromTheMiddle(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 8))
	x := linegraphtest.Solver{}
	for range some(3) {
		for _, s := range linegraphtest.Walk(rng, modeltest.Sample(t, "bat"))[7:] {
			want, _ := x.Optimum(s)
			for _, o := range variants[:3] {
				if got := solve(t, s, o); got.Incumbent.Cost != want || got.Proven == want.IsSaturated() {
					t.Fatalf("%+v: cost %s, want %s after %s", o, got.Incumbent.Cost, want, s.Spent())
				}
			}
			for _, m := range planner.Methods() {
				if m != planner.ChainDP && !m.CostOnly() {
					if got := found(t, s, planner.Options{Method: m, Seed: 1}); got.Incumbent.Cost < want {
						t.Fatalf("%s: %s is below the optimum %s", m, got.Incumbent.Cost, want)
					}
				}
			}
		}
	}
}

func TestChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range some(2000) {
		s := model.NewState(chain(rng, 1+rng.IntN(8)))
		want := solve(t, s, planner.Options{Method: planner.ChainDP})
		got := solve(t, s, planner.Options{})
		if got.Incumbent.Cost != want.Incumbent.Cost || !got.Proven || !want.Proven {
			t.Fatalf("branch and bound %s, ChainDP %s on\n%s", got.Incumbent.Cost, want.Incumbent.Cost, s)
		}
	}
}

func chain(rng *rand.Rand, length int) *model.Dag {
	vertices := []model.Vertex{{ID: "0", Size: 1 + rng.Int64N(20)}}
	var edges []model.Edge
	for k := range length {
		vertices = append(vertices, model.Vertex{ID: string(rune('1' + k)), Size: 1 + rng.Int64N(20)})
		e := model.Edge{Source: k, Target: k + 1, Tangent: model.Cost(rng.IntN(100)),
			Adjoint: model.Cost(rng.IntN(200)), HasModel: true}
		if rng.IntN(3) == 0 {
			e.HasJacobian, e.HasModel = true, rng.IntN(2) == 0
		}
		edges = append(edges, e)
	}
	g, err := model.NewDag("chain", vertices, edges)
	if err != nil {
		panic(err)
	}
	return g
}
