package planner_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
)

// TestRunsCanBeRepeated: with one worker the nodes of a run that ends by itself are the
// same each time, also where several of them share the processors.
func TestRunsCanBeRepeated(t *testing.T) {
	var dags []*model.Dag
	for _, name := range []string{"inequality", "branching"} {
		g, err := format.ReadFile("../docs/results/" + name + ".xml")
		if err != nil {
			t.Fatal(err)
		}
		dags = append(dags, g)
	}
	dags = append(dags, modeltest.Sample(t, "hierarchy"), modeltest.Sample(t, "bat").Classic())
	if testing.Short() {
		dags = dags[2:]
	}
	for n, g := range dags {
		for k, o := range []planner.Options{
			{Method: planner.EdgeElimination}, {Method: planner.VertexElimination},
			{WarmStart: planner.WarmNothing},
			{Bound: planner.BoundPacking, WarmStart: planner.WarmHeuristics},
		} {
			if (n+k)%extent.Of(2, 1) > 0 {
				continue // another dag is searched so
			}
			o.Workers, o.Seed = 1, 12
			run := func() string {
				end, err := planner.Solve(context.Background(), model.NewState(g), o)
				if err != nil || !end.Proven {
					t.Errorf("dag %d, %s: proven %v, %v", n, o.Text(), end.Proven, err)
				}
				return fmt.Sprint(end.Incumbent.Cost, end.Discovered, end.Explored, end.Duplicates)
			}
			texts := make([]string, extent.Of(2, 5))
			var group sync.WaitGroup
			for i := range texts {
				group.Go(func() { texts[i] = run() })
			}
			group.Wait()
			for _, text := range texts[1:] {
				if text != texts[0] {
					t.Errorf("dag %d, %s: %s, and then %s", n, o.Text(), texts[0], text)
				}
			}
		}
	}
}

// TestBestVertexOrders: the best orders of the published functions are proven, and cost
// as much as the best face eliminations.
func TestBestVertexOrders(t *testing.T) {
	extent.NoRace(t)
	for name, want := range map[string]model.Cost{"roe_flux": 295, "robot_arm": 221, "heart_dipole": 148,
		"black_scholes": 42} {
		g, err := format.ReadFile("../docs/results/" + name + ".xml")
		if err != nil {
			t.Fatal(err)
		}
		end, err := planner.Solve(context.Background(), model.NewState(g),
			planner.Options{Method: planner.VertexElimination})
		if err != nil || !end.Proven || end.Incumbent.Cost != want {
			t.Errorf("%s: %s, proven %v, %v", name, end.Incumbent.Cost, end.Proven, err)
		}
	}
}
