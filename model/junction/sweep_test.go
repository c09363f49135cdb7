package junction_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
)

// TestSweepsEliminateJunctions compares sweeps with eliminations one by one, and
// proves what they give.
func TestSweepsEliminateJunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	compared := 0
	for range 200 {
		g := modeltest.Random(t, rng, 10)
		order := rng.Perm(len(g.Vertices))
		plan, err := junction.InOrder(t.Context(), g, order)
		if err != nil {
			t.Fatal(err)
		}
		if err := model.Prove(g, plan.Ops); err != nil {
			t.Fatal(err)
		}
		s, cost := model.NewState(g), model.Cost(0)
		for _, j := range order {
			one, err := junction.Vertex(s, j)
			if err != nil {
				continue
			}
			s, _, _ = model.Replay(s, one.Ops)
			cost = cost.Add(one.Cost)
		}
		if s.Lacking() == 0 {
			if cost != plan.Cost {
				t.Fatalf("a sweep costs %s, junction by junction it is %s", plan.Cost, cost)
			}
			compared++
		}
		greedy, err := junction.Markowitz(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if err := model.Prove(g, greedy.Ops); err != nil {
			t.Fatal(err)
		}
	}
	modeltest.Counted(t, "sweeps", compared, 40)
}

// TestSweepsOfLongChains would not end if a junction cost as much as the dag has
// vertices, or if labels were lists of vertices. A sweep ends when its context does.
func TestSweepsOfLongChains(t *testing.T) {
	const n = 30_000
	vertices, edges := make([]model.Vertex, n), make([]model.Edge, n-1)
	for k := range vertices {
		vertices[k] = model.Vertex{ID: strconv.Itoa(k), Size: 1}
		if k > 0 {
			edges[k-1] = model.Edge{Source: k - 1, Target: k, HasJacobian: true}
		}
	}
	g, err := model.NewDag("chain", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := junction.Markowitz(t.Context(), g)
	if err != nil || plan.Cost != n-2 {
		t.Fatalf("cost %s, %v", plan.Cost, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := junction.InOrder(ctx, g, g.Topological()); !errors.Is(err, context.Canceled) {
		t.Fatalf("a sweep whose context has ended says %v", err)
	}
}
